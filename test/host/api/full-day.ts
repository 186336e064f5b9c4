/** Whether a date that a picker gave is a day without a time, which Raycast tells by local midnight. */
export function isFullDay(date?: Date | null): boolean {
  return date != null && [date.getHours(), date.getMinutes(), date.getSeconds()].every((part) => part === 0);
}
