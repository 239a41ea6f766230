"use strict";
const form = document.getElementById("sign-in");
const SOON = 30; // times that it is tried again where many sign in
const told = document.getElementById("told");
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  told.textContent = "";
  try {
    for (let left = SOON; ; left -= 1) {
      const answer = await fetch("/sign-in", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ student: form.student.value, code: form.code.value }),
      });
      if (answer.ok) {
        location.replace("/");
        return;
      }
      const said = await answer.json();
      if (said.wait === 1 && left) { // many sign in at this moment
        await new Promise((done) => setTimeout(done, 500 + 1000 * Math.random()));
        continue;
      }
      told.textContent = said.refused || form.dataset.unreachable;
      break;
    }
  } catch {
    told.textContent = form.dataset.unreachable;
  }
  button.disabled = false;
  form.code.focus();
});
