/** What the rounds of the peers come to: one table for a reader, and the figures that the bench is red by. */
import { aligned, digits, type Figure, mean, median, middleHalf } from '../figure.ts';
import type { Took } from '../process/processes.ts';

export interface Side {
  readonly name: string;
  /** `durable`: a turn goes on after a crash, so Straylight must not be behind it. */
  readonly kind: 'straylight' | 'lean' | 'in memory' | 'durable';
}

/** One case: so many tool steps a turn, so many sessions at once; the rounds of each side. */
export interface Taken {
  readonly steps: number;
  readonly sessions: number;
  readonly sides: readonly { readonly side: Side; readonly rounds: readonly Round[] }[];
}

type Round = Pick<Took, 'ms' | 'cpuMs' | 'bytes'>;

/** What a side comes to in one case. */
interface Rates {
  readonly side: Side;
  readonly turnsASecond: number;
  readonly cpuMs: number;
  readonly bytes: number;
  /** Of each round. */
  readonly ms: readonly number[];
}

/** A row for each side and number of tool steps; a cell has one number for each number of sessions. */
export function tableOf(taken: readonly Taken[]): readonly string[] {
  const loads = [...new Set(taken.map(({ sessions }) => sessions))].join(' / ');
  const names = ['turns a second', 'processor ms a turn', 'KiB a turn', '÷ lean loop'];
  const groups = [...Map.groupBy(taken, ({ steps }) => steps).values()];
  return aligned([['', ...names.map(name => `${name}, ${loads}`)], ...groups.flatMap(rowsOf)]);
}

function rowsOf(cases: readonly Taken[]): readonly (readonly string[])[] {
  const rates = cases.map(ratesOf);
  const leans = rates.map(sides => sides.find(({ side }) => side.kind === 'lean')?.turnsASecond ?? Number.NaN);
  return (rates[0] ?? []).map(({ side }, row) => {
    const all = rates.map(sides => sides[row]);
    const cell = (text: (one: Rates, load: number) => string) =>
      all.map((one, load) => (one ? text(one, load) : '–')).join(' / ');
    return [
      `${inWords(cases[0]?.steps ?? 0)}: ${side.name}`,
      cell(({ turnsASecond }) => digits(turnsASecond)),
      cell(({ cpuMs }) => digits(cpuMs)),
      // a side in memory writes nothing; where the system does not count, nobody does
      cell(({ bytes }) => digits(bytes / 1024)),
      cell(({ turnsASecond }, load) => digits(turnsASecond / (leans[load] ?? Number.NaN))),
    ];
  });
}

/** Straylight's slower way against the fastest durable peer: above 1, Straylight is behind. */
export function figuresOf(taken: readonly Taken[]): readonly Figure[] {
  return taken.map(one => {
    const of = (kind: Side['kind']) =>
      ratesOf(one)
        .filter(({ side }) => side.kind === kind)
        .toSorted((a, b) => a.turnsASecond - b.turnsASecond);
    const [ours] = of('straylight');
    const theirs = of('durable').at(-1);
    if (!ours || !theirs) throw new Error('there is no durable peer to compare with');
    const said = [ours, theirs].map(({ side, turnsASecond }) => `${side.name} ${digits(turnsASecond)}`);
    return {
      name: `${inWords(one.steps)}, ${one.sessions === 1 ? 'alone' : `${one.sessions} sessions`}: time ÷ fastest durable peer`,
      value: theirs.turnsASecond / ours.turnsASecond,
      unit: '×',
      atMost: 1,
      yardstick: `${said.join(', ')} turns a second`,
      spread: middleHalf(ours.ms.map((ms, round) => ms / (theirs.ms[round] ?? Number.NaN))),
    };
  });
}

/**
 * Time is the middle of the rounds. Processor time and bytes are their mean: another process's time is counted in steps
 * of 10 ms, and a checkpoint writes much in one round of many.
 */
function ratesOf({ sessions, sides }: Taken): readonly Rates[] {
  return sides.map(({ side, rounds }) => {
    const ms = rounds.map(round => round.ms);
    return {
      side,
      turnsASecond: (sessions * 1_000) / median(ms),
      cpuMs: mean(rounds.map(({ cpuMs }) => cpuMs)) / sessions,
      bytes: mean(rounds.map(({ bytes }) => bytes)) / sessions,
      ms,
    };
  });
}

function inWords(steps: number): string {
  return steps === 0 ? 'no tool' : `${steps} tools`;
}
