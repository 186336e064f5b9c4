export { default } from "./commands/check-setup/check-setup";
