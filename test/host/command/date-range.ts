import { DatePickerType } from "../api/enums";

/** Which dates may be picked. */
interface DateRange {
  readonly type?: string | undefined;
  readonly min?: Date | undefined;
  readonly max?: Date | undefined;
}

/** Whether a date may be picked. Where days are picked, the hour of the limits does not count. */
export function isInRange(date: Date, { type, min, max }: DateRange): boolean {
  const part = type === DatePickerType.Date ? startOfDay : (whole: Date) => whole;
  return (!min || part(date) >= part(min)) && (!max || part(date) <= part(max));
}

const startOfDay = (date: Date): Date => new Date(date.getFullYear(), date.getMonth(), date.getDate());

/** Whether a date that was picked is a day without a time, which Raycast tells by local midnight. */
export const isFullDay = (date?: Date | null): boolean =>
  date != null && [date.getHours(), date.getMinutes(), date.getSeconds()].every((part) => part === 0);
