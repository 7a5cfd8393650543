// Beside TypeScript's checker, which knows names and types: what is legal and still a mistake.
import js from "@eslint/js";

const RULES = {
  "no-undef": "off", // TypeScript knows
  "array-callback-return": "error",
  "default-case-last": "error",
  eqeqeq: "error",
  "no-constructor-return": "error",
  "no-else-return": "error",
  "no-eval": "error",
  "no-implied-eval": "error",
  "no-lonely-if": "error",
  "no-misleading-character-class": ["error", { allowEscape: true }],
  "no-new-func": "error",
  "no-self-compare": "error",
  "no-template-curly-in-string": "error",
  "no-throw-literal": "error",
  "no-unneeded-ternary": "error",
  "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
  "no-useless-concat": "error",
  "no-useless-rename": "error",
  "no-useless-return": "error",
  "no-var": "error",
  "object-shorthand": "error",
  "prefer-const": ["error", { destructuring: "all" }],
  "require-atomic-updates": "error",
};

export default [
  { ignores: ["static/vendor/", "site/", "build/", ".venv/", ".venv-*/", "test-artifacts/"] },
  js.configs.recommended,
  { files: ["**/*.js"], languageOptions: { ecmaVersion: 2023, sourceType: "module" }, rules: RULES },
  {
    files: ["static/search/*.js"], // joined, they share one scope
    languageOptions: { sourceType: "script" },
    rules: { "no-unused-vars": ["error", { vars: "local", argsIgnorePattern: "^_" }] },
  },
];
