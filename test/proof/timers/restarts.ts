/**
 * Timers over many restarts: a real host with a chart that sleeps and the real approval chart, a clock that is set
 * forward and back, downtimes of up to 30 days. Each timer fires once, not before its instant, and at most a second
 * after Straylight could have known of it. A clock that is set back makes no wait longer.
 */
import { createMachine, setup } from 'xstate';
import { recover } from '../../../src/actors/runtime/recovery.ts';
import { createRegistry, type Registry } from '../../../src/actors/runtime/registry.ts';
import { createSystem, type System } from '../../../src/actors/runtime/system.ts';
import { approvalMachine } from '../../../src/machines/approval/chart.ts';
import type { WriteContext, Writer } from '../../../src/ports/writer.ts';
import { luckOf } from '../simulation/chance.ts';
import { openGround } from '../simulation/ground.ts';
import { createSchedule, settled } from '../simulation/schedule.ts';

export interface TimerReport {
  readonly restarts: number;
  readonly timers: number;
  readonly approvals: number;
  readonly lost: number;
  readonly doubled: number;
  readonly early: number;
  /** The longest any was late, in milliseconds of an agent that ran and whose clock nobody set. */
  readonly latestMs: number;
  /** The same where somebody had set the clock while it ran. */
  readonly latestAfterSetMs: number;
  /** A yes that counted although its time was over. */
  readonly outlived: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const base = setup({
  types: {
    input: {} as { readonly address: string },
    context: {} as object,
    events: {} as { readonly type: 'sleep'; readonly ms: number },
    tags: {} as 'resting',
  },
  actions: { wake: () => {} },
  delays: { asked: ({ event }) => event.ms },
});

/** Sleeps for as long as it is told to, and writes down that it woke. */
const sleeperMachine = base.createMachine({
  id: 'sleeper',
  version: '1',
  context: {},
  initial: 'idle',
  states: {
    idle: { tags: ['resting'], on: { sleep: 'sleeping' } },
    sleeping: { after: { asked: { target: 'awake', actions: 'wake' } } },
    // once more would show
    awake: { tags: ['resting'], on: { '*': { actions: 'wake' } } },
  },
});

/** Takes whatever an approval asks of its channel. */
const channelMachine = createMachine({
  id: 'channel',
  version: '1',
  context: {},
  initial: 'idle',
  states: { idle: { tags: ['resting'] } },
});

/** One timer, or the deadline of one approval. */
interface Waiting {
  /** Moved where the clock was set back: how long it still has to wait stays the same. */
  due: number;
  /** When an agent that ran could first know that it was due, by the clock that only grows. */
  reachedAt?: number;
  /** The clock was set in the life in which it fired. */
  isAfterSet?: boolean;
  firedAt: number[];
}

/** `change` breaks Straylight in each of its lives. */
export async function restartTimers(
  restarts: number,
  change: (options: Parameters<typeof createSystem>[0]) => Parameters<typeof createSystem>[0] = options => options,
): Promise<TimerReport> {
  const luck = luckOf(`timers ${restarts}`);
  const schedule = createSchedule(1_795_348_800_000);
  const ground = openGround({ now: schedule.now });
  const waiting = new Map<string, Waiting>();
  const open = new Set<string>();
  const nonces = new Map<string, { readonly nonce: string; readonly digest: string }>();
  let early = 0;
  let isSet = false;
  let outlived = 0;
  let names = 0;

  const fired = ({ address, at }: WriteContext): void => {
    const one = waiting.get(address);
    if (one) one.isAfterSet = isSet;
    one?.firedAt.push(schedule.elapsed());
    if (one && at < one.due) early += 1;
  };
  const writers: Readonly<Record<string, Writer>> = {
    wake: (_: never, step) => fired(step),
    openApproval: () => {},
    beginApproval: () => {},
    queueDelivery: () => {},
    holdApproval: () => {},
    recordGrant(_grant: never, { address, at }) {
      if (at >= (waiting.get(address)?.due ?? 0)) outlived += 1;
    },
    showApproval({ nonce, expiresAt }: { readonly nonce: string; readonly expiresAt: number }, { address }) {
      waiting.set(address, { due: expiresAt, firedAt: [] });
      nonces.set(address, { nonce, digest: 'd' });
    },
    closeApproval({ outcome }: { readonly outcome: string }, step) {
      open.delete(step.address);
      if (outcome === 'expired') fired(step);
      else waiting.delete(step.address); // it was answered in time: nothing has to fire any more
    },
  };
  const registry: Registry = createRegistry(
    [
      { machine: sleeperMachine, startsWith: () => ({}) },
      { machine: channelMachine, startsWith: () => ({}) },
      { machine: approvalMachine, startsWith: () => approvalInput(luck.between(1000, 3 * dayMs)), isShortLived: true },
    ],
    {},
    writers,
    { verification: () => ({ genuine: true }) },
  );

  let life = {};
  let system = begin();

  function shiftTimers(byMs: number): void {
    ground.store.shiftTimers(byMs);
    for (const one of waiting.values())
      if (one.firedAt.length === 0) {
        one.due += byMs;
        delete one.reachedAt;
      }
  }

  function begin(): System {
    life = {};
    isSet = false;
    const next = createSystem(
      change({
        store: { ...ground.store, shiftTimers },
        registry,
        clock: schedule.clock(life),
        boot: `boot-${names}`,
        redact: text => text,
        soon: schedule.soon(life),
      }),
    );
    recover(next.host);
    next.start();
    return next;
  }

  /** Straylight runs for so long; what is due meanwhile becomes known. */
  async function run(ms: number): Promise<void> {
    const until = schedule.elapsed() + ms;
    for (;;) {
      await settled();
      notice();
      if (schedule.ready > 0) {
        schedule.run(luck.integer);
        continue;
      }
      const left = until - schedule.elapsed();
      if (left <= 0) return;
      const step = Math.min(left, schedule.nextMs ?? left);
      for (const one of waiting.values())
        if (one.reachedAt === undefined && one.due <= schedule.now() + step)
          one.reachedAt = schedule.elapsed() + Math.max(0, one.due - schedule.now());
      schedule.pass(step);
    }
  }

  function notice(): void {
    for (const one of waiting.values())
      if (one.reachedAt === undefined && one.due <= schedule.now()) one.reachedAt = schedule.elapsed();
  }

  const setClock = (): void => {
    if (!luck.once(4)) return;
    schedule.set(luck.between(-hourMs, hourMs));
    isSet = true;
    // a clock that was set back: what was to be known is not yet
    for (const one of waiting.values()) if (one.due > schedule.now() && one.firedAt.length === 0) delete one.reachedAt;
  };

  function ask(): void {
    const what = luck.weighed({ sleep: 3, approval: 1, answer: 1 });
    if (what === 'sleep') {
      names += 1;
      const ms = luck.pick([luck.between(0, 60_000), luck.between(0, dayMs), luck.between(0, 40 * dayMs)]);
      const address = `sleeper:${names}`;
      void system.accept({ target: address, event: { type: 'sleep', ms } }).then(() => {
        const [timer] = ground.store.timersOf(address);
        if (timer) waiting.set(address, { due: timer.due, firedAt: [] });
      });
    } else if (what === 'approval') {
      names += 1;
      const address = `approval:a${names}`;
      open.add(address);
      void system.accept({
        target: address,
        event: { type: 'approval.turn', places: [{ channel: 'post', chat: '1' }] },
      });
    } else if (open.size > 0) {
      const address = luck.pick([...open]);
      const card = nonces.get(address);
      if (!card) return;
      const answer = { decision: luck.pick(['approve', 'deny']), by: 'post:1', confirmation: 'yes', ...card };
      void system.accept({
        target: address,
        event: {
          type: 'approval.answered',
          approval: address,
          ...answer,
          decidedAt: schedule.now(),
          expiresAt: Number.MAX_SAFE_INTEGER,
          signature: '',
        },
      });
    }
  }

  for (let restart = 0; restart < restarts; restart += 1) {
    for (let asks = luck.integer(4); asks > 0; asks -= 1) ask();
    await run(luck.pick([100, 5000, luck.between(0, 2 * hourMs)]));
    setClock();
    await run(luck.pick([0, luck.between(0, 10_000), luck.between(0, 2 * hourMs)]));
    schedule.drop(life);
    // what was just known is forgotten with it
    for (const one of waiting.values()) if (one.firedAt.length === 0) delete one.reachedAt;
    schedule.pass(luck.pick([500, luck.between(0, hourMs), luck.between(0, 30 * dayMs)]));
    setClock();
    system = begin();
    for (let asks = luck.integer(2); asks > 0; asks -= 1) ask(); // before what was due has fired
  }
  await run(60 * dayMs);

  const all = [...waiting.values()];
  const latest = (afterSet: boolean): number =>
    Math.max(
      0,
      ...all
        .filter(({ isAfterSet }) => isAfterSet === afterSet)
        .map(({ firedAt: [first = 0], reachedAt = first }) => first - reachedAt),
    );
  ground.close();
  return {
    restarts,
    timers: all.length,
    approvals: [...waiting.keys()].filter(name => name.startsWith('approval')).length,
    lost: all.filter(({ firedAt }) => firedAt.length === 0).length,
    doubled: all.filter(({ firedAt }) => firedAt.length > 1).length,
    early,
    latestMs: latest(false),
    latestAfterSetMs: latest(true),
    outlived,
  };
}

function approvalInput(expiresAfterMs: number): object {
  return {
    session: 'session:post:1',
    card: { tool: 'send_mail', intent: 'Send a mail', risk: 'medium', reasons: [], digest: 'd' },
    exact: '',
    expiresAfterMs,
    undoMs: 0,
    language: 'en',
  };
}
