"use strict";
// A student's sheet: what is typed is kept in this browser until the server has it on its disk.
const sheet = document.getElementById("sheet");
const words = JSON.parse(sheet.dataset.words);
const boxes = new Map([...document.querySelectorAll("[data-item]")].map((box) => [box.dataset.item, box]));
const byId = (id) => document.getElementById(id);
const hex = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((one) => one.toString(16).padStart(2, "0")).join("");
const STUDENT = `corrige:${sheet.dataset.sitting}:${encodeURIComponent(sheet.dataset.student)}:`;
const { u0, version } = sheet.dataset, PREFIX = `${STUDENT}${u0}:${version}:`; // what was typed on another sheet is not sent from this sheet
const device = hex(12), page = thisPage();
const sender = { device, page, student: sheet.dataset.student, u0: Number(u0), version };
const WAIT = 400, MOST = 900, POLL = 5000, LATE = 8000, SEVERAL = 50, LONG = 15000, SLOWER = 5;
const numbers = new Map(); // the line of the log that wrote each item last, as far as this page knows
const uncounted = new Set(); // the items whose last text from this page came after the end
let queue = [], sequence = 0, line = 0, timer = 0, first = 0, sending = null, failures = 0, end = null, warned = Infinity;
let isReady = false, isOver = false, late = 0, asked = performance.now();

const clock = (at) => new Date(at * 1000).toLocaleTimeString(sheet.dataset.lang);
const show = (id, is) => byId(id) && byId(id).classList.toggle("hidden-part", !is);
const put = (id, text) => { const one = byId(id); if (one && one.textContent !== text) one.textContent = text; };

function thisPage() { // the same when it is loaded again
  try {
    return (sessionStorage.page = sessionStorage.page || hex(8));
  } catch { return hex(8); }
}

function keep() {
  try {
    if (queue.length) localStorage.setItem(PREFIX + device, JSON.stringify(queue));
    else localStorage.removeItem(PREFIX + device);
  } catch { /* without storage the queue lives as long as the page */ }
}

function left(prefix) { // queues that earlier pages of this browser could not send
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix) && name !== PREFIX + device);
  } catch { return []; }
}

async function post(path, told) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), LATE);
  try {
    const answer = await fetch(path, {
      method: "POST", signal: stop.signal, body: JSON.stringify(told),
      headers: { "Content-Type": "application/json", Accept: "application/json" },
    });
    if (answer.status === 403) location.replace("/"); // signed out elsewhere: what waits stays in this browser
    if (answer.status === 409) show("another", (await answer.json()).refused === "student"); // what waits stays here
    if (!answer.ok) throw new Error(String(answer.status));
    show("another", false);
    return await answer.json();
  } finally { clearTimeout(late); }
}

function typed(box) {
  const item = box.dataset.item, text = box.value.replace(/[\ud800-\udfff]/gu, "\ufffd"); // half a letter cannot be sent
  queue = queue.filter((one) => one.item !== item || one.isSent);
  queue.push({ sequence: ++sequence, item, text, base: numbers.get(item) || 0 });
  keep();
  put("read-" + item, "");
  told();
  first = first || performance.now();
  clearTimeout(timer);
  const slower = box.matches("textarea") ? SLOWER : 1; // each save of a long answer has all of it
  timer = setTimeout(send, Math.max(0, Math.min(slower * WAIT, first + slower * MOST - performance.now()))); // also of who goes on typing
}

function told(at) {
  const waiting = queue.length;
  byId("saved").classList.toggle("offline", failures > 1);
  const offline = waiting > 1 ? words.offline_several : waiting ? words.offline_one : words.offline;
  if (failures > 1) put("saved", offline.replace("{}", waiting));
  else if (waiting) put("saved", words.saving);
  else if (late) put("saved", words.late);
  else if (at) put("saved", words.saved.replace("{}", clock(at)));
  if (byId("filled")) {
    const empty = [...boxes.values()].filter((box) => !box.value.trim()).length;
    put("filled", words.empty.replace("{empty}", empty).replace("{count}", boxes.size));
  }
}

function send() {
  clearTimeout(timer);
  first = 0;
  sending = sending || (queue.length && isReady ? exchange() : null);
  return sending || Promise.resolve();
}

function leading(saves) { // several boxes, or a long answer: a request must not be too large
  const batch = [];
  let size = 0;
  for (const one of saves) {
    size += one.text.length;
    if (batch.length === SEVERAL || (batch.length && size > LONG)) break;
    batch.push(one);
  }
  return batch;
}

async function exchange() {
  const batch = leading(queue);
  for (const one of batch) one.isSent = true;
  const saves = batch.map(({ isSent, ...one }) => one);
  try {
    const answer = await post("/save", { ...sender, since: line, saves });
    if (answer.saves.length !== batch.length) throw new Error("not from the server"); // but from a portal of the network
    queue = queue.filter((one) => !batch.includes(one));
    keep();
    failures = 0;
    for (const one of answer.saves) fated(one, batch.find((save) => save.sequence === one.sequence).text);
    heard(answer);
    announce(batch);
  } catch {
    failures += 1;
    told();
  }
  sending = null;
  if (queue.length) timer = setTimeout(send, failures ? Math.min(5000, 500 * 2 ** failures) : 0);
}

function announce(saves) { // to who does not see: which boxes, and how they are read
  const told = saves.map(({ item }) => [boxes.get(item).labels[0].querySelector(".hidden").textContent, byId("read-" + item).textContent]);
  put("heard", told.filter(([, read]) => read).map((one) => one.join("")).join(" ; "));
}

function fated(one, sent) {
  const box = boxes.get(one.item), isNewer = queue.some((other) => other.item === one.item);
  // Text of another page that this page has not shown: what waits here does not replace it, but is set aside too.
  const isUnseen = one.text !== sent && one.number > (numbers.get(one.item) || 0);
  if (isUnseen && isNewer) return;
  numbers.set(one.item, one.number);
  if (one.fate === "late") uncounted.add(one.item);
  else uncounted.delete(one.item);
  if (one.fate === "aside" || isUnseen && one.fate === "late") aside(box, one.text, box.value);
  else if (!isNewer && (isUnseen || one.fate === "refused")) box.value = one.text;
  for (const other of queue) if (other.item === one.item && !other.isSent) other.base = one.number;
}

function aside(box, theirs, ours) {
  if (theirs === ours) return;
  box.value = theirs;
  const note = document.createElement("p"), button = document.createElement("button");
  note.className = "doubt aside";
  note.setAttribute("role", "alert");
  note.textContent = words.aside.replace("{theirs}", theirs).replace("{ours}", ours) + " ";
  button.type = "button";
  button.textContent = words.take.replace("{}", ours);
  button.addEventListener("click", () => { box.value = ours; note.remove(); typed(box); box.focus(); });
  note.append(button);
  const there = box.parentElement.querySelector(".aside");
  if (there) there.remove();
  box.parentElement.append(note);
}

function heard(state) { // what the server says of time, messages, and of what other pages wrote
  asked = performance.now();
  if (state.begun !== boxes.size > 0 || state.u0 !== Number(u0) || state.version !== version || state.wording !== sheet.dataset.wording) { location.reload(); return; }
  line = state.line;
  for (const [item, [text, number]] of Object.entries(state.changed)) {
    const box = boxes.get(item);
    if (!box || number <= (numbers.get(item) || 0)) continue;
    if (queue.some((one) => one.item === item)) continue; // the server will say what becomes of it
    numbers.set(item, number);
    if (uncounted.has(item)) aside(box, text, box.value); // more time was given, and another page's text counts
    else box.value = text;
  }
  if (!state.late) uncounted.clear();
  for (const [item, read] of Object.entries(state.read)) {
    if (queue.some((one) => one.item === item)) continue;
    put("read-" + item, read);
    const one = byId("read-" + item);
    if (one) one.classList.toggle("unread", read !== "" && !read.startsWith(words.read.replace("{}", "")) && read !== words.zero);
  }
  end = state.left === null ? null : performance.now() + state.left * 1000;
  show("others", state.others > 0);
  say(state.said);
  late = state.late;
  if (boxes.size) over(state);
  told(state.saved);
  remaining();
}

function say(messages) {
  const place = byId("said");
  for (const one of messages.slice(place.children.length)) {
    const said = document.createElement("p");
    said.className = "message";
    said.textContent = `${clock(one.at)} – ${one.text}`;
    place.append(said);
  }
}

function over(state) {
  const receipt = state.handed_in;
  isOver = Boolean(receipt) || state.closed || (state.left !== null && state.left <= 0);
  for (const box of boxes.values()) box.readOnly = isOver || !isReady;
  sheet.classList.toggle("over", isOver);
  if (receipt) byId("receipt").value = `${new Date(receipt.at * 1000).toLocaleString(sheet.dataset.lang)} · ${receipt.receipt}`;
  show("receipted", receipt);
  show("kept", isOver && !receipt);
  put("kept", words.kept + (state.saved ? " " + words.saved.replace("{}", clock(state.saved)) + "." : ""));
  byId("hand-in").disabled = Boolean(receipt);
}

function remaining() {
  if (end === null) return;
  const seconds = Math.max(0, (end - performance.now()) / 1000), minutes = Math.ceil(seconds / 60);
  const hours = Math.floor(minutes / 60), text = hours ? `${hours} h ${String(minutes % 60).padStart(2, "0")}` : `${minutes} min`;
  put("left", seconds > 0 ? words.left.replace("{}", text) : words.over);
  const near = [1, 5, 15].find((one) => minutes <= one) || Infinity;
  if (near < warned && seconds > 0) put("hurry", words.left.replace("{}", text));
  warned = near;
  if (seconds === 0 && !isOver) { send(); poll(); }
}

async function poll() {
  if (sending || document.hidden && performance.now() - asked < 4 * POLL) return;
  try {
    const state = await post("/state", { ...sender, since: line });
    failures = 0;
    heard(state);
    if (queue.length) send();
  } catch {
    failures += 1;
    told();
  }
}

async function begin() { // first what an earlier page of this browser could not send, then the state, then typing
  try {
    show("changed", left(STUDENT).some((name) => !name.startsWith(PREFIX)));
    for (const name of left(PREFIX)) {
      for (let waiting = JSON.parse(localStorage.getItem(name)); waiting.length;) {
        const saves = leading(waiting).map(({ isSent, ...one }) => one);
        const answer = await post("/save", { ...sender, device: name.slice(PREFIX.length), since: 0, saves });
        if (answer.saves.length !== saves.length) throw new Error("not from the server");
        waiting = waiting.slice(saves.length);
        for (const one of answer.saves) {
          const mine = saves.find((save) => save.sequence === one.sequence);
          if (one.fate === "aside") setTimeout(() => aside(boxes.get(one.item), one.text, mine.text));
        }
      }
      localStorage.removeItem(name);
      line = 0;
    }
    const state = await post("/state", { ...sender, since: 0 });
    isReady = true;
    failures = 0;
    heard(state);
  } catch {
    isReady = false;
    failures += 1;
    told();
    setTimeout(begin, Math.min(5000, 500 * 2 ** failures));
  }
}

async function sent() { // all that was typed; an error if something waits
  while (queue.length && failures < 3) await send();
  if (queue.length) throw new Error("waiting");
}

async function signOut() {
  try {
    await sent();
    await post("/sign-out", sender);
    location.replace("/");
  } catch {
    failures += 1;
    told();
  }
}

async function handIn() {
  if (byId("sure").classList.contains("hidden-part")) {
    show("sure", true);
    show("not-yet", true);
    return;
  }
  try {
    await sent();
    heard(await post("/hand-in", { ...sender, since: line }));
    show("sure", false);
    show("not-yet", false);
    byId("receipted").focus();
    byId("receipt").select();
  } catch {
    failures += 1;
    told();
  }
}

for (const box of boxes.values()) {
  box.readOnly = true;
  box.addEventListener("input", () => typed(box));
  box.addEventListener("change", send);
}
sheet.addEventListener("submit", (event) => event.preventDefault());
if (boxes.size) {
  byId("hand-in").addEventListener("click", handIn);
  byId("not-yet").addEventListener("click", () => { show("sure", false); show("not-yet", false); });
  byId("sign-out").addEventListener("click", signOut);
}
window.addEventListener("online", poll);
document.addEventListener("visibilitychange", () => { if (!document.hidden) poll(); });
window.addEventListener("pagehide", keep);
setInterval(remaining, 1000);
setInterval(poll, POLL);
begin();
