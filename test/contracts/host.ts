/**
 * What every durable host must do, line by line of its port (`src/ports/host.ts`), over real files, restarts and a real
 * kill.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../../src/domain/supervision/failure.ts';
import type { Directives, Host, RecoveryReport } from '../../src/ports/host.ts';
import type { ActorRecord, DeadLetter, JournalRecord } from '../../src/ports/store.ts';
import type { Writer } from '../../src/ports/writer.ts';
import { type TestClock, testClock } from './host-clock.ts';
import { type HostParts, type PartsOptions, partsOf, secret } from './host-parts.ts';
import { type Runs, steeredRuns } from './host-runs.ts';

/** A kind of host that is held to the contract. */
export interface HostKind {
  readonly name: string;
  /** The address of the module that exports this as `kind`; a process of its own opens it too. */
  readonly module: string;
  /** Opens a host over what lies in a folder (nothing, at first), recovers and starts it. */
  open(folder: string, parts: HostParts): OpenHost;
}

export interface OpenHost {
  readonly host: Host;
  readonly directives: Directives;
  readonly recovery: RecoveryReport;
  actor(address: string): ActorRecord | undefined;
  /** The steps of an actor, oldest first. */
  journal(address: string): readonly Pick<JournalRecord, 'seq' | 'event'>[];
  deadLetters(): readonly Pick<DeadLetter, 'target' | 'attempts' | 'failure'>[];
  /** Lets go of the files. */
  close(): void;
}

/** An open host, and what the test steers of it. */
interface Trial extends OpenHost {
  readonly clock: TestClock;
  readonly runs: Runs;
  send(target: string, event: { readonly type: string; readonly [key: string]: unknown }): Promise<unknown>;
  done(address: string): readonly string[];
  failures(address: string): readonly string[];
  childrenOf(address: string): readonly string[];
  /** As a power cut: nothing is waited for; the files are opened by another host. */
  crash(change?: Partial<PartsOptions>): Trial;
}

export function hostContract(kind: HostKind): void {
  suite(`host contract: ${kind.name}`, () => {
    accepting(kind);
    stepping(kind);
    effects(kind);
    fence(kind);
    timers(kind);
    children(kind);
    suspension(kind);
    recovery(kind);
    feed(kind);
    ending(kind);
  });
}

function openTrial(kind: HostKind, t: TestContext, options: Partial<PartsOptions> = {}): Trial {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-host-'));
  const open: (() => void)[] = [];
  t.after(() => {
    for (const close of open) close();
    rmSync(folder, { recursive: true, force: true });
  });
  return trialOver(kind, folder, options, open);
}

function trialOver(kind: HostKind, folder: string, options: Partial<PartsOptions>, open: (() => void)[]): Trial {
  const clock = testClock();
  const runs = steeredRuns();
  let isAlive = true;
  const parts = partsOf({ logic: runs.logic, clock, isAlive: () => isAlive, ...options });
  const opened = kind.open(folder, parts);
  const die = () => {
    if (isAlive) opened.close();
    isAlive = false;
    clock.kill();
  };
  open.push(die);
  const context = (address: string) =>
    (JSON.parse(opened.actor(address)?.state ?? '{"context":{}}') as { context: Record<string, string[]> }).context;
  return {
    ...opened,
    clock,
    runs,
    send: (target, event) => opened.host.accept({ target, event }),
    done: address => context(address)['done'] ?? [],
    failures: address => context(address)['failures'] ?? [],
    childrenOf: address =>
      Object.values(JSON.parse(opened.actor(address)?.children ?? '{}') as Record<string, { address: string }>).map(
        child => child.address,
      ),
    crash(change = {}) {
      die();
      return trialOver(kind, folder, { ...options, ...change }, open);
    },
  };
}

const message = (text: string) => ({ type: 'message', text: text });
const isKind = (kind: string) => (error: Fault) => error.failure.kind === kind;

function accepting(kind: HostKind): void {
  test('given an event that was accepted, when the process dies, then it is not lost', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', message('kept'));
    assert.deepEqual(trial.crash().done('worker:1'), ['got kept']);
  });

  test('given a key that was taken, when the event comes again, also after a crash, then nothing happens', async t => {
    const trial = openTrial(kind, t);
    const mail = { target: 'worker:1', event: message('once'), dedupe: 'update:77' };
    assert.equal((await trial.host.accept(mail)).duplicate, false);
    assert.equal((await trial.host.accept(mail)).duplicate, true);
    const again = trial.crash();
    assert.equal((await again.host.accept(mail)).duplicate, true);
    assert.deepEqual(again.done('worker:1'), ['got once']);
  });

  test('given an event in the names of XState or the host, then it is denied, and nothing of it is kept', async t => {
    const trial = openTrial(kind, t);
    for (const type of ['xstate.done.actor.effort', 'xstate.stop', 'host.restarted'])
      await assert.rejects(trial.send('worker:1', { type }), isKind('denied'));
    assert.equal(trial.actor('worker:1'), undefined);
  });

  test('given a secret in an event, then it stands neither in the state nor in the journal', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', message(`the key is ${secret}`));
    const stored = JSON.stringify([trial.actor('worker:1'), trial.journal('worker:1')]);
    assert.ok(!stored.includes(secret));
    assert.ok(stored.includes('[secret:test]'));
  });

  test('given an event for an actor that cannot be, then it is a dead letter', async t => {
    const trial = openTrial(kind, t);
    await trial.send('nobody:1', { type: 'hello' });
    assert.deepEqual(
      trial.deadLetters().map(({ target }) => target),
      ['nobody:1'],
    );
  });
}

function stepping(kind: HostKind): void {
  test('given a step that throws, then it is undone alone, tried three times and buried, and what came with it stands', async t => {
    const trial = openTrial(kind, t);
    await Promise.all([
      trial.send('worker:1', message('before')),
      trial.send('worker:1', { type: 'break' }),
      trial.send('worker:1', message('after')),
    ]);
    await trial.host.quiet();
    assert.deepEqual(trial.done('worker:1'), ['got before', 'got after']);
    const [letter] = trial.deadLetters();
    assert.equal(letter?.attempts, 3);
    assert.match(letter?.failure ?? '', /it broke/);
  });

  test('given a writer that throws, then the step it writes for has not happened', async t => {
    const writer: Writer = () => {
      throw new Error('the table is gone');
    };
    const trial = openTrial(kind, t, { writer });
    await trial.send('worker:1', message('first'));
    await trial.send('worker:1', { type: 'write', text: 'x' });
    await trial.host.quiet();
    assert.deepEqual(
      trial.journal('worker:1').map(({ event }) => JSON.parse(event).type),
      ['xstate.init', 'message'],
    );
  });

  test('given messages of one actor to another, then they arrive in the order they were sent', async t => {
    const trial = openTrial(kind, t);
    for (const text of ['a', 'b', 'c']) await trial.send('worker:1', { type: 'forward', to: 'worker:2', text: text });
    assert.deepEqual(trial.done('worker:2'), ['got a', 'got b', 'got c']);
  });
}

function effects(kind: HostKind): void {
  test('given an effect, when it ends, then its owner gets the outcome once; a failure comes as data', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'work', what: 'a' });
    await trial.send('worker:2', { type: 'work', what: 'b' });
    (await trial.runs.nth(1)).done('made a');
    (await trial.runs.nth(2)).fail(new Error('no'));
    await trial.host.quiet();
    assert.deepEqual(trial.done('worker:1'), ['made a']);
    assert.deepEqual(trial.failures('worker:2'), ['defect']);
    assert.deepEqual(trial.crash().done('worker:1'), ['made a']);
  });

  for (const policy of ['repeatable', 'keyed'] as const)
    test(`given a ${policy} effect under way, when the process dies, then it runs again under the same key`, async t => {
      const trial = openTrial(kind, t, { policy });
      await trial.send('worker:1', { type: 'work', what: 'a' });
      const { effect } = (await trial.runs.nth(1)).input;
      const again = trial.crash();
      const run = await again.runs.nth(1);
      assert.deepEqual([run.input.effect.key, run.input.effect.attempt], [effect.key, effect.attempt + 1]);
      run.done('made a');
      await again.host.quiet();
      assert.deepEqual(again.done('worker:1'), ['made a']);
    });

  test('given an owner that has left the state, then its effect is aborted, and what it becomes is not delivered', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'work', what: 'a' });
    const run = await trial.runs.nth(1);
    await trial.send('worker:1', { type: 'leave' });
    assert.equal(run.signal.aborted, true);
    await trial.send('worker:1', { type: 'work', what: 'b' });
    run.done('late');
    (await trial.runs.nth(2)).done('b');
    await trial.host.quiet();
    assert.deepEqual(trial.done('worker:1'), ['b']);
  });

  test('given a full lane, then effects wait for a place and lose nothing, also over a crash', async t => {
    const trial = openTrial(kind, t, { lanes: { acts: 1 } });
    for (const n of [1, 2]) await trial.send(`worker:${n}`, { type: 'act', what: `${n}` });
    (await trial.runs.nth(1)).done('1');
    await trial.runs.nth(2);
    await trial.send('worker:3', { type: 'act', what: '3' });
    assert.equal(trial.runs.begun.length, 2);
    const again = trial.crash();
    (await again.runs.nth(1)).done('3');
    await again.host.quiet();
    assert.deepEqual([again.done('worker:1'), again.done('worker:3')], [['1'], ['3']]);
    assert.deepEqual(again.failures('worker:2'), ['unknown']);
  });
}

function fence(kind: HostKind): void {
  const pay = { type: 'act', what: 'pay' };

  test('given an act under way, when the process dies, then it is unknown, reported, and never runs again', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', pay);
    await trial.runs.nth(1);
    const again = trial.crash();
    await again.host.quiet();
    assert.deepEqual(again.failures('worker:1'), ['unknown']);
    assert.equal(again.actor('supervisor')?.lastEvent, 'effect.unknown');
    assert.deepEqual(
      again.recovery.unknown.map(({ owner, src }) => `${src} of ${owner}`),
      ['deed of worker:1'],
    );
    const later = again.crash();
    await later.send('worker:2', pay);
    await later.host.quiet();
    assert.deepEqual(later.failures('worker:2'), ['unknown'], 'nobody else may do it either');
    assert.equal(again.runs.begun.length + later.runs.begun.length, 0);
  });

  test('given an act that is done, when one starts under its key, also after a crash, then it gets the outcome and runs nothing', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', pay);
    (await trial.runs.nth(1)).done('paid');
    await trial.host.quiet();
    const again = trial.crash();
    await again.send('worker:2', pay);
    await again.host.quiet();
    assert.equal(again.runs.begun.length, 0);
    assert.deepEqual(again.done('worker:2'), ['paid']);
  });

  test('given an act, when its owner is restarted or rewound, then it is not begun again', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', pay);
    (await trial.runs.nth(1)).done('paid');
    await trial.host.quiet();
    await trial.directives.rewind('worker:1', 2);
    await trial.host.quiet();
    assert.deepEqual(trial.done('worker:1'), ['paid'], 'it gives its outcome once more');
    await trial.directives.restart('worker:1', 'fresh');
    await trial.send('worker:1', pay);
    await trial.host.quiet();
    assert.deepEqual([trial.done('worker:1'), trial.runs.begun.length], [['paid'], 1]);
  });
}

function timers(kind: HostKind): void {
  test('given a timer, when the process dies, then it fires at its instant, and once', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'wait' });
    const again = trial.crash();
    again.clock.advance(59_000);
    await again.host.quiet();
    assert.equal(again.actor('worker:1')?.leaf, 'waiting');
    again.clock.advance(2_000);
    await again.host.quiet();
    again.clock.advance(120_000);
    await again.host.quiet();
    assert.deepEqual(again.done('worker:1'), ['waited']);
  });

  test('given a timer that was cancelled, then it never fires', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'wait' });
    await trial.send('worker:1', { type: 'leave' });
    const again = trial.crash();
    again.clock.advance(61_000);
    await again.host.quiet();
    assert.deepEqual(again.done('worker:1'), []);
  });
}

function children(kind: HostKind): void {
  test('given a child, when it ends, then its parent gets its output once, also over a crash', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'hire' });
    const [child = ''] = trial.childrenOf('worker:1');
    assert.equal(trial.actor(child)?.parent, 'worker:1');
    const again = trial.crash();
    await again.send(child, { type: 'end' });
    assert.equal(again.actor(child)?.status, 'done');
    assert.deepEqual(again.crash().done('worker:1'), ['child w1']);
  });

  test('given a parent that ends, then its child ends with it, and the child’s effects', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'hire' });
    const [child = ''] = trial.childrenOf('worker:1');
    await trial.send(child, { type: 'work', what: 'a' });
    const run = await trial.runs.nth(1);
    await trial.send('worker:1', { type: 'end' });
    assert.equal(trial.actor(child)?.status, 'stopped');
    assert.equal(run.signal.aborted, true);
    const again = trial.crash();
    await again.host.quiet();
    assert.equal(again.runs.begun.length, 0);
  });
}

function suspension(kind: HostKind): void {
  test('given a suspended actor, then it takes nothing and loses nothing, also over a crash, until it is resumed', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', message('a'));
    await trial.directives.suspend('worker:1', 'a test');
    for (const text of ['b', 'c']) await trial.send('worker:1', message(text));
    const again = trial.crash();
    assert.deepEqual(again.done('worker:1'), ['got a']);
    await again.directives.resume('worker:1');
    await again.host.quiet();
    assert.deepEqual(again.done('worker:1'), ['got a', 'got b', 'got c']);
  });

  test('given a directive by name, when it comes again, then it is done once', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', message('a'));
    await trial.directives.named('act-1').suspend('worker:1', 'a test');
    await trial.directives.resume('worker:1');
    const again = trial.crash();
    await again.directives.named('act-1').suspend('worker:1', 'a test');
    assert.equal(again.actor('worker:1')?.status, 'active');
  });

  test('given safe mode, then what is vital works, everything else is kept, and goes on when it ends', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'work', what: 'a' });
    await trial.runs.nth(1);
    const safe = trial.crash({ isSafe: true });
    assert.equal(safe.host.isSafe, true);
    await safe.send('supervisor', { type: 'hello' });
    await safe.send('worker:2', message('kept'));
    assert.deepEqual([safe.actor('supervisor')?.lastEvent, safe.done('worker:2')], ['hello', []]);
    assert.equal(safe.runs.begun.length, 0);
    safe.host.go();
    (await safe.runs.nth(1)).done('made a');
    await safe.host.quiet();
    assert.deepEqual([safe.done('worker:1'), safe.done('worker:2')], [['made a'], ['got kept']]);
  });
}

function recovery(kind: HostKind): void {
  test('given an actor that this program cannot load, then it is quarantined alone, and back with the program that can', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', message('a'));
    const other = trial.crash({ version: '2' });
    assert.deepEqual(
      other.recovery.quarantined.map(({ actor }) => actor),
      ['worker:1'],
    );
    await other.send('worker:1', message('b'));
    await other.send('worker:2', message('c'));
    assert.deepEqual([other.done('worker:1'), other.done('worker:2')], [['got a'], ['got c']]);
    await assert.rejects(other.directives.release('worker:1'), isKind('invalid'));
    const again = other.crash({ version: '1' });
    await again.directives.release('worker:1');
    await again.host.quiet();
    assert.deepEqual(again.done('worker:1'), ['got a', 'got b']);
  });

  test('given a restart from the checkpoint, then a repeatable effect is started anew and the state stays', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', message('a'));
    await trial.send('worker:1', { type: 'work', what: 'b' });
    const old = await trial.runs.nth(1);
    await trial.directives.restart('worker:1', 'checkpoint');
    assert.equal(old.signal.aborted, true);
    (await trial.runs.nth(2)).done('made b');
    await trial.host.quiet();
    assert.deepEqual(trial.done('worker:1'), ['got a', 'made b']);
  });

  test('given a rewind, then the actor stands where it stood and goes on from there', async t => {
    const trial = openTrial(kind, t);
    for (const text of ['a', 'b', 'c']) await trial.send('worker:1', message(text));
    await trial.directives.rewind('worker:1', 2);
    const again = trial.crash();
    await again.send('worker:1', message('d'));
    assert.deepEqual(again.done('worker:1'), ['got a', 'got d']);
  });

  test('given a process with effects under way, when it is killed, then acts are unknown, the rest runs again, and nothing accepted is lost', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-host-'));
    const open: (() => void)[] = [];
    t.after(() => {
      for (const close of open) close();
      rmSync(folder, { recursive: true, force: true });
    });
    const victim = spawn(
      process.execPath,
      ['--conditions=development', fileURLToPath(new URL('host-victim.ts', import.meta.url)), folder, kind.module],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    t.after(() => victim.kill('SIGKILL'));
    await once(victim.stdout, 'data');
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    const ran = readFileSync(join(folder, 'ran.txt'), 'utf8').trim().split('\n');
    assert.deepEqual(ran.toSorted(), ['deed act:pay', 'effort worker:1#2.0']);
    const trial = trialOver(kind, folder, {}, open);
    (await trial.runs.nth(1)).done('made nails');
    await trial.host.quiet();
    assert.deepEqual(
      trial.runs.begun.map(({ src, input }) => `${src} ${input.effect.key} ${input.effect.attempt}`),
      ['effort worker:1#2.0 2'],
    );
    assert.deepEqual(trial.done('worker:1'), ['made nails']);
    assert.deepEqual(trial.failures('worker:2'), ['unknown']);
    assert.deepEqual(trial.done('worker:3'), ['got kept']);
    const repeat = { target: 'worker:3', event: message('kept'), dedupe: 'update:1' };
    assert.equal((await trial.host.accept(repeat)).duplicate, true);
  });
}

function feed(kind: HostKind): void {
  test('given a listener, then it gets every committed step once, in order, and none that was undone', async t => {
    const trial = openTrial(kind, t);
    const seen: string[] = [];
    trial.host.feed.subscribe(() => {
      throw new Error('a bad listener');
    });
    const end = trial.host.feed.subscribe(frame => {
      if (frame.kind !== 'step') return;
      const { seq, event } = frame.entry;
      if (!trial.journal(frame.row.address).some(step => step.seq === seq)) seen.push('worker: not committed yet');
      seen.push(`${frame.row.address} ${seq} ${JSON.parse(event).type}`);
    });
    await trial.send('worker:1', message('a'));
    await trial.send('worker:1', { type: 'break' });
    await trial.host.quiet();
    await trial.send('worker:1', message('b'));
    end();
    await trial.send('worker:1', message('c'));
    assert.deepEqual(
      seen.filter(line => line.startsWith('worker')),
      ['worker:1 1 xstate.init', 'worker:1 2 message', 'worker:1 3 message'],
    );
  });
}

function ending(kind: HostKind): void {
  test('given a running act, when the host stops, then events are refused, the act has its grace, and its outcome is kept', async t => {
    const trial = openTrial(kind, t);
    await trial.send('worker:1', { type: 'act', what: 'pay' });
    const run = await trial.runs.nth(1);
    const stopped = trial.host.stop(5_000);
    await assert.rejects(trial.send('worker:1', { type: 'leave' }), isKind('unavailable'));
    run.done('paid');
    assert.equal(await stopped, 0);
    assert.deepEqual(trial.crash().done('worker:1'), ['paid']);
  });
}
