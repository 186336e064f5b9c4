export { default } from "./commands/ask-orbit/ask-orbit";
