/** What a person is told of what went wrong or needs their attention: every notice of Orbit, each worded once. */
export { failureNotice } from "./notices/failure-notice";
export { imagesOutNotice } from "./notices/image-notices";
export { withTrouble, type Notice } from "./notices/notice";
export {
  closingNotice,
  CONTEXT_FULL,
  damagedNotice,
  ELSEWHERE,
  EMPTY_ANSWER,
  EMPTY_ANSWER_CUT_OFF,
  INTERRUPTED,
  MOVED_ON,
  NO_QUESTION,
  permissionNotice,
  QUESTION_TOO_LONG,
  REFUSED,
  REFUSED_AFTER_TOOLS,
  settingNotice,
  STOPPED,
  switchedNotice,
  toolsStoppedNotice,
} from "./notices/run-notices";
export { setAsideNotice, storeWords } from "./notices/store-notices";
export { usageNotice } from "./notices/usage-notices";
