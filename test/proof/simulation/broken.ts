/** Hosts that are broken on purpose, each in one way that a durable host can be wrong; some seed must show each. */
import type { EffectSource } from '../../../src/actors/runtime/registry.ts';
import type { RedoLog } from '../../../src/adapters/stores/sqlite/redo/redo-log.ts';
import type { HostStore } from '../../../src/ports/store.ts';
import type { Count } from '../check.ts';
import { hasWorkers } from './coding.ts';
import type { LifeOptions } from './life.ts';

export interface BrokenSimulation {
  readonly about: string;
  /** What is found of it, among other things. */
  readonly red: Count;
  readonly broken: NonNullable<LifeOptions['broken']>;
  /** Seeds without it cannot show it; absent: all can. */
  readonly isIn?: (seed: number) => boolean;
}

export const brokenSimulations: Readonly<Record<string, BrokenSimulation>> = {
  'intent-late': {
    about: 'a once effect starts before it is committed as running',
    red: 'doubled',
    broken: withStore(({ insertEffect }) => ({ insertEffect: row => insertEffect({ ...row, status: 'pending' }) })),
  },
  'dedupe-forgotten': {
    about: 'a message is taken again under the same key',
    red: 'doubled',
    broken: withStore(() => ({ accept: () => true })),
  },
  'timer-forgotten': {
    about: 'timers are not armed again at boot',
    red: 'stuck',
    broken: {
      store: (store, number) => (number > 1 ? { ...store, nextDue: () => undefined } : store),
    },
  },
  'commit-shrugged': {
    about: 'a commit that failed counts as one that stood',
    red: 'diverged',
    broken: withStore(({ transaction }) => ({
      transaction(work) {
        try {
          return transaction(work);
        } catch {
          return undefined as never;
        }
      },
    })),
  },
  'outcome-dropped': {
    about: 'what an effect became is recorded, and its owner not told in the same commit',
    red: 'stuck',
    broken: withStore(({ transaction, removeEffect }) => {
      const apart: string[] = [];
      return {
        removeEffect: address => void apart.push(address),
        transaction(work) {
          for (const address of apart.splice(0)) transaction(() => removeEffect(address));
          const before = apart.length;
          try {
            return transaction(work);
          } catch (error) {
            // the row goes although the commit does not stand
            for (const address of apart.splice(before)) removeEffect(address);
            throw error;
          }
        },
      };
    }),
  },
  'tail-unfolded': {
    about: 'what the tables lack is not folded from the redo log',
    red: 'lost',
    broken: withLog(log => ({ read: atStart(log, () => []) })),
  },
  'record-late': {
    about: 'a commit is in memory alone until the next one is made, also where an act starts by it',
    red: 'doubled',
    broken: withLog(({ read, append, begin }) => {
      let late: Uint8Array | undefined;
      return {
        read: salt => (late ? [...read(salt), late] : read(salt)),
        append(record) {
          if (late) append(late);
          late = Buffer.from(record);
        },
        begin(salt) {
          late = undefined;
          begin(salt);
        },
      };
    }),
  },
  'log-begun-early': {
    about: 'the redo log begins again while the tables still lack what it holds',
    red: 'lost',
    broken: withLog(log => ({ read: atStart(log, records => (records.length < 10 ? records : [])) })),
  },
  'reply-repeated': {
    about: 'a reply that may have been sent is sent again without saying so',
    red: 'doubled',
    broken: withSource('delivery', { policy: 'repeatable' }),
  },
  'unknown-hidden': {
    about: 'the owner is not told that the outcome of an act is unknown',
    red: 'untold',
    broken: withSource('execution', { about: undefined }),
  },
  'task-repeated': {
    about: 'the program of a coding worker is told its task again after a crash',
    red: 'doubled',
    broken: withSource('programming', { policy: 'repeatable' }),
    isIn: hasWorkers,
  },
  'call-unpaid': {
    about: 'a model call that was lost is made again without being taken from the budget again',
    red: 'lost',
    broken: withSource('completion', { onAgain: undefined }),
  },
};

function withStore(change: (store: HostStore) => Partial<HostStore>): BrokenSimulation['broken'] {
  return { store: store => ({ ...store, ...change(store) }) };
}

/** What is read first in a life, where it is folded, is something else. */
function atStart(
  { read }: RedoLog,
  change: (records: readonly Uint8Array[]) => readonly Uint8Array[],
): RedoLog['read'] {
  let isStarted = false;
  return salt => {
    if (isStarted) return read(salt);
    isStarted = true;
    return change(read(salt));
  };
}

function withLog(change: (log: RedoLog) => Partial<RedoLog>): BrokenSimulation['broken'] {
  return { log: log => Object.assign(Object.create(log), change(log)) as RedoLog };
}

function withSource(
  name: string,
  change: { readonly [Part in keyof EffectSource]?: EffectSource[Part] | undefined },
): BrokenSimulation['broken'] {
  return {
    // not every seed has it
    sources: sources =>
      name in sources ? { ...sources, [name]: { ...sources[name], ...change } as EffectSource } : sources,
  };
}
