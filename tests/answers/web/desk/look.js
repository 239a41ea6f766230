// What is wrong with a page for those who do not see it, or see little: an empty list if nothing is.
(() => {
    const wrong = [];
    const told = (one) => one.outerHTML.slice(0, 90);
    const rgb = (text) => text.match(/[\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (one) => {
        for (let place = one; place; place = place.parentElement) {
            const colour = rgb(getComputedStyle(place).backgroundColor);
            if (colour.length < 4 || colour[3] > 0) return colour;
        }
        return [255, 255, 255];
    };
    if (!document.documentElement.lang) wrong.push("no language");
    if (!document.title) wrong.push("no title");
    if (document.querySelectorAll("h1").length !== 1 || document.querySelectorAll("main").length !== 1) wrong.push("no one heading");
    for (const one of document.querySelectorAll("img")) if (!one.hasAttribute("alt")) wrong.push(`no alt: ${told(one)}`);
    for (const one of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
        const name = [...(one.labels || [])].map((label) => label.textContent + [...label.querySelectorAll("img")].map((img) => img.alt)).join("");
        if (!name.trim() && !one.ariaLabel) wrong.push(`no label: ${told(one)}`);
    }
    for (const one of document.querySelectorAll("a, button, progress")) {
        if (!one.textContent.trim() && !one.ariaLabel) wrong.push(`no name: ${told(one)}`);
    }
    const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
    if (new Set(ids).size !== ids.length) wrong.push("an id twice");
    const keys = [...document.querySelectorAll("[data-key]")].map((one) => one.dataset.key);
    if (new Set(keys).size !== keys.length) wrong.push(`a key twice: ${keys}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement;
        if (!texts.currentNode.textContent.trim() || !one.checkVisibility() || one.closest(".skip, .hidden, option")) continue;
        const [front, back] = [light(rgb(getComputedStyle(one).color)), light(behind(one))];
        const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
        if (contrast < 4.5) wrong.push(`contrast ${contrast.toFixed(1)}: ${told(one)}`);
    }
    for (const one of document.querySelectorAll("button, .button")) {
        if (one.checkVisibility() && one.getBoundingClientRect().height < 24) wrong.push(`small: ${told(one)}`);
    }
    return wrong;
})()
