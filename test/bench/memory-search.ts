/**
 * A hundred thousand memories of 768 numbers each: how fast they are found by words, and by words and meaning, how many
 * of the nearest ones are missed, how fast they are written, and for how long nothing else could happen meanwhile.
 *
 * The vectors lie as those of texts do: a corner that all of a model share, a few thousand topics in it, and in each what
 * its texts say of their own. A question lies near one of them. What the model itself takes to embed it is left out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finding } from '../../src/actors/memory/finding.ts';
import { indexUpkeep } from '../../src/actors/memory/index-upkeep.ts';
import { systemClock } from '../../src/adapters/process/clock.ts';
import { openDatabase } from '../../src/adapters/stores/sqlite/database.ts';
import { conversationSearch } from '../../src/adapters/stores/sqlite/memories/conversation-search.ts';
import { memoryStore } from '../../src/adapters/stores/sqlite/memories/memories.ts';
import { textIndexes } from '../../src/adapters/stores/sqlite/memories/text-indexes.ts';
import { vectorSearch } from '../../src/adapters/stores/sqlite/vectors/near.ts';
import { vectorStore } from '../../src/adapters/stores/sqlite/vectors/vectors.ts';
import { facts, questions } from '../corpora/memory-questions.ts';
import type { Bench, Figure } from './figure.ts';

const total = 100_000;
const dimensions = 768;
const model = 'bench/vectors';
const batch = 64;
const looks = 120;
const rounds = 3;

export const memorySearch: Bench = {
  name: 'memory-search',
  title: `Finding among ${total} memories of ${dimensions} dimensions`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-bench-'));
    const writes: (() => void)[] = [];
    const soon: (() => void)[] = [];
    const later = (writeOut: () => void, isSoon: boolean) => void (isSoon ? soon : writes).push(writeOut);
    const options = {
      file: join(folder, 'bench.db'),
      synchronous: 'full',
      now: Date.now,
      writeBehind: { later },
    } as const;
    const database = openDatabase(options);
    const search = vectorSearch(database, nextTurn);
    try {
      const memories = memoryStore(database);
      const vectors = vectorStore(database);
      const made = field();
      const insertion = await filled({ database, memories, vectors, made, writes, soon });
      const order = await putTogether(database);
      const finder = finding({
        memories,
        search,
        conversations: conversationSearch(database),
        clock: systemClock,
        pause: nextTurn,
        models: {
          embeds: model,
          embed: async ({ texts }) => ({
            vectors: texts.map(text => made.near(Number(text.split('#')[1]))),

            model,
            dimensions,
            usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
          }),
        },
        onTrouble: thrown => {
          throw thrown;
        },
      });
      const start = performance.now();
      await search.near('memory', model, made.near(0), 10);
      const loading = performance.now() - start;
      const asked = questions.slice(0, looks).map(({ question }) => question);
      for (const question of asked.slice(0, looks / 4)) memories.search(question, 8); // warm
      const words = await best(asked, async question => {
        const from = allMs();
        memories.search(question, 8);
        return allMs() - from;
      });
      const ask = (question: string, at: number) => finder.memories({ words: `${question} #${at * 487}`, limit: 8 });
      const both = await best(asked, async (question, at, round) => {
        const from = allMs();
        await ask(question, at + round * looks);
        return allMs() - from;
      });
      const heldMs = Math.max(
        ...(await best(asked, async (question, at, round) => {
          const held = holding();
          await ask(question, at + (rounds + round) * looks);
          return held();
        })),
      );
      const missed = await missedOf(search, made);
      return [...insertion, ...order, ...figures({ words, both, heldMs, missed, loading })];
    } finally {
      await search.close();
      database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Of each question the best of three rounds: what others do on this machine meanwhile says nothing. For the same reason
 * it is processor time that the calls answer.
 */
async function best(
  asked: readonly string[],
  call: (question: string, at: number, round: number) => Promise<number>,
): Promise<readonly number[]> {
  const least = asked.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, question] of asked.entries())
      least[at] = Math.min(least[at] as number, await call(question, at, round));
  return least;
}

interface Measured {
  readonly words: readonly number[];
  readonly both: readonly number[];
  readonly heldMs: number;
  readonly missed: number;
  readonly loading: number;
}

function figures({ words, both, heldMs, missed, loading }: Measured): readonly Figure[] {
  const of = `${looks} questions, each the best of ${rounds}`;
  const busy = 'processor time of the thread';
  const all = 'processor time of all threads, as if one ran after the other';
  return [
    {
      name: 'words alone, the middle one',
      value: quantile(words, 0.5),
      unit: 'ms',
      atMost: 5,
      yardstick: `${all}, ${of}`,
    },
    { name: 'words alone, 99 of 100', value: quantile(words, 0.99), unit: 'ms', yardstick: `${all}, ${of}` },
    {
      name: 'words and meaning, the middle one',
      value: quantile(both, 0.5),
      unit: 'ms',
      atMost: 15,
      yardstick: `${all}, ${of}`,
    },
    {
      name: 'words and meaning, 99 of 100',
      value: quantile(both, 0.99),
      unit: 'ms',
      atMost: 40,
      yardstick: `${all}, ${of}`,
    },
    {
      name: 'of the ten nearest, missed',
      value: missed,
      unit: '×',
      atMost: 0.05,
      yardstick: 'an exact look at all vectors with all their digits',
    },
    {
      name: 'the longest the event loop was held',
      value: heldMs,
      unit: 'ms',
      atMost: 20,
      yardstick: `while both looked, ${busy}, ${of}`,
    },
    {
      name: 'until the index of a start is there',
      value: loading / 1000,
      unit: 's',
      yardstick: 'in slices, in the background',
    },
  ];
}

type Field = ReturnType<typeof field>;

/** The vectors, and questions near them. */
function field() {
  const random = randomly(20_261);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const drawn = (scale: number) => Float32Array.from({ length: dimensions }, () => normal() * scale);
  const corner = drawn(0.6);
  const topics = Array.from({ length: 2_000 }, () => drawn(1));
  const all = new Float32Array(total * dimensions);
  for (let at = 0; at < total; at += 1) {
    const topic = topics[at % topics.length] as Float32Array;
    const own = all.subarray(at * dimensions, (at + 1) * dimensions);
    for (let part = 0; part < dimensions; part += 1)
      own[part] = (corner[part] as number) + (topic[part] as number) + (random() - 0.5) * 2.4;
    toUnit(own);
  }
  const of = (at: number) => all.subarray(at * dimensions, (at + 1) * dimensions);
  return {
    of,
    near(at: number): Float32Array {
      const noise = randomly(at + 1);
      return toUnit(of(at % total).map(part => part + ((noise() - 0.5) * 1.2) / Math.sqrt(dimensions)));
    },
    /** The nearest ten, each compared. */
    exact(query: Float32Array): readonly number[] {
      const scores = Float32Array.from({ length: total }, (_, at) => product(query, of(at)));
      const least = scores.toSorted()[total - 10] ?? 0;
      return [...scores.keys()].filter(at => (scores[at] as number) >= least);
    },
  };
}

/** How much of the exact ten nearest is not among the ten found. */
async function missedOf(search: ReturnType<typeof vectorSearch>, made: Field): Promise<number> {
  let hits = 0;
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1) {
    const query = made.near(round * 1_999);
    const near = await search.near('memory', model, query, 10);
    const found = new Set(near.map(({ row }) => row - 1));
    hits += made.exact(query).filter(at => found.has(at)).length;
  }
  return 1 - hits / (10 * rounds);
}

interface Filling {
  readonly database: ReturnType<typeof openDatabase>;
  readonly memories: ReturnType<typeof memoryStore>;
  readonly vectors: ReturnType<typeof vectorStore>;
  readonly made: Field;
  /** What the database asks for within a second, and at the next turn of the loop. */
  readonly writes: (() => void)[];
  readonly soon: (() => void)[];
}

/** Writes them as they would come: so many in a transaction, the tables written out once a second. */
async function filled({ database, memories, vectors, made, writes, soon }: Filling): Promise<readonly Figure[]> {
  const held = holding();
  const from = performance.now();
  const fromBusy = busyMs();
  let written = performance.now();
  for (let at = 0; at < total; at += batch) {
    database.transaction(() => {
      for (let one = at; one < Math.min(total, at + batch); one += 1)
        memories.save({
          kind: 'fact',
          content: textOf(one),
          status: 'active',
          source: 'owner',
          taint: 'owner',
          session: 's',
          at: one + 1,
        });
    })();
    await nextTurn();
    database.transaction(() => {
      const waiting = vectors.waiting(model, batch);
      vectors.put(
        model,
        waiting.map(one => ({ ...one, vector: made.of(one.row - 1) })),
      );
    })();
    await nextTurn();
    if (soon.length > 0) {
      for (const writeOut of soon.splice(0)) writeOut();
      await nextTurn();
    }
    if (performance.now() - written > 800) {
      for (const writeOut of writes.splice(0)) writeOut();
      written = performance.now();
      await nextTurn();
    }
  }
  const seconds = (performance.now() - from) / 1000;
  const busy = Math.round(total / ((busyMs() - fromBusy) / 1000));
  const rate = `${Math.round(total / seconds)} a second, ${busy} a second of processor time, ${batch} in a transaction`;
  return [
    {
      name: 'writing 2000 memories and their vectors',
      value: (2_000 * seconds) / total,
      unit: 's',
      atMost: 1,
      yardstick: rate,
    },
    {
      name: 'the longest the event loop was held meanwhile',
      value: held(),
      unit: 'ms',
      atMost: 20,
      yardstick: 'processor time, the write-out of a second included',
    },
  ];
}

/** As an agent does it in its first quiet minute. */
async function putTogether(database: ReturnType<typeof openDatabase>): Promise<readonly Figure[]> {
  const held = holding();
  const from = busyMs();
  const perform = async <Result>(work: () => Result) => {
    await nextTurn();
    return database.transaction(work)();
  };
  await indexUpkeep({ indexes: textIndexes(database), perform })(new AbortController().signal);
  return [
    {
      name: 'putting the pieces of the index together',
      value: (busyMs() - from) / 1000,
      unit: 's',
      yardstick: 'processor time, in slices, in the first quiet minute',
    },
    {
      name: 'the longest the event loop was held by that',
      value: held(),
      unit: 'ms',
      atMost: 20,
      yardstick: 'processor time',
    },
  ];
}

const syllables = 'ka lo mi ta re no vi su pa de gor lin fen bar tol mus rik nal dor sep'.split(' ');

/** A third speak of what is looked for, in part; the words of the others are rare and common ones. */
function textOf(at: number): string {
  const random = randomly(at + 7);
  const words = Array.from({ length: 8 }, () => wordOf(Math.floor(Math.exp(random() * Math.log(20_000)))));
  const known = at % 3 === 0 ? (facts[at % facts.length] ?? '').split(' ').slice(0, 4) : [];
  return [...known, ...words, at].join(' ');
}

function wordOf(number: number): string {
  return [number, Math.floor(number / 20), Math.floor(number / 400) + 3].map(part => syllables[part % 20]).join('');
}

/** What this thread has taken of a processor; what others take meanwhile does not count, nor does a wait for the disk. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * What all threads have taken. That of this thread alone is only known to the millisecond or worse while it runs, so the
 * best of several rounds would be better than what it took.
 */
function allMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Answers, when it is called, the longest in which nothing else could happen. */
function holding(): () => number {
  let longest = 0;
  let isOver = false;
  let since = busyMs();
  const look = () => {
    const now = busyMs();
    longest = Math.max(longest, now - since);
    since = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return () => {
    isOver = true;
    look();
    return longest;
  };
}

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve));

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(product(vector, vector));
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] as number) / length;
  return vector;
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}

/** The same numbers from 0 to 1 for the same seed. */
function randomly(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
