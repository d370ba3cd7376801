/**
 * Coding workers of a simulated agent: chart, effects, writes and tool are the real ones; their programs, the copies and
 * the folder are the outside's, and do what the seed says. A program dies with the life that started it, its copy stays.
 */
import type { System } from '../../../src/actors/runtime/system.ts';
import { sqliteTables } from '../../../src/adapters/stores/sqlite/tables.ts';
import { noteIn } from '../../../src/adapters/stores/writers/note.ts';
import { workerWriters } from '../../../src/adapters/stores/writers/worker.ts';
import { workLedger } from '../../../src/adapters/workers/ledger.ts';
import type { GoalCheck } from '../../../src/domain/goals/check.ts';
import { fault } from '../../../src/domain/supervision/failure.ts';
import { permissionCall } from '../../../src/domain/workers/permission.ts';
import { isWorkOver, type WorkerProfile } from '../../../src/domain/workers/worker.ts';
import { codeToolOf } from '../../../src/features/workers/code.ts';
import { workerChart, workerEffects } from '../../../src/features/workers/effects.ts';
import type { AuditLog } from '../../../src/ports/audit-log.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { CodingPrograms } from '../../../src/ports/workers/coding-programs.ts';
import type { WorkCopies } from '../../../src/ports/workers/work-copies.ts';
import type { Writer } from '../../../src/ports/writer.ts';
import type { Count } from '../check.ts';
import { type Luck, luckOf } from './chance.ts';
import type { Ground } from './ground.ts';
import type { Life } from './life.ts';
import { isFatal, type Outside } from './outside.ts';
import { failedSeeds, failedWithAgents, failedWithJobs } from './seeds.ts';

/** What stands outside of one piece of work. */
export interface OutsideWork {
  /** Its copy is there, with so many changes in it; undefined: there is none. */
  changes: number | undefined;
  threads: number;
  asked: number;
  /** The thread, each time it was told its task. */
  readonly told: string[];
  /** The digest of what was asked for, each time its program was allowed it. */
  readonly allowed: string[];
  /** The digest of the diff, each time it was put into the folder. */
  readonly merged: string[];
}

const worker: WorkerProfile = {
  name: 'smith',
  kind: 'acp',
  argv: ['smith'],
  env: {},
  folders: [],
  network: [],
  minutes: 20,
  budgetUsd: null,
};

/** A third of the seeds; those that have failed before workers were there stay as they were. */
export function hasWorkers(seed: number): boolean {
  const isKept = [failedSeeds, failedWithJobs, failedWithAgents].some(known => Object.hasOwn(known, seed));
  return !isKept && luckOf(`has workers ${seed}`).once(3);
}

interface CodingNeeds {
  readonly outside: Outside;
  readonly luck: Luck;
  readonly clock: Clock;
  readonly accept: System['accept'];
  readonly audit: AuditLog['write'];
  readonly expiresMs: number | null;
  readonly undoS: number;
}

/** What a life needs to have coding workers. */
export function codingOf({ database, conversation }: Ground, life: Life, needs: CodingNeeds) {
  const { outside, luck, clock, accept, audit, expiresMs, undoS } = needs;
  const ledger = workLedger(sqliteTables(database));
  const programs = programsOf(life, outside, luck);
  const copies = copiesOf(life, outside, luck);
  const soon = <Value>(value: () => Value) => new Promise<Value>(resolve => life.later(() => resolve(value())));
  const looked = (check: GoalCheck): GoalCheck => {
    const outcome = outside.isCalm || luck.once(2) ? 'holds' : 'fails';
    return { ...check, last: { outcome, saw: 'seen', at: clock.now() } };
  };
  const checks = {
    begun: (lines: readonly string[]) =>
      soon(() => lines.map(text => ({ text, before: { outcome: 'fails' as const, saw: 'nothing' } }))),
    run: (all: readonly GoalCheck[]) => soon(() => all.map(looked)),
  };
  const approvals = { undoWindowS: undoS, expiresMs: expiresMs ?? ('never' as const) };
  return {
    machine: { ...workerChart(ledger, audit), startsWith: () => ({}) },
    effects: workerEffects({
      programs,
      copies,
      checksOn: () => checks,
      conversation,
      acts: { begin: () => () => {} },
    }),
    writers: workerWriters(ledger, noteIn(audit)) as Readonly<Record<string, Writer>>,
    tool: codeToolOf(
      { config: { approvals, workers: [worker] }, system: { accept }, owner: { language: 'en' } },
      ledger,
      'bubblewrap',
    ),
  };
}

/** What the model wants of a worker. */
export function codeArguments(name: string, luck: Luck): object {
  return { worker: worker.name, folder: 'project', task: `mend ${name}`, checks: luck.once(2) ? ['make it'] : [] };
}

function workIn({ works }: Outside, address: string): OutsideWork {
  works[address] ??= { changes: undefined, threads: 0, asked: 0, told: [], allowed: [], merged: [] };
  return works[address];
}

/** A program asks for so little that its end comes. */
const mostAsked = 6;

function programsOf(life: Life, outside: Outside, luck: Luck): CodingPrograms {
  /** Those of this life, each with the digest that it waits for. */
  const running = new Map<string, { waitsFor: string | null }>();
  const wantedBy = (address: string, isGrave: boolean) => {
    const digest = `${address}/${isGrave ? `publish ${luck.integer(2)}` : 'look'}`;
    const wanted = { kind: isGrave ? 'publish' : 'read', title: 'It wants this', paths: [], exact: digest };
    const id = `p${luck.integer(1_000_000)}`;
    return permissionCall(wanted, { id, digest, intent: 'let it', executor: 'bubblewrap' });
  };
  return {
    open: ({ address, thread }) =>
      new Promise((resolve, reject) =>
        life.later(() => {
          const end = outside.isCalm
            ? 'open'
            : luck.weighed({ open: 20, down: 3, lost: thread === null ? 0 : 3, never: 1 });
          if (end === 'down') return reject(fault('unavailable', 'it could not be started'));
          if (end === 'lost') return resolve({ lost: 'it knows no such thread' });
          if (end === 'never') return resolve({ problem: 'there is no such program' });
          running.set(address, { waitsFor: null });
          const of = workIn(outside, address);
          if (thread !== null) return resolve({ thread });
          of.threads += 1;
          resolve({ thread: `t${of.threads}` });
        }),
      ),
    turn: ({ address, thread, words, answer }, { signal }) =>
      new Promise((resolve, reject) => {
        const program = running.get(address);
        if (!program) return resolve({ kind: 'gone' });
        const broken = (error: unknown) => {
          running.delete(address);
          reject(error);
        };
        signal.addEventListener('abort', () => broken(signal.reason), { once: true });
        life.later(() => {
          if (signal.aborted) return;
          const of = workIn(outside, address);
          if (words === 'task') of.told.push(thread);
          if (answer?.isAllowed && program.waitsFor !== null) of.allowed.push(program.waitsFor);
          program.waitsFor = null;
          // where it begins a death does most harm
          if (isFatal(outside) || (words === 'task' && !outside.isCalm && luck.once(4))) return life.kill();
          of.changes = (of.changes ?? 0) + luck.integer(4);
          const [broke, hangs] = outside.isCalm ? [0, 0] : [4, 1];
          const end = luck.weighed({ ended: 12, asked: of.asked < mostAsked ? 16 : 0, broke, hangs });
          if (end === 'broke') return broken(fault('unavailable', 'it broke off'));
          if (end === 'ended') life.later(() => resolve({ kind: 'ended', stop: 'end_turn', text: 'It is mended.' }));
          if (end !== 'asked') return;
          of.asked += 1;
          const call = wantedBy(address, !luck.once(4));
          program.waitsFor = call.digest;
          life.later(() => resolve({ kind: 'asked', call }));
        });
      }),
    end: async address => void running.delete(address),
    lines: () => [],
    close: async () => running.clear(),
  };
}

function copiesOf(life: Life, outside: Outside, luck: Luck): WorkCopies {
  const soon = <Value>(value: () => Value) =>
    new Promise<Value>((resolve, reject) =>
      life.later(() => {
        if (!outside.isCalm && luck.once(15)) reject(fault('unavailable', 'git does not answer'));
        else resolve(value());
      }),
    );
  const digestOf = (address: string) => `${address}/${workIn(outside, address).changes ?? 'gone'}`;
  const inTheWay = () => (!outside.isCalm && luck.once(8) ? ['main.c'] : []);
  return {
    make: address =>
      soon(() => {
        if (!outside.isCalm && luck.once(20)) return { problem: 'it is no repository' };
        workIn(outside, address).changes = 0;
        return { uncommitted: 0 };
      }),
    checkOut: () => soon(() => {}),
    diff: address =>
      soon(() => {
        const { changes: files = 0 } = workIn(outside, address);
        const digest = digestOf(address);
        return { stat: { files, added: files, removed: 0 }, digest, diff: digest, reasons: [] };
      }),
    fit: address =>
      soon(() => {
        const isThere = workIn(outside, address).merged.includes(digestOf(address));
        return { isThere, conflicts: isThere ? [] : inTheWay() };
      }),
    merge: (address, _folder, digest) =>
      new Promise((resolve, reject) =>
        life.later(() => {
          if (digest !== digestOf(address)) return reject(fault('denied', 'it is another diff'));
          const conflicts = inTheWay();
          if (conflicts.length > 0) return resolve({ conflicts });
          if (luck.once(2) && isFatal(outside)) return life.kill();
          workIn(outside, address).merged.push(digest);
          if (isFatal(outside)) return life.kill();
          life.later(() => resolve({ conflicts: [] }));
        }),
      ),
    remove: address =>
      soon(() => {
        workIn(outside, address).changes = undefined;
      }),
  };
}

export interface WorkOwner {
  /** Has a piece of work stopped, or its result shown again. */
  act(life: Life): void;
  /** Has a result shown that nobody has seen; false: there is none. */
  oblige(life: Life): boolean;
}

/** The owner of a life that has workers. */
export function seededWorkOwner(ground: Ground, outside: Outside, seed: number): WorkOwner {
  const luck = luckOf(`works ${seed}`);
  const all = () => workLedger(sqliteTables(ground.database)).list(1000);
  const send = (life: Life, target: string, type: string) =>
    void life.system.accept({ target, event: { type } }).catch(() => {
      if (!life.isDead) outside.turnedAway += 1;
    });
  return {
    act(life) {
      const open = all().filter(({ state }) => !isWorkOver(state));
      if (open.length === 0) return;
      send(life, luck.pick(open).address, luck.once(3) ? 'worker.stopped' : 'worker.shown');
    },
    oblige(life) {
      const unseen = ground.store
        .actors(Number.MAX_SAFE_INTEGER)
        .find(({ machine, leaf, status }) => machine === 'worker' && status === 'active' && leaf.endsWith('unseen'));
      if (unseen) send(life, unseen.address, 'worker.shown');
      return unseen !== undefined;
    },
  };
}

/**
 * Each work has ended and its conversation heard of that once; its program was told its task once a thread and was
 * allowed no more than its owner said yes to; the folder has exactly what was accepted, once.
 */
export function workFindings(
  { database }: Ground,
  { works }: Outside,
  found: (count: Count, problem: string) => void,
): void {
  const rows = <Row>(sql: string, ...values: unknown[]) => database.prepare(sql).all(...values) as Row[];
  for (const { address, state } of rows<{ address: string; state: string }>(
    'SELECT address, state FROM workers_works',
  )) {
    const { told, allowed, merged } = works[address] ?? { told: [], allowed: [], merged: [] };
    if (!isWorkOver(state as 'failed')) found('stuck', `${address} is still ${state}`);
    for (const [thread, { length }] of Map.groupBy(told, one => one))
      if (length > 1) found('doubled', `${address} was told its task ${length} times in ${thread}`);
    const granted = rows<{ digest: string }>(
      "SELECT a.card ->> 'digest' AS digest FROM grants g JOIN approvals a ON a.address = g.approval WHERE g.consumed_by = ?",
      address,
    );
    const yes = (digest: string) => granted.filter(one => one.digest === digest).length;
    for (const [digest, { length }] of Map.groupBy(allowed, one => one))
      if (digest.includes('publish') && length > yes(digest))
        found('doubled', `${address} was allowed ${digest} ${length} times by ${yes(digest)} yeses`);
    if (merged.length > 1) found('doubled', `the diff of ${address} was put into the folder ${merged.length} times`);
    for (const digest of merged) if (yes(digest) === 0) found('doubled', `${digest} was merged without a yes`);
    if (state === 'accepted' && merged.length === 0) found('lost', `${address} is accepted, and nothing was merged`);
    if (state !== 'accepted' && state !== 'unknown' && merged.length > 0)
      found('untold', `${address} is ${state}, and its diff is in the folder`);
    const heard = rows<{ n: number }>(
      "SELECT count(*) AS n FROM journal WHERE event ->> 'type' = 'message.received' AND event ->> 'messageId' = ?",
      `${address}/end`,
    )[0]?.n;
    if (heard !== 1)
      found(heard === 0 ? 'untold' : 'doubled', `its conversation heard ${heard} times how ${address} ended`);
  }
}
