/** A day as its owner lives it: from midnight to midnight of one time zone. */

/** `2026-11-22`, and the instants between which it lies. */
export interface OwnersDay {
  readonly day: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Tells the day of an instant in `timeZone`. The answer is remembered until the day is over, since every model call
 * asks. Throws a `RangeError` where there is no such time zone.
 */
export function dayTeller(timeZone: string): (at: number) => OwnersDay {
  let known = dayOf(0, timeZone);
  return at => {
    if (at < known.startsAt || at >= known.endsAt) known = dayOf(at, timeZone);
    return known;
  };
}

/**
 * A day has 23 to 25 hours where clocks are changed, and may be missing altogether. `Intl` would load all it knows of
 * languages for this: 20 ms and 6 MB.
 */
function dayOf(at: number, timeZone: string): OwnersDay {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const date = zoned.toPlainDate();
  return {
    day: date.toString(),
    startsAt: zoned.startOfDay().epochMilliseconds,
    endsAt: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
}
