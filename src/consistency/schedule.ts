import { Cron } from 'croner';

/** Longest ago, in milliseconds, that a time of the schedule is still made up for: a server was down at night. */
const MADE_UP_MS = 12 * 3_600_000;

/** Whether a text is a cron pattern of five fields. */
export function isSchedule(pattern: string): boolean {
  try {
    new Cron(pattern, { mode: '5-part', paused: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether there is a time zone of that name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The last time of the schedule that has come, in milliseconds since 1970, or null where none came lately. */
export function lastDue(pattern: string, timeZone: string, now: number): number | null {
  const cron = new Cron(pattern, { mode: '5-part', timezone: timeZone, paused: true });
  // The moment asked about is left out of what is before it.
  const [last] = cron.previousRuns(1, new Date(now + 1000));
  if (last === undefined || last.getTime() > now || now - last.getTime() > MADE_UP_MS) return null;
  return last.getTime();
}
