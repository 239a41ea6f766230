// The desk by keyboard: every key presses what says so on the page; what is done is sent, and acknowledged once it is kept.
"use strict";

const problems = document.getElementById("problems");
const LISTS = ["shown", "empty", "crossed", "targets", "criteria"];
let isBusy = false;

function show(texts) {
    problems.replaceChildren(...texts.map((text) => {
        const line = document.createElement("p");
        line.className = "problem";
        line.textContent = text;
        return line;
    }));
}

function parsed(name, value) {
    return LISTS.includes(name) ? JSON.parse(value) : value;
}

function said(form, submitter) {
    const found = {};
    for (const [name, value] of new FormData(form, submitter || null)) {
        if (LISTS.includes(name)) (found[name] ||= []).push(parsed(name, value));
        else found[name] = value;
    }
    return found;
}

async function post(path, content, signal) {
    const headers = {"Content-Type": "application/json", Accept: "application/json"};
    const answer = await fetch(path, {method: "POST", headers, body: JSON.stringify({...content, students: problems.dataset.students}), signal});
    return [answer.ok, await answer.json()];
}

async function send(path, content) {
    if (isBusy) return;
    isBusy = true;
    document.body.setAttribute("aria-busy", "true");
    try {
        const [isDone, told] = await post(path, content);
        if (isDone) return void location.assign(told.next);
        show(told.problems.map((one) => [one.place, one.cause, one.remedy && `→ ${one.remedy}`].filter(Boolean).join(" ")));
    } catch {
        show([problems.dataset.offline]);
    }
    isBusy = false;
    document.body.removeAttribute("aria-busy");
}

for (const form of document.querySelectorAll("form[data-send]")) {
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        send(form.dataset.send, said(form, event.submitter));
    });
}

for (const form of document.querySelectorAll("form[data-jump]")) {
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => location.assign(`${form.dataset.jump}?${new URLSearchParams(new FormData(form))}`));
}

for (const button of document.querySelectorAll("[data-undo]")) {
    button.addEventListener("click", () => send("/undo", {room: button.dataset.undo}));
}

// What is left to review is known once the class is marked: the page does not wait for it.
const counted = document.querySelectorAll("[data-count]");
if (counted.length) {
    fetch("/count", {headers: {Accept: "application/json"}})
        .then((answer) => answer.json())
        .then(({review}) => counted.forEach((one) => (one.textContent = review ?? "")))
        .catch(() => {});
}

// Names are hidden until asked for, and then as long as the page of this browser is open.
const names = document.querySelector("[data-names]");
function tellNames(isTold) {
    document.body.classList.toggle("named", isTold);
    names.setAttribute("aria-pressed", String(isTold));
    sessionStorage.setItem("names", isTold ? "told" : "");
}
if (names) {
    tellNames(sessionStorage.getItem("names") === "told");
    names.addEventListener("click", () => tellNames(!document.body.classList.contains("named")));
}

// A page that is turned is shown turned.
for (const turns of document.querySelectorAll("[data-turn]")) {
    const page = document.getElementById(turns.dataset.turn);
    const turn = () => (page.className = `turn-${turns.value}`);
    turns.addEventListener("change", turn);
    turn();
}
for (const button of document.querySelectorAll("[data-rotate]")) {
    button.addEventListener("click", () => {
        const turns = document.getElementById(button.dataset.rotate);
        turns.selectedIndex = (turns.selectedIndex + 1) % turns.options.length;
        turns.dispatchEvent(new Event("change"));
    });
}

// How a text would be read and marked, while it is typed: at once, then with what takes longer to find.
for (const form of document.querySelectorAll("form[data-try]")) {
    let waiting = 0;
    let asking = new AbortController();
    const crops = new Map([...form.querySelectorAll("[data-crop]")].map((one) => [one.dataset.crop, one]));
    const fill = (one) => {
        const crop = crops.get(one.crop);
        for (const name of ["told", "read", "points", "note"]) crop.querySelector(`.${name}`).textContent = one[name];
        crop.querySelector(".told").className = `told ${one.verdict}`;
    };
    const tell = async () => {
        asking.abort();
        asking = new AbortController();
        try {
            const {signal} = asking;
            for (const quick of ["quick", ""]) {
                const [isDone, told] = await post(form.dataset.try, {...said(form), quick}, signal);
                if (!isDone) return;
                told.tried.forEach(fill);
            }
        } catch {
            // a later key asks again
        }
    };
    form.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = setTimeout(tell, 80);
    });
    if (form.elements.text.value) tell();
}

// From crop to crop with the arrows; what was crossed is not left by a wrong key.
const marks = [...document.querySelectorAll("[data-cross]")];
window.addEventListener("beforeunload", (event) => {
    if (!isBusy && marks.some((one) => one.checked)) event.preventDefault();
});
function neighbour(mark, key) {
    const at = marks.indexOf(mark);
    if (key === "ArrowRight") return marks[at + 1];
    if (key === "ArrowLeft") return marks[at - 1];
    const own = mark.getBoundingClientRect();
    const side = key === "ArrowDown" ? 1 : -1;
    const beyond = marks.filter((one) => side * (one.getBoundingClientRect().top - own.top) > 5);
    const far = (one) => {
        const other = one.getBoundingClientRect();
        return Math.abs(other.top - own.top) * 10 + Math.abs(other.left - own.left);
    };
    return beyond.sort((one, other) => far(one) - far(other))[0];
}

// A letter, or two digits, cross, or no longer cross, the crop that they stand on.
const signed = marks.filter((one) => one.dataset.cross);
let digit = "";
function cross(key) {
    const sign = /^\d$/.test(key) ? digit + key : key;
    const mark = signed.find((one) => one.dataset.cross === sign);
    digit = /^\d$/.test(sign) ? sign : "";
    mark?.click();
    mark?.focus();
    return mark || digit;
}

// What is unlikely stands last: one key crosses it all, or takes that back.
function crossFrom(mark) {
    const last = signed.includes(mark) ? signed.slice(signed.indexOf(mark)) : [];
    const isCrossed = !last.every((one) => one.checked);
    last.forEach((one) => (one.checked = isCrossed));
}

// Digits need no Shift on any keyboard, and Caps Lock changes nothing.
function pressedKey({code, key}) {
    if (/^Digit\d$/.test(code)) return code.at(-1);
    return key.length === 1 ? key.toLowerCase() : key;
}

function isTyped(element) {
    return element.matches("textarea, select, input:not([type=checkbox], [type=hidden])");
}

// Tab completes the beginning of a known comment, the newest first; pressed again, it gives the comment before. Case,
// accents and the form of apostrophes do not count.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’‘]/g, "'").toLowerCase();
function completions(field) {
    const typed = field.dataset.typed ?? field.value;
    const known = [...(field.list?.options || [])].map((one) => one.value);
    return typed ? known.filter((text) => text !== typed && plain(text).startsWith(plain(typed))) : [];
}
function complete(field) {
    field.dataset.typed ??= field.value;
    const texts = completions(field);
    const next = texts[(texts.indexOf(field.value) + 1) % texts.length];
    if (!next || next === field.value) return false;
    field.value = next;
    return true;
}
for (const field of document.querySelectorAll("input[list]")) {
    const shown = document.querySelector(`output[for="${field.id}"]`);
    field.addEventListener("input", () => {
        delete field.dataset.typed;
        if (shown) shown.value = completions(field)[0] ?? "";
    });
}

document.addEventListener("keydown", (event) => {
    const {target} = event;
    const key = pressedKey(event);
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (isTyped(target)) {
        if (key === "Escape") target.blur();
        if (key === "Tab" && !event.shiftKey && complete(target)) return void event.preventDefault();
        if (key !== "Enter" || target.dataset.enter === undefined) return;
        event.preventDefault();
        if (target.dataset.enter === "blur") target.blur();
        else {
            target.blur(); // if it is refused, the next key is no letter of the text
            document.getElementById(target.dataset.enter).click();
        }
        return;
    }
    if (target.matches("[data-cross]")) {
        const next = key.startsWith("Arrow") && neighbour(target, key);
        if (next) {
            event.preventDefault();
            return void next.focus();
        }
        if (key === "x") return void target.click();
        if (key === "f") return void crossFrom(target);
    }
    if (signed.length && cross(key)) return;
    if (key === "Enter" && target.matches("a, button")) return;
    const pressed = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!pressed) return;
    event.preventDefault();
    if (pressed.matches("input, select")) pressed.focus();
    else pressed.click();
});
