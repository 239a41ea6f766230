"use strict";
// Who is there: asked every three seconds, and drawn anew where it changed.
const monitor = document.getElementById("monitor");
const words = JSON.parse(monitor.dataset.words);
const byId = (id) => document.getElementById(id);
const clock = (at) => new Date(at * 1000).toLocaleTimeString(monitor.dataset.lang);
const MINUTES = 5, LOST = 30;
let seen = "", sure = "", isEnded = false;

async function post(path, told) {
  const answer = await fetch(path, {
    method: "POST", body: JSON.stringify(told), headers: { "Content-Type": "application/json", Accept: "application/json" },
  });
  if (!answer.ok) throw new Error(String(answer.status));
  const state = await answer.json();
  if (!isEnded) show(state);
}
const act = (told) => post("/monitor/act", told).then(() => { if (told.do === "end") ended(); }).catch(() => { byId("state").textContent = words.unreachable; });
const ask = () => isEnded || post("/monitor/state", {}).catch(() => { byId("state").textContent = words.unreachable; });

function ended() {
  isEnded = true;
  byId("state").textContent = words.ended.replace("{}", monitor.dataset.folder);
  for (const one of monitor.querySelectorAll("button, form")) one.hidden = true;
}

function cell(row, text, kind) {
  const one = document.createElement("td");
  one.dataset.name = monitor.querySelectorAll("thead th")[row.children.length].textContent;
  one.textContent = text;
  if (kind) one.className = kind;
  row.append(one);
  return one;
}

function button(place, text, label, told) {
  const one = document.createElement("button");
  one.type = "button";
  one.textContent = text;
  one.setAttribute("aria-label", label);
  one.dataset.told = JSON.stringify(told);
  one.addEventListener("click", () => act(told));
  place.append(one, " ");
}

function there(one) {
  if (!one.came) return [words.absent, "away"];
  if (!one.pages) return [one.handed_in ? words.gone : words.lost, one.handed_in ? "away" : "bad"];
  return one.machines > 1 || one.pages > 1 ? [words.several.replace("{}", one.pages), "doubt"] : [words.here, "good"];
}

function show(state) {
  const { now, ...rest } = state, told = JSON.stringify(rest);
  const came = state.students.filter((one) => one.came).length, out = state.students.filter((one) => one.handed_in).length;
  const phase = state.closed ? words.closed.replace("{}", clock(state.closed)) : state.begun ? words.begun.replace("{}", clock(state.begun)).replace("{minutes}", state.minutes) : words.waiting;
  byId("state").textContent = `${phase} ${words.counts.replace("{came}", came).replace("{count}", state.students.length).replace("{out}", out)} ${clock(now)}`;
  if (told === seen) return;
  seen = told;
  byId("failing").hidden = !state.failing;
  byId("failing").textContent = words.failing.replace("{}", state.failing);
  byId("restored").hidden = !state.restored;
  byId("restored").textContent = state.restored ? words.restored.replace("{}", clock(state.restored)) : "";
  byId("missing").hidden = !state.missing;
  byId("missing").textContent = words.missing.replace("{}", state.missing);
  byId("revoked").hidden = !state.revoked.length;
  byId("revoked").textContent = words.revoked.replace("{}", state.revoked.join(", "));
  byId("refused").hidden = !state.refused.length;
  byId("refused").textContent = words.refused.replace("{}", state.refused.join(", "));
  byId("open").hidden = Boolean(state.begun && !state.closed);
  byId("open").textContent = state.closed ? words.again : words.begin;
  for (const id of ["more", "close"]) byId(id).hidden = !state.begun || Boolean(state.closed);
  const held = document.activeElement && document.activeElement.dataset.told;
  byId("said").replaceChildren(...state.said.map((one) => Object.assign(document.createElement("p"), { textContent: `${clock(one.at)} – ${one.text}` })));
  byId("rows").replaceChildren(...state.students.map((one) => row(one, state)));
  if (held) (document.querySelector(`button[data-told='${CSS.escape(held)}']`) || [...document.querySelectorAll("#rows button")].find((b) => b.dataset.told === held) || document.body).focus();
}

function row(one, state) {
  const made = document.createElement("tr"), name = document.createElement("th"), [where, kind] = there(one);
  name.scope = "row";
  name.textContent = one.called === one.student ? one.called : `${one.called} (${one.student})`;
  made.append(name);
  if (one.listed === null) cell(made, where, kind);
  else cell(made, `${where}. ${words.listed.replaceAll("{u0}", one.u0).replace("{listed}", one.listed)}`, "bad");
  cell(made, one.saved ? clock(one.saved) : "–");
  cell(made, `${one.filled} / ${state.boxes}${one.late ? " " + words.late.replace("{}", one.late) : ""}`, one.late ? "doubt" : "");
  cell(made, one.extra ? `+${one.extra} min` : "–");
  cell(made, one.end ? clock(one.end) : "–");
  cell(made, one.handed_in ? `${clock(one.handed_in)} · ${one.receipt}` : "–");
  const place = cell(made, "");
  button(place, `+${MINUTES} min`, `+${MINUTES} min, ${one.called}`, { do: "time", student: one.student, minutes: MINUTES });
  if (one.handed_in) button(place, words.reopen, `${words.reopen}, ${one.called}`, { do: "reopen", student: one.student });
  if (one.came) button(place, words.sign_out, `${words.sign_out}, ${one.called}`, { do: "sign-out", student: one.student });
  return made;
}

function twice(id, told) { // what cannot be taken back is asked for twice
  byId(id).addEventListener("click", () => {
    if (sure === id) { sure = ""; byId("sure").textContent = ""; act(told); return; }
    sure = id;
    byId(id).after(" ", byId("sure"));
    byId("sure").textContent = words.sure.replace("{}", byId(id).textContent);
  });
}

byId("open").addEventListener("click", () => act({ do: "open" }));
byId("more").addEventListener("click", () => act({ do: "time", student: "", minutes: MINUTES }));
twice("close", { do: "close" });
twice("end", { do: "end" });
byId("message").addEventListener("submit", (event) => {
  event.preventDefault();
  act({ do: "message", text: byId("text").value });
  byId("text").value = "";
});
setInterval(ask, 3000);
ask();
