// Every heading of the text, and every figure that has a number, offers its own address: a mark in the margin beside it.
// For the keyboard and for readers of the screen the contents and the text have the same links.

for (const heading of document.querySelectorAll("main :is(h2, h3, h4)")) {
  const id = heading.querySelector(".target-number")?.id || heading.id;
  if (!id || heading.closest("summary")) continue; // which is a button itself
  const link = document.createElement("a");
  link.className = "permalink";
  link.href = "#" + encodeURIComponent(id);
  link.tabIndex = -1;
  link.setAttribute("aria-hidden", "true");
  heading.append(link);
}
