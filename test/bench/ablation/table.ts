/** What each part of an agent adds to a turn, beside what it may add. */
import { aligned, digits, type Figure, mean, median } from '../figure.ts';
import type { Took } from '../process/processes.ts';
import type { Allowance, Part } from './parts.ts';

/** The rounds of one stage with so many sessions at once. */
export interface Load {
  readonly sessions: number;
  readonly rounds: readonly Round[];
}

type Round = Pick<Took, 'cpuMs' | 'counts'>;

/** The loads of one stage, the same ones in each. */
export type Stage = readonly Load[];

/** A stage and the one before it, whose rounds were taken in turn. */
export interface Pair {
  readonly before: Stage;
  readonly after: Stage;
}

type Cost = Readonly<Record<keyof Allowance, number>>;

const measures = [
  { name: 'cpu', title: 'processor, % of bare', shown: (value: number) => digits(100 * value) },
  { name: 'statements', title: 'statements', shown: digits },
  { name: 'kib', title: 'KiB committed', shown: digits },
  { name: 'steps', title: 'steps', shown: digits },
] as const;

/**
 * A row for what the bare host takes, then one for what each part adds; a cell has one number for each load, and in
 * brackets what is allowed. `pairs`: the bare host and the one with the first part, that one and the next, and so on.
 */
export function tableOf(parts: readonly Part[], pairs: readonly Pair[]): readonly string[] {
  const { bare, added } = costs(parts, pairs);
  const loads = bareOf(pairs)
    .map(({ sessions }) => sessions)
    .join(' / ');
  const cells = (all: readonly Cost[], may?: Allowance) =>
    measures.map(({ name, shown }) => {
      const numbers = all.map(cost => shown(cost[name])).join(' / ');
      return may === undefined ? numbers : `${numbers} (${shown(may[name])})`;
    });
  return [
    `one turn of the bare host: ${bareMs(bareOf(pairs))} ms of processor time, ${loads}`,
    ...aligned([
      ['', ...measures.map(({ title }) => `${title}, ${loads}`)],
      ['bare host', ...cells(bare)],
      ...added.map(({ part, all }) => [`+ ${part.name}`, ...cells(all, part.may)]),
    ]),
  ];
}

/** How much of its allowance each part uses, by the measure and the load that use most of it. */
export function figuresOf(parts: readonly Part[], pairs: readonly Pair[]): readonly Figure[] {
  return costs(parts, pairs).added.map(({ part, all }) => {
    const uses = all.flatMap((cost, load) =>
      measures.map(({ name, title, shown }) => ({
        used: usedOf(cost[name], part.may[name]),
        text: `${title}, ${sessionsOf(pairs, load)}: ${shown(cost[name])} of ${shown(part.may[name])}`,
      })),
    );
    const most = uses.reduce((one, other) => (other.used > one.used ? other : one));
    return { name: `${part.name}: of its allowance`, value: most.used, unit: '×', atMost: 1, yardstick: most.text };
  });
}

/** What is not allowed at all is used up by the first of it. */
function usedOf(added: number, allowed: number): number {
  if (added <= 0) return 0;
  return added / allowed;
}

function sessionsOf(pairs: readonly Pair[], load: number): string {
  const sessions = bareOf(pairs)[load]?.sessions ?? 0;
  return sessions === 1 ? 'alone' : `${sessions} sessions`;
}

function bareOf(pairs: readonly Pair[]): Stage {
  return pairs[0]?.before ?? [];
}

/** What the bare host takes, and what each part adds to the stage before it. */
function costs(parts: readonly Part[], pairs: readonly Pair[]) {
  if (pairs.length !== parts.length)
    throw new Error(`expected a pair of stages for each of ${parts.length} parts, got ${pairs.length}`);
  const bare = bareOf(pairs);
  const added = parts.map((part, at) => ({
    part,
    all: bare.map((yardstick, load) => costOf(pairs[at]?.after[load], cpuMsOf(yardstick), pairs[at]?.before[load])),
  }));
  return { bare: bare.map(load => costOf(load, cpuMsOf(load))), added };
}

function bareMs(bare: Stage): string {
  return bare.map(load => digits(cpuMsOf(load))).join(' / ');
}

function cpuMsOf({ sessions, rounds }: Load): number {
  return median(rounds.map(({ cpuMs }) => cpuMs)) / sessions;
}

/**
 * Of one turn, what it takes more than the stage before. Processor time by the middle of the rounds, each beside the
 * same round of the other, and as a share of the bare host's; what can be counted by the mean.
 */
function costOf(load: Load | undefined, bareCpuMs: number, before?: Load): Cost {
  if (!load || (before && before.rounds.length !== load.rounds.length))
    throw new Error('every stage has to have the same loads and rounds');
  const { sessions, rounds } = load;
  const more = (of: (round: Round) => number) =>
    rounds.map((round, at) => {
      const same = before?.rounds[at];
      return (of(round) - (same ? of(same) : 0)) / sessions;
    });
  const counted = (name: string) => mean(more(({ counts }) => countIn(counts, name)));
  return {
    cpu: median(more(({ cpuMs }) => cpuMs)) / bareCpuMs,
    statements: counted('statements'),
    kib: counted('bytes') / 1024,
    steps: counted('steps'),
  };
}

/** What was not counted would pass every allowance. */
function countIn(counts: Round['counts'], name: string): number {
  const count = counts[name];
  if (count === undefined) throw new Error(`a stage did not count its ${name}`);
  return count;
}
