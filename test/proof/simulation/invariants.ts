/**
 * What must hold once a simulated agent has come to rest: the outside against the rows, and the rows against each
 * other.
 */
import { sqliteAuditStore } from '../../../src/adapters/stores/sqlite/ledgers/audit.ts';
import { copyName } from '../../../src/domain/agents/agent.ts';
import { type Count, type Findings, nothingFound, spending } from '../check.ts';
import { divergences } from '../journals.ts';
import { partsOf } from './channels.ts';
import { workFindings } from './coding.ts';
import { auditOf, type Ground } from './ground.ts';
import { jobFindings } from './jobs.ts';
import { answerTo } from './model.ts';
import type { Outside } from './outside.ts';
import type { Schedule } from './schedule.ts';

export interface Evidence {
  readonly ground: Ground;
  readonly outside: Outside;
  /** What Straylight itself found to be wrong. */
  readonly defects: readonly string[];
  /** Jobs whose instants were not interrupted by the owner. */
  readonly steadyJobs?: ReadonlySet<string>;
  /** Stretches of the clock on the wall that came again. */
  readonly again?: Schedule['again'];
}

type Found = (count: Count, problem: string) => void;
interface Case extends Evidence {
  readonly found: Found;
  rows<Row>(sql: string, ...values: unknown[]): readonly Row[];
}

export function findingsOf(evidence: Evidence): Findings {
  const findings = { ...nothingFound, problems: [] as string[] };
  const { database } = evidence.ground;
  const of: Case = {
    ...evidence,
    found(count, problem) {
      findings[count] += 1;
      findings.problems.push(`${count}: ${problem}`);
    },
    rows: <Row>(sql: string, ...values: unknown[]) => database.prepare(sql).all(...values) as Row[],
  };
  for (const look of [messages, sequence, acts, unknowns, approvals, jobs, children, plans, works, resting, books])
    look(of);
  return findings;
}

/** Every accepted message was handled once, belongs to a turn that ended, and was answered once or its failure told. */
function messages({ ground: { conversation }, outside, rows, found }: Case): void {
  const deliveries = rows<{ id: string; status: string }>('SELECT id, status FROM deliveries').map(row => ({
    ...row,
    text: conversation.read(conversation.delivery(row.id)?.body ?? ''),
  }));
  const handled = new Map(
    rows<{ id: string; n: number }>(
      `SELECT event ->> 'messageId' AS id, count(*) AS n FROM journal WHERE event ->> 'type' = 'message.received' GROUP BY 1`,
    ).map(({ id, n }) => [id, n]),
  );
  for (const { id, tag, accepted } of outside.said) {
    const times = handled.get(id) ?? 0;
    if (times > 1) found('doubled', `${tag} was handled ${times} times`);
    if (!accepted && times === 0) continue;
    const turnId = conversation.message(id)?.turn;
    const turn = turnId === undefined ? undefined : conversation.turn(turnId);
    if (!turn) {
      found('lost', `${tag} was accepted and no turn has it`);
      continue;
    }
    if (turn.outcome === 'running') {
      found('stuck', `the turn of ${tag} still runs`);
      continue;
    }
    const answers = deliveries.filter(({ text }) => text.split('\n').includes(answerTo(tag)));
    if (answers.length > 1) found('doubled', `${tag} was answered ${answers.length} times`);
    if (turn.outcome === 'done' && answers.length === 0) found('lost', `${tag} was not answered, and its turn is done`);
    // Straylight itself answers where a turn ends otherwise, or says beneath its answer that the records refute it
    const told = turn.reply?.replace(/\/end$/, '/delivery');
    const isRefuted = answers.some(({ text }) => text.includes('so this does not count as done'));
    if (turn.outcome !== 'done' && !isRefuted && !deliveries.some(row => row.id === told))
      found('untold', `the turn of ${tag} ended as ${turn.outcome} and nobody was told`);
  }
}

/**
 * Each chat saw what was queued for it, in that order, each part once; a second time only where it said so and somebody
 * had a doubt.
 */
function sequence({ ground: { conversation }, outside, rows, found }: Case): void {
  const queued = rows<{ id: string; channel: string; chat: string; status: string; sent: number; failure: string }>(
    `SELECT d.id, d.channel, d.chat, d.status, d.sent, d.failure FROM deliveries d JOIN (
       SELECT event ->> 'delivery' AS id, min(rowid) AS n FROM journal WHERE event ->> 'type' = 'delivery.queued' GROUP BY 1
     ) AS line ON line.id = d.id ORDER BY line.n`,
  );
  const bodyOf = (id: string) => conversation.read(conversation.delivery(id)?.body ?? '');
  const { n } = rows<{ n: number }>('SELECT count(*) AS n FROM deliveries')[0] ?? { n: 0 };
  if (n !== queued.length) found('lost', `${n} deliveries were written and ${queued.length} were handed to a channel`);
  for (const { id, chat, status, sent, failure } of queued) {
    if (status === 'queued') found('stuck', `the delivery ${id} is still queued`);
    const parts = partsOf(bodyOf(id)).length;
    if (status === 'sent' && sent !== parts) found('lost', `${id} counts as sent with ${sent} of ${parts} parts`);
    const told = outside.sent.some(({ text }) => text.includes(`A message for ${chat} could not be delivered`));
    if (status === 'failed' && !told) found('untold', `${id} could not be delivered (${failure}) and nobody was told`);
  }
  for (const place of new Set(queued.map(placeOf))) {
    const due = queued
      .filter(row => placeOf(row) === place)
      .flatMap(({ id, status }) => partsOf(bodyOf(id)).map(text => ({ id, text, must: status === 'sent' })));
    const seen = outside.sent.filter(one => placeOf(one) === place);
    const reached = matched(due, seen);
    if (reached === undefined) continue;
    const { id, text } = due[reached.due] ?? { id: 'nothing', text: '' };
    found(
      reached.due === due.length || due[reached.due - 1]?.text === seen[reached.seen]?.text ? 'doubled' : 'lost',
      `${place} should see ${JSON.stringify(text)} of ${id} and saw ${JSON.stringify(seen[reached.seen])}`,
    );
  }
  const marked = outside.sent.filter(({ repeat }) => repeat).length;
  const [doubts] = rows<{ n: number }>(
    `SELECT count(*) AS n FROM journal WHERE event ->> 'type' LIKE 'xstate.error.actor.line-%' AND event ->> '$.error.kind' = 'unknown'`,
  );
  if (marked > (doubts?.n ?? 0)) found('doubled', `${marked} messages were repeated after ${doubts?.n} doubts`);
}

function placeOf({ channel, chat }: { readonly channel: string; readonly chat: string }): string {
  return `${channel} ${chat}`;
}

/**
 * Can what was seen be what was due, in its order: each part once, then as often again as it is marked; a part of what
 * was given up perhaps not at all? Answers how far it can; undefined: all the way. Different parts may read alike.
 */
function matched(
  due: readonly { readonly text: string; readonly must: boolean }[],
  seen: Outside['sent'],
): { readonly due: number; readonly seen: number } | undefined {
  const known = new Set<string>();
  let furthest = { due: 0, seen: 0 };
  const fits = (at: number, from: number): boolean => {
    if (at + from > furthest.due + furthest.seen) furthest = { due: at, seen: from };
    const part = due[at];
    if (part === undefined) return from === seen.length;
    if (known.has(`${at} ${from}`)) return false;
    known.add(`${at} ${from}`);
    if (!part.must && fits(at + 1, from)) return true;
    for (let to = from; seen[to]?.text === part.text && (to === from || seen[to]?.repeat); to += 1)
      if (fits(at + 1, to + 1)) return true;
    return false;
  };
  return fits(0, 0) ? undefined : furthest;
}

/** No act began twice; one that counts as done was begun; one that needs a yes had one, of its own. */
function acts({ outside, rows, found }: Case): void {
  const begun = new Map<string, number>();
  for (const { call } of outside.acts) begun.set(call, (begun.get(call) ?? 0) + 1);
  for (const [call, times] of begun) if (times > 1) found('doubled', `the act of ${call} was begun ${times} times`);
  const calls = rows<{ address: string; tool: string; outcome: string; level: number }>(
    'SELECT address, tool, outcome, level FROM tool_calls',
  );
  const yes = new Set(
    rows<{ by: string }>('SELECT consumed_by AS "by" FROM grants WHERE consumed_by IS NOT NULL').map(({ by }) => by),
  );
  for (const { address, tool, outcome, level } of calls) {
    if (!actors.has(tool)) continue;
    if (outcome === 'done' && !begun.has(address))
      found('lost', `${tool} of ${address} counts as done and never began`);
    if (begun.has(address) && level > 1 && !yes.has(address))
      found('doubled', `${tool} of ${address} ran without a yes`);
  }
}

const actors = new Set(['send_mail', 'ring_bell', 'execute_command']);

/** Of every act whose outcome is unknown the model has read and the owner has heard. */
function unknowns({ ground: { conversation }, outside, rows, found }: Case): void {
  const unknown = rows<{ owner: string }>(`SELECT owner FROM effects WHERE src = 'execution' AND status = 'unknown'`);
  // of the call of a job its job speaks
  const ofJobs = new Set(
    rows<{ address: string }>("SELECT address FROM tool_calls WHERE session LIKE 'session:job:%'").map(
      ({ address }) => address,
    ),
  );
  const ofTurns = unknown.filter(({ owner }) => !ofJobs.has(owner));
  const told = outside.sent.filter(
    ({ channel, text }) => channel === 'terminal' && text.includes('so it may or may not have'),
  );
  if (told.length < ofTurns.length)
    found('untold', `${ofTurns.length} acts are unknown and ${told.length} were told of`);
  for (const { owner } of unknown) {
    const [call] = rows<{ outcome: string }>('SELECT outcome FROM tool_calls WHERE address = ?', owner);
    if (call && call.outcome !== 'unknown') found('untold', `${owner} is unknown and recorded as ${call.outcome}`);
    const read = conversation.message(owner)?.text;
    if (read !== undefined && !read.includes('Nobody knows whether'))
      found('untold', `the model was not told that ${owner} is unknown`);
  }
}

/** A yes was given by the owner, counted once and in time, and started one act at most. */
function approvals({ outside, rows, found }: Case): void {
  const given = new Map<string, Set<string>>();
  for (const { approval, decision, answer } of outside.decided)
    if (answer !== 'refused') given.set(approval, (given.get(approval) ?? new Set()).add(decision));
  const used = new Map<string, number>();
  for (const row of rows<{
    approval: string;
    state: string;
    card: string;
    decidedAt: number;
    consumedAt: number | null;
    consumedBy: string | null;
    expiresAt: number;
  }>(
    `SELECT g.approval, a.state, a.card, g.decided_at AS decidedAt, g.consumed_at AS consumedAt, g.consumed_by AS consumedBy,
       g.expires_at AS expiresAt FROM grants g JOIN approvals a ON a.address = g.approval`,
  )) {
    const { approval, state, decidedAt, consumedAt, consumedBy, expiresAt } = row;
    if (!given.get(approval)?.has('approve')) found('doubled', `${approval} was granted and nobody said yes`);
    if (state !== 'granted') found('diverged', `${approval} has a grant and is ${state}`);
    const { expiresAt: until } = JSON.parse(row.card) as { readonly expiresAt?: number };
    if (until !== undefined && decidedAt >= until) found('doubled', `${approval} was granted after its time`);
    if (consumedBy === null || consumedAt === null) continue;
    if (consumedAt >= expiresAt) found('doubled', `the grant of ${approval} was used after its time`);
    used.set(consumedBy, (used.get(consumedBy) ?? 0) + 1);
  }
  // a coding worker asks for more than one thing
  for (const [call, times] of used)
    if (times > 1 && !call.startsWith('worker:')) found('doubled', `${call} has used up ${times} grants`);
  for (const { approval, answer } of outside.decided.filter(({ decision }) => decision === 'undo')) {
    const [row] = rows<{ parent: string }>('SELECT parent FROM actors WHERE address = ?', approval);
    if (answer === 'ok' && outside.acts.some(({ call }) => call === row?.parent))
      found('doubled', `${approval} was taken back, and its act ran`);
  }
  for (const { address } of rows<{ address: string }>(`SELECT address FROM approvals WHERE state = 'pending'`))
    found('stuck', `${address} is still pending`);
}

/** The runs of jobs. */
function jobs({ ground, outside, steadyJobs = new Set(), again = [], found }: Case): void {
  jobFindings(ground, outside, { steady: steadyJobs, again }, found);
}

/** A call gave work to one agent at most, which has ended, and what it came to is in the conversation once. */
function children({ rows, found }: Case): void {
  const all = rows<{ id: string; call: string; state: string }>('SELECT id, call, state FROM agents_children');
  const begun = all.filter(({ state }) => state !== 'refused');
  for (const { id, state } of all) if (state === 'running') found('stuck', `${id} still runs`);
  for (const [call, { length }] of Map.groupBy(begun, one => one.call))
    if (length > 1) found('doubled', `${call} gave work ${length} times`);
  const results = new Map(
    rows<{ call: string; n: number }>(
      "SELECT id AS call, count(*) AS n FROM messages WHERE role IN ('tool', 'notice') GROUP BY id",
    ).map(({ call, n }) => [call, n]),
  );
  const ended = new Map(
    rows<{ address: string; outcome: string }>("SELECT address, outcome FROM tool_calls WHERE tool = 'delegate'").map(
      ({ address, outcome }) => [address, outcome],
    ),
  );
  for (const { id, call, state } of begun.filter(({ call }) => !call.includes('/'))) {
    const joined = results.get(call) ?? 0;
    if (joined > 1) found('doubled', `what ${id} came to joined ${joined} times`);
    if (state === 'done' && ended.get(call) !== 'done')
      found('lost', `${id} is done, and its call is ${ended.get(call) ?? 'nowhere'}`);
    if (state === 'done' && joined === 0) found('lost', `what ${id} came to is in no conversation`);
    if (state === 'unknown' && ended.get(call) !== 'unknown') found('untold', `${id} is unknown, and nobody was told`);
  }
}

/** A call began one plan, which has ended as its steps have, and what it came to is in the conversation once. */
function plans({ rows, outside, found }: Case): void {
  const all = rows<{ id: string; call: string; state: string }>('SELECT id, call, state FROM agents_plans');
  for (const [call, { length }] of Map.groupBy(all, one => one.call))
    if (length > 1) found('doubled', `${call} began ${length} plans`);
  const open = rows<{ plan: string; step: string; state: string }>(
    "SELECT plan, step, state FROM agents_plan_steps WHERE state IN ('copying', 'running', 'checking', 'merging', 'consulting', 'stuck')",
  );
  for (const [name, { length }] of Map.groupBy(outside.merged, one => one))
    if (length > 1) found('doubled', `the changes of ${name} were merged ${length} times`);
  const copied = rows<{ plan: string; step: string; state: string }>(
    'SELECT s.plan, s.step, s.state FROM agents_plan_steps s JOIN plans_copies w ON w.plan = s.plan AND w.step = s.step',
  );
  for (const { plan, step, state } of copied)
    if (state === 'done' && !outside.merged.includes(copyName(plan, step)))
      found('lost', `the step ${step} of ${plan} is done, and nothing of it was merged`);
  const outcomes = new Map(
    rows<{ address: string; outcome: string }>("SELECT address, outcome FROM tool_calls WHERE tool = 'run_plan'").map(
      ({ address, outcome }) => [address, outcome],
    ),
  );
  for (const { id, call, state } of all) {
    if (state === 'running') found('stuck', `${id} still runs`);
    const became = outcomes.get(call);
    if (state === 'done' && became !== 'done') found('lost', `${id} is done, and its call is ${became ?? 'nowhere'}`);
    const ofIt = open.filter(({ plan }) => plan === id);
    if (state === 'done' && ofIt.length > 0)
      found('diverged', `${id} is done, and of its steps ${ofIt.map(one => `${one.step} ${one.state}`).join(', ')}`);
    const joined = rows<{ n: number }>('SELECT count(*) AS n FROM messages WHERE id = ?', call)[0]?.n ?? 0;
    if (joined > 1) found('doubled', `what ${id} came to joined ${joined} times`);
    if (state === 'done' && joined === 0) found('lost', `what ${id} came to is in no conversation`);
  }
}

/** The work of coding workers. */
function works({ ground, outside, found }: Case): void {
  workFindings(ground, outside, found);
}

/** Everything rests, and nothing waits for anything. */
function resting({ ground: { store }, outside, defects, rows, found }: Case): void {
  const rests: Readonly<Record<string, readonly string[]>> = {
    session: ['idle'],
    supervisor: ['idle'],
    channel: ['online'],
    'approval-desk': ['idle'],
    'circuit-breaker': ['closed', 'halfOpen'],
    observer: ['waitingForInput'],
    job: ['idle'],
  };
  for (const address of store.wedged()) found('stuck', `${address} is wedged`);
  for (const { address, status, leaf, machine } of store.actors(Number.MAX_SAFE_INTEGER)) {
    if (status !== 'active') found('stuck', `${address} is ${status}`);
    else if (!rests[machine]?.includes(leaf)) found('stuck', `${address} stands in ${leaf}`);
  }
  for (const { target, event } of store.inbox()) found('stuck', `${target} has not handled ${event.slice(0, 120)}`);
  for (const { address, src, status } of store.openEffects())
    if (src !== 'inbox') found('stuck', `${src} ${address} is ${status}`);
  for (const { target, event, failure } of store.deadLetters())
    found('stuck', `a message for ${target} was buried: ${failure} ${event.slice(0, 200)}`);
  for (const { tag, accepted } of outside.said) if (!accepted) found('lost', `${tag} was never accepted`);
  for (const { subject } of rows<{ subject: string }>(
    `SELECT subject FROM reports WHERE text LIKE 'nothing will ever%'`,
  ))
    if (!outside.edited.includes(subject)) found('stuck', `${subject} was wedged for a while`);
  for (const defect of defects) found('failed', defect);
}

/** Journals, money, the chain, and what an index had to stop. */
function books({ ground, outside, rows, found }: Case): void {
  for (const problem of divergences(ground.store)) found('diverged', problem);
  spending({ db: ground.database, asked: outside.asked.length, found });
  const inBook = new Map(
    rows<{ session: string; n: number }>(
      // a call that was stopped is open until the next one
      `SELECT session, count(*) AS n FROM (SELECT session FROM spend
         UNION ALL SELECT session FROM spend_sessions WHERE state ->> '$.open' IS NOT NULL) GROUP BY session`,
    ).map(({ session, n }) => [session, n]),
  );
  for (const session of new Set(outside.asked)) {
    const asked = outside.asked.filter(one => one === session).length;
    const paid = inBook.get(session) ?? 0;
    if (asked > paid) found('lost', `${session} asked the model ${asked} times, and ${paid} calls are in the book`);
  }
  const audit = auditOf(ground, () => 0);
  if (audit.broken) found('diverged', `the audit chain is broken: ${audit.broken.problem}`);
  for (const address of sqliteAuditStore(ground.database).unrecorded()) found('lost', `${address} has no audit row`);
  for (const what of outside.refused) found('refused', `${what} was to be written twice`);
}
