/** A day as its owner lives it: from midnight to midnight of one time zone. */

/** `2026-11-22`, and the instants between which it lies. */
export interface OwnersDay {
  readonly day: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Tells the day of an instant in `timeZone`. The answer is remembered until the day is over, since every model call
 * asks.
 */
export function dayTeller(timeZone: string): (at: number) => OwnersDay {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayOf = (at: number) => format.format(at);
  let known: OwnersDay = { day: '', startsAt: 0, endsAt: 0 };
  return at => {
    if (at < known.startsAt || at >= known.endsAt) known = found(at, dayOf);
    return known;
  };
}

/**
 * A day has 23 to 25 hours where clocks are changed, and may be missing altogether: its ends are looked for, not
 * reckoned.
 */
function found(at: number, dayOf: (at: number) => string): OwnersDay {
  const day = dayOf(at);
  return {
    day,
    startsAt: border(at - 26 * hourMs, at, then => dayOf(then) === day),
    endsAt: border(at, at + 26 * hourMs, then => dayOf(then) !== day),
  };
}

const hourMs = 3_600_000;

/** The first whole second after `from` at which `isBeyond` holds, as it does at `to`. */
function border(from: number, to: number, isBeyond: (at: number) => boolean): number {
  let low = Math.floor(from / 1000);
  let high = Math.ceil(to / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isBeyond(middle * 1000)) high = middle;
    else low = middle;
  }
  return high * 1000;
}
