"use strict";
const form = document.getElementById("sign-in");
const told = document.getElementById("told");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  told.textContent = "";
  try {
    const answer = await fetch("/sign-in", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ student: form.student.value, code: form.code.value }),
    });
    if (answer.ok) {
      location.replace("/");
      return;
    }
    told.textContent = (await answer.json()).refused || form.dataset.unreachable;
  } catch {
    told.textContent = form.dataset.unreachable;
  }
  button.disabled = false;
  form.code.focus();
});
