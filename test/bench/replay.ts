/** A journal of twenty thousand steps: any of its states on a real file, and on the page from a key to the pixel. */
import { chromium } from 'playwright-core';
import { stateHash } from '../../src/actors/runtime/commit/state-hash.ts';
import { type ActorExport, replay as fold } from '../../src/actors/runtime/replay.ts';
import type { SnapshotRecord } from '../../src/ports/store.ts';
import { id, sceneOf } from '../inspector/page/screens/actor/scene.ts';
import { recordedAgent, recordings } from '../inspector/recorded-agent.ts';
import { token } from '../inspector/visitor.ts';
import { machines } from '../proof/journals.ts';
import { type Bench, type Figure, median, middleHalf, spreadOf } from './figure.ts';

const steps = 20_000;
/** As Straylight keeps them unless it is told otherwise. */
const snapshotEvery = 50;
const looks = 200;

export const replay: Bench = {
  name: 'replay',
  title: `Any state of an actor of ${steps.toLocaleString('en')} steps, and its screen`,
  async run() {
    const closing: (() => void)[] = [];
    try {
      return [folded(), onFile({ after: close => void closing.push(close) }), ...(await onPage())];
    } finally {
      for (const close of closing.reverse()) close();
    }
  },
};

/** A whole journal replayed from its birth, each state hashed and compared, as `straylight actors replay` does it. */
function folded(): Figure {
  const { file } = longHistory();
  const journal = file.journal.slice(0, 10_000);
  const { start: _, ...born } = file;
  const took = Array.from({ length: 3 }, () => {
    const began = performance.now();
    fold({ ...born, journal, state: null }, machines);
    return (performance.now() - began) / 1000;
  });
  return {
    name: 'a journal of 10,000 steps, replayed' as const,
    value: median(took),
    unit: 's' as const,
    atMost: 0.5,
    yardstick: 'each state hashed and compared',
    spread: spreadOf(took),
  };
}

/** The reader's `at`, anywhere in the journal. */
function onFile(t: { after(close: () => void): void }): Figure {
  const { file, snapshots } = longHistory();
  const { agent, store } = recordedAgent(t, [file]);
  for (const snapshot of snapshots) store.insertSnapshot(snapshot);
  const took: number[] = [];
  for (let look = 0; look < looks; look += 1) {
    const seq = 1 + ((look * 7_919) % steps);
    const answer = agent.reader.at(file.address, seq);
    if (answer?.verified !== true) throw new Error(`step ${seq} is not verified`);
    took.push(answer.ms);
  }
  return {
    name: 'a state of the past, replayed and verified' as const,
    value: median(took),
    unit: 'ms' as const,
    atMost: 50,
    yardstick: `${looks} steps all over the journal; the slowest ${Math.max(...took).toFixed(1)} ms`,
    spread: middleHalf(took),
  };
}

/** A recorded session that goes through its first turn again and again. */
function longHistory(): { readonly file: ActorExport; readonly snapshots: readonly SnapshotRecord[] } {
  const turn = /^xstate\.init message\.received \S+\.recall \S+\.completion \S+\.evaluation$/;
  const [seed] = recordings()
    .filter(({ machine }) => machine === 'session')
    .map(file => ({ ...file, journal: file.journal.slice(0, 5) }))
    .filter(({ journal, start }) => !start && turn.test(journal.map(({ event }) => event.type).join(' ')));
  const entry = seed && machines.get(seed.machine);
  if (!seed || !entry) throw new Error('there is no recorded session');
  const { address, version } = seed;
  const journal: ActorExport['journal'][number][] = [];
  const snapshots: SnapshotRecord[] = [];
  let start: ActorExport['start'];
  for (let seq = 1; seq <= steps; seq += 1) {
    const round = seed.journal[seq === 1 ? 0 : 1 + ((seq - 2) % (seed.journal.length - 1))];
    if (!round) continue;
    const step = { ...round, seq, code: entry.code };
    const { start: _, ...file } = seed;
    const { state, children } = fold({ ...file, start, journal: [step] }, machines);
    const text = JSON.stringify(state);
    journal.push({ ...step, value: (state as { readonly value: typeof round.value }).value, hash: stateHash(text) });
    start = { seq, state, children };
    if (seq % snapshotEvery === 0)
      snapshots.push({ address, seq, version, state: text, children: JSON.stringify(children) });
  }
  return { file: { ...seed, journal, state: start?.state ?? null }, snapshots };
}

/** All of the journal is fetched, then it is stepped through. */
async function onPage(): Promise<readonly Figure[]> {
  await using served = await sceneOf({ count: steps });
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const until = (seq: number) => `new Promise(resolve => {
      const began = performance.now();
      const look = () => document.querySelector('.replay-bar')?.textContent.includes('Replaying ${seq} of')
        && document.querySelector('.step.current [data-seq="${seq}"]')
        ? requestAnimationFrame(() => resolve(performance.now() - began)) : requestAnimationFrame(look);
      look();
    })`;
    await page.goto(`${served.server.url}/#t=${token}`);
    await page.locator('.link-live').waitFor();
    await page.goto(`${served.server.url}/#/actor/${encodeURIComponent(id)}/10`);
    const back = Number(await page.evaluate(until(10)));
    await page.locator('.chart .state').first().waitFor();
    await page.locator('main').focus();
    const took: number[] = [];
    for (let seq = 11; seq <= 40; seq += 1) {
      const seen = page.evaluate(until(seq));
      await page.keyboard.press('ArrowRight');
      took.push(Number(await seen));
    }
    const yardstick = `${steps} steps fetched`;
    return [
      { name: 'from a link to a step at the beginning until it is shown', value: back, unit: 'ms', yardstick },
      {
        name: 'from a key to the next step on the screen',
        value: median(took),
        unit: 'ms',
        atMost: 150,
        yardstick,
        spread: spreadOf(took),
      },
    ];
  } finally {
    await browser.close();
  }
}
