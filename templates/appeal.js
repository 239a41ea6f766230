"use strict";
// Save the appeals as a text with the code of the page; nothing is sent.
const form = document.querySelector(".appeal");
const button = document.createElement("button");
button.type = "button";
button.textContent = form.dataset.save;
form.append(button);
button.addEventListener("click", () => {
    const value = (kind, row) => form.querySelector(`[name=appeal_${kind}_${row}]`).value.replace(/[\s]+/g, " ").trim();
    const rows = [1, 2, 3].filter((row) => value("item", row) || value("reason", row));
    const unnamed = rows.length ? rows.find((row) => !value("item", row)) : 1;
    if (unnamed) return void form.querySelector(`[name=appeal_item_${unnamed}]`).focus();
    const lines = rows.map((row) => `${form.dataset.word} ${value("item", row)}: ${value("reason", row)}`);
    const link = document.createElement("a");
    link.download = `${form.dataset.word.normalize("NFD").replace(/[^a-z]/g, "")}.txt`;
    link.href = URL.createObjectURL(new Blob([[...lines, document.body.dataset.token, ""].join("\n")], {type: "text/plain"}));
    link.click();
    URL.revokeObjectURL(link.href);
});
