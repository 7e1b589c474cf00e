// Day or evening, as the reader has chosen: before the page is drawn, so that it does not flash.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
