"use strict";
// An exam at home: what is typed stays in this browser; a question is checked when it is asked for.
const sheet = document.getElementById("sheet");
const words = JSON.parse(sheet.dataset.words);
const boxes = new Map([...sheet.querySelectorAll("input[data-item]")].map((box) => [box.dataset.item, box]));
const KEPT = `corrige:practice:${sheet.dataset.exam}:${sheet.dataset.u0}`;
const u0 = Number(sheet.dataset.u0);

const texts = () => Object.fromEntries([...boxes].map(([item, box]) => [item, box.value]));

async function post(path, told) {
  const answer = await fetch(path, {
    method: "POST", body: JSON.stringify({ u0, ...told }),
    headers: { "Content-Type": "application/json", Accept: "application/json" },
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.problems ? said.problems.map((one) => `${one.cause} – ${one.remedy}`).join("\n") : "");
  return said;
}

function html(text, kind) { // of ours, escaped where it was made
  const one = document.createElement("div");
  one.className = kind;
  one.append(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
  styled(one);
  return one;
}

const KINDS = { right: "good", partly_right: "good", follow_through: "good", wrong: "bad", unreadable: "doubt", blank: "faint" };

async function check(place) {
  const result = place.querySelector(".result"), marked = await post("/check", { question: Number(place.dataset.question), texts: texts() });
  for (const [item, one] of Object.entries(marked.items)) {
    const read = document.getElementById("read-" + item);
    read.className = `read ${KINDS[one.verdict]}`;
    read.replaceChildren(`${one.symbol} ${one.told}`);
    if (one.note) read.append(html(one.note, "note"));
    if (one.read) read.append(Object.assign(document.createElement("div"), { className: "note", textContent: one.read }));
  }
  const score = document.createElement("p");
  score.className = "score";
  score.textContent = marked.blank ? words.nothing : words.score.replace("{}", marked.score);
  result.replaceChildren(score);
  if (marked.how) {
    const how = html(marked.how, "how"), name = document.createElement("b");
    name.textContent = `${words.how} `;
    how.prepend(name);
    result.append(how);
  }
}

async function solve(place) {
  const result = place.querySelector(".result"), found = await post("/solution", { question: Number(place.dataset.question) });
  const list = document.createElement("dl");
  list.className = "expected";
  for (const [item, text] of Object.entries(found.expected)) {
    const name = document.createElement("dt"), value = document.createElement("dd");
    name.append(...[...boxes.get(item).labels[0].childNodes].map((one) => one.cloneNode(true)));
    value.textContent = text;
    list.append(name, value);
  }
  result.replaceChildren(list);
  if (found.worked) result.append(html(found.worked, "worked booklet"));
}

async function tell(action) {
  const told = document.getElementById("told");
  told.textContent = "";
  sheet.setAttribute("aria-busy", "true");
  try { await action(); } catch (error) {
    told.textContent = error.message || words.unreachable;
    told.scrollIntoView({ block: "center" });
  }
  sheet.removeAttribute("aria-busy");
}

try {
  for (const [item, text] of Object.entries(JSON.parse(localStorage.getItem(KEPT) || "{}"))) if (boxes.has(item)) boxes.get(item).value = text;
} catch { /* nothing was kept */ }
sheet.addEventListener("input", (event) => {
  const read = document.getElementById("read-" + event.target.dataset.item);
  if (read) { read.textContent = ""; read.className = "read"; }
  try { localStorage.setItem(KEPT, JSON.stringify(texts())); } catch { /* it is kept as long as the page */ }
});
sheet.addEventListener("submit", (event) => event.preventDefault());
for (const place of sheet.querySelectorAll(".checking")) {
  place.querySelector(".check").addEventListener("click", () => tell(() => check(place)));
  place.querySelector(".solve").addEventListener("click", () => tell(() => solve(place)));
}
for (const one of document.querySelectorAll(".next")) {
  one.addEventListener("click", () => tell(async () => {
    try { localStorage.removeItem(KEPT); } catch { /* nothing was kept */ }
    await post("/next", {});
    location.assign("/");
  }));
}
