import { showToast, Toast } from "@raycast/api";
import { failureNotice } from "../agent/notices";

/** Waits for the work; where it fails, a toast says what could not be done, and why. */
export async function orToast(work: Promise<unknown> | undefined, title: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    await showToast({ style: Toast.Style.Failure, title, message: failureNotice(error).text });
  }
}
