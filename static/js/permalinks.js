// Every heading of the text, and every figure that has a name, offers its own address: a mark in the margin beside it.
// For the keyboard and for readers of the screen the contents have the same links.

for (const heading of document.querySelectorAll("main :is(h2, h3, h4)[id]")) {
  if (heading.closest("summary")) continue; // which is a button itself
  const link = document.createElement("a");
  link.className = "permalink";
  link.href = "#" + encodeURIComponent(heading.id);
  link.tabIndex = -1;
  link.setAttribute("aria-hidden", "true");
  heading.append(link);
}
