/** Durations as settings say them. */

/** `1h30m` in milliseconds, `0` is none; undefined: it is no duration. */
export function durationMs(text: string): number | undefined {
  if (text === '0') return 0;
  const [, hours, minutes, seconds] = /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/.exec(text) ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined;
  return Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + Number(seconds ?? 0) * 1_000;
}
