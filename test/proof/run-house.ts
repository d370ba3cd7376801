/**
 * The house as the program under test: the real compose with the real store, model adapter and Telegram channel, and recorders
 * around it. Its one argument is a {@link HouseJob} as JSON. Words over IPC: `rest?` is answered `rest` once nothing moves any more;
 * `stop` with `stopping`, then it ends in good order.
 */
import { loadConfig } from '../../config/load.ts';
import type { TimerRecord } from '../../src/adapters/store.ts';
import { compose } from '../../src/compose.ts';
import { type BrokenName, breaking } from './broken-hosts.ts';
import { traceCommands, traceFences, traceRefusals, tracingTools } from './recorders.ts';

export interface HouseJob {
  readonly home: string;
  /** Where deeds leave their lines. */
  readonly trace: string;
  readonly broken?: BrokenName;
}

export type HouseWord = 'rest?' | 'stop';
export type HouseAnswer = 'rest' | 'stopping';

/** A timer so long overdue will never fire. */
const overdueMs = 2000;

const { home, trace, broken } = JSON.parse(process.argv[2] ?? '{}') as HouseJob;
traceCommands(trace);
traceRefusals(trace);
const host = breaking(broken);
const loaded = loadConfig({ home, env: process.env });
if (!loaded.ok) throw new Error(loaded.message);
const house = await compose(loaded.config, { tools: tracingTools(trace), server: false, clock: host.clock });
const { system } = house;
const { store } = system.host;
traceFences(store, trace);
host.apply(house);

process.on('message', (word: HouseWord) => {
  if (word === 'stop') void stop();
  else void rest().then(() => answer('rest'));
});
// Whoever started this has gone.
process.on('disconnect', () => process.exit(1));
await house.start();

function answer(word: HouseAnswer): void {
  process.send?.(word);
}

async function stop(): Promise<void> {
  answer('stopping');
  await house.stop();
  process.exit(0);
}

/** No message waits, nothing runs but the long poll, no timer will fire that anybody waits for. */
async function rest(): Promise<void> {
  for (;;) {
    await system.quiet();
    const moving =
      store.openEffects().some(effect => effect.src !== 'inbox') ||
      store.timersDue(Number.MAX_SAFE_INTEGER, 1000).some(isAwaited);
    if (!moving) return;
    await nextStep();
  }
}

/** What rests does not wait for its timer, and what is long overdue never comes. */
function isAwaited({ owner, due }: TimerRecord): boolean {
  const tags = JSON.parse(store.actor(owner)?.tags ?? '[]') as readonly string[];
  return due > Date.now() - overdueMs && !tags.includes('resting');
}

/** The next committed step, or a while in which there was none. */
function nextStep(): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      end();
      clearTimeout(late);
      resolve();
    };
    const end = system.feed.subscribe(frame => {
      if (frame.kind === 'step') done();
    });
    const late = setTimeout(done, overdueMs);
  });
}
