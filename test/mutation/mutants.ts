import type { Mutant } from "./mutant";
import { APPROVAL_MUTANTS } from "./mutants/approvals";
import { CALL_MUTANTS } from "./mutants/calls";
import { CHAT_MUTANTS } from "./mutants/chats";
import { FORMAT_MUTANTS } from "./mutants/formats";
import { HTTP_MUTANTS } from "./mutants/http";
import { IMAGE_MUTANTS } from "./mutants/images";
import { RUN_MUTANTS } from "./mutants/runs";
import { WIRE_MUTANTS } from "./mutants/wire";

/** All of them. */
export const MUTANTS: readonly Mutant[] = [
  ...RUN_MUTANTS,
  ...CALL_MUTANTS,
  ...APPROVAL_MUTANTS,
  ...WIRE_MUTANTS,
  ...CHAT_MUTANTS,
  ...FORMAT_MUTANTS,
  ...HTTP_MUTANTS,
  ...IMAGE_MUTANTS,
];
