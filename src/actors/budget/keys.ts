/** The keys under which totals are kept. */

/** Of a warning about the session's own allotment. */
export const sessionKey = 'session';

export function dayKey(day: string): string {
  return `day:${day}`;
}

/** Of one run of a job: its conversation. */
export function scheduleKey(session: string): string {
  return `schedule:${session}`;
}

/** The day a call is counted in: that of its reservation, whenever it ends. */
export function dayIn(keys: readonly string[]): string {
  return (keys.find(key => key.startsWith('day:')) ?? '').slice('day:'.length);
}
