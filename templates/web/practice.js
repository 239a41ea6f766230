"use strict";
// An exam at home: what is typed stays in this browser; a question is checked when it is asked for.
const sheet = document.getElementById("sheet");
const words = JSON.parse(sheet.dataset.words);
const boxes = new Map([...sheet.querySelectorAll("[data-item]")].map((box) => [box.dataset.item, box]));
const GONE = `corrige:practice:${sheet.dataset.exam}`, KEPT = `${GONE}:texts`; // the last results of each question; the answers to a seed
const u0 = Number(sheet.dataset.u0), LAST = 5, UNTRIED = 0.5, AGAIN = 500;

const texts = () => Object.fromEntries([...boxes].map(([item, box]) => [item, box.value]));

function kept(name) {
  try { return JSON.parse(localStorage.getItem(name)) || {}; } catch { return {}; }
}
function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* it is kept as long as the page */ }
}

const share = (results) => results ? results.reduce((sum, one) => sum + one, 0) / results.length : UNTRIED;
function gone() { // how each question goes, and which goes wrong most, the first of several
  const results = kept(GONE), numbers = [...sheet.querySelectorAll(".checking")].map((place) => place.dataset.question);
  for (const number of numbers) sheet.querySelector(`.checking[data-question="${number}"] .goes`).textContent = results[number] ? words.goes.replace("{}", Math.round(100 * share(results[number]))) : "";
  const weakest = numbers.reduce((one, other) => share(results[other]) < share(results[one]) ? other : one);
  const advised = document.getElementById("advised");
  advised.href = `#question-${weakest}`;
  advised.textContent = words.advised.replace("{}", weakest);
}

async function post(path, told, place) {
  const answer = await fetch(path, {
    method: "POST", body: JSON.stringify({ ...told, u0 }),
    headers: { "Content-Type": "application/json", Accept: "application/json" },
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.problems ? said.problems.map((one) => `${one.cause} – ${one.remedy}`).join("\n") : "");
  if (!said.wait) return said;
  place.textContent = words.moment; // its key is being made
  await new Promise((done) => setTimeout(done, AGAIN));
  return post(path, told, place);
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
  const result = place.querySelector(".result"), number = place.dataset.question;
  const marked = await post("/check", { question: Number(number), texts: texts() }, result);
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
  if (!marked.blank) {
    const results = kept(GONE);
    keep(GONE, { ...results, [number]: [...results[number] || [], marked.share].slice(-LAST) });
    gone();
  }
  if (marked.how) {
    const how = html(marked.how, "how"), name = document.createElement("b");
    name.textContent = `${words.how} `;
    how.prepend(name);
    result.append(how);
  }
}

async function solve(place) {
  const result = place.querySelector(".result"), found = await post("/solution", { question: Number(place.dataset.question) }, result);
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

const before = kept(KEPT);
if (before.u0 === u0) for (const [item, text] of Object.entries(before.texts)) if (boxes.has(item)) boxes.get(item).value = text;
gone();
sheet.addEventListener("input", (event) => {
  const read = document.getElementById("read-" + event.target.dataset.item);
  if (read) { read.textContent = ""; read.className = "read"; }
  keep(KEPT, { u0, texts: texts() });
});
sheet.addEventListener("submit", (event) => event.preventDefault());
for (const place of sheet.querySelectorAll(".checking")) {
  place.querySelector(".check").addEventListener("click", () => tell(() => check(place)));
  place.querySelector(".solve").addEventListener("click", () => tell(() => solve(place)));
}
