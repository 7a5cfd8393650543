// The first choice answers a question: it is marked beside the one that is right, and the reasons open.
lesson.component("predictions", function (root) {
  for (const item of root.querySelectorAll(".prediction")) {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const choices = item.querySelectorAll(".prediction-choice");
    const right = choices[Number(item.dataset.right) - 1];
    /** @type {HTMLDetailsElement} */
    const answer = lesson.part(item, "details");

    /** @param {HTMLButtonElement} choice */
    const choose = function (choice) {
      if (item.dataset.answered) return;
      finish();
      choice.setAttribute("aria-pressed", "true");
      lesson.part(item, ".prediction-verdict").textContent = lesson.fill(root.dataset[choice === right ? "hit" : "missed"], {});
      answer.open = true;
    };

    // Also for whoever opens the answer without a choice.  Choices keep their focus: they are only said to be done.
    const finish = function () {
      item.dataset.answered = right.dataset.right = "1";
      for (const choice of choices) choice.setAttribute("aria-disabled", "true");
    };

    for (const choice of choices) {
      choice.disabled = false;
      choice.addEventListener("click", () => choose(choice));
    }
    answer.addEventListener("toggle", () => answer.open && finish());
  }
});
