/** Compares what the outside saw with what the database says, after a run is over. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Database from 'better-sqlite3';
import { homePaths } from '../../config/home.ts';
import { readAnchor } from '../../src/adapters/audit/anchor.ts';
import { telegramTexts } from '../../src/adapters/channels/telegram/texts.ts';
import { sqliteConversationStore } from '../../src/adapters/stores/sqlite/conversation/conversation.ts';
import { sqliteHostStore } from '../../src/adapters/stores/sqlite/host/host.ts';
import { sqliteAuditStore } from '../../src/adapters/stores/sqlite/ledgers/audit.ts';
import { sqliteBudgetLedger } from '../../src/adapters/stores/sqlite/ledgers/budget.ts';
import { withOwnFunctions } from '../../src/adapters/stores/sqlite/own-functions.ts';
import { chainReader } from '../../src/commands/audit/audit-hash.ts';
import { copiesFolder } from '../../src/domain/agents/agent.ts';
import { cardTexts } from '../../src/domain/approvals/card-texts.ts';
import { type Amount, nothing } from '../../src/domain/budget/budget.ts';
import { resultOf } from '../../src/domain/jobs/texts.ts';
import type { ConversationStore } from '../../src/ports/conversation-store.ts';
import type { HostStore } from '../../src/ports/store.ts';
import type { SentMessage } from '../peers/telegram/telegram.ts';
import { addTask, type Flow, type Learned } from './flows.ts';
import { divergences } from './journals.ts';
import { answerTo } from './run/talk.ts';
import type { TraceLine } from './run/trace.ts';
import type { World } from './run/world.ts';

/** Counts of what must not be, and a sentence for each. */
export interface Findings {
  /** Accepted messages that nobody answered and nobody heard of. */
  readonly lost: number;
  /** Acts done twice, and replies seen twice without the mark of a possible repeat. */
  readonly doubled: number;
  readonly stuck: number;
  /**
   * Lives that ended with an error of their own: apart from `stuck`, so that an agent that cannot start proves nothing.
   */
  readonly failed: number;
  /** Unknown outcomes that the model or the owner was not told. */
  readonly untold: number;
  /** Journals that do not replay to the stored state, or a database that is not whole. */
  readonly diverged: number;
  /** What an index or a fence had to stop. */
  readonly refused: number;
  readonly problems: readonly string[];
}

export const counts = ['lost', 'doubled', 'stuck', 'failed', 'untold', 'diverged', 'refused'] as const;
export type Count = (typeof counts)[number];

export const nothingFound: Findings = {
  lost: 0,
  doubled: 0,
  stuck: 0,
  failed: 0,
  untold: 0,
  diverged: 0,
  refused: 0,
  problems: [],
};

/** Is nothing wrong? */
export function isClean(findings: Findings): boolean {
  return counts.every(count => findings[count] === 0);
}

export interface Evidence {
  readonly world: World;
  readonly database: string;
  /** How often Straylight was killed in this run. */
  readonly kills: number;
  /** Its clock ran faster than its commands, so that one that was slow seemed to hang and was ended. */
  readonly isClockFaster?: boolean;
}

interface Case extends Evidence {
  readonly db: Database.Database;
  readonly host: HostStore;
  readonly conversation: ConversationStore;
  readonly trace: readonly TraceLine[];
  readonly found: (count: Count, problem: string) => void;
}

export function check(evidence: Evidence): Findings {
  const findings = { ...nothingFound, problems: [] as string[] };
  const db = withOwnFunctions(new Database(evidence.database, { readonly: true }));
  try {
    const of: Case = {
      ...evidence,
      db,
      host: sqliteHostStore(db),
      conversation: sqliteConversationStore(db),
      trace: evidence.world.trace(),
      found(count, problem) {
        findings[count] += 1;
        findings.problems.push(`${count}: ${problem}`);
      },
    };
    for (const look of [
      messages,
      replies,
      cards,
      acts,
      grants,
      unknowns,
      deliveries,
      actors,
      memories,
      learned,
      summaries,
      tools,
      jobs,
      tasks,
      children,
      plans,
      works,
      copied,
      ({ world, ...rest }: Case) => spending({ ...rest, asked: world.asked }),
      audited,
      whole,
      refusals,
    ])
      look(of);
    return findings;
  } finally {
    db.close();
  }
}

const repeatMark = telegramTexts.en.possibleRepeat;
const cardRepeatMark = cardTexts.en.card.replaces;

/**
 * What Telegram no longer holds must stand in the store, under its key, handled once, as a message of a turn that
 * ended.
 */
function messages({ world, db, host, conversation, found }: Case): void {
  // read once: an hour's journal has hundreds of thousands of rows
  const handled = new Map(
    db
      .prepare<[], [string, number]>(
        `SELECT event ->> 'messageId' AS id, count(*) FROM journal WHERE event ->> 'type' = 'message.received' GROUP BY id`,
      )
      .raw()
      .all(),
  );
  for (const { update, tag } of world.said) {
    const key = `telegram:${update}`;
    const n = handled.get(key) ?? 0;
    if (n > 1) found('doubled', `${tag} was handled ${n} times`);
    if (!host.wasAccepted(key)) found('lost', `${tag} was acknowledged and its key is not there`);
    const turn = conversation.message(key)?.turn;
    const outcome = turn === undefined ? undefined : conversation.turn(turn)?.outcome;
    if (outcome === undefined) found('lost', `${tag} was acknowledged and no turn has it`);
    else if (outcome !== 'done') found('lost', `${tag}: its turn is ${outcome}`);
  }
}

/**
 * Every word that was to reach the owner did; a second time only under the mark, and only where somebody was killed.
 */
function replies({ world, kills, found, ...of }: Case): void {
  const isMarked = (message: SentMessage): boolean => message.text.startsWith(repeatMark);
  const plain = world.sent.filter(message => !isMarked(message)).map(message => message.text);
  const marked = world.sent.filter(isMarked).map(message => message.text);
  if (marked.length > kills) found('doubled', `${marked.length} marked messages after ${kills} kills`);
  const linesOf = (texts: readonly string[]): Map<string, number> => {
    const lines = new Map<string, number>();
    for (const line of texts.flatMap(text => text.split('\n'))) lines.set(line, (lines.get(line) ?? 0) + 1);
    return lines;
  };
  const seen = linesOf(plain);
  const repeated = linesOf(marked);
  for (const { tag } of world.said)
    for (const line of world.flow.answers[tag] ?? []) {
      const times = seen.get(line) ?? 0;
      if (times > 1) found('doubled', `"${line}" was sent ${times} times without a mark`);
      if (times === 0 && !repeated.has(line) && !isReportedUndelivered(of, line))
        found('lost', `"${line}" never reached the owner`);
    }
}

/** The reply stands in a delivery that was given up, and the owner was told so elsewhere (`deliveries` checks that). */
function isReportedUndelivered({ db, conversation }: Pick<Case, 'db' | 'conversation'>, line: string): boolean {
  const failed = db.prepare(`SELECT id FROM deliveries WHERE status = 'failed'`).all() as { id: string }[];
  return failed.some(({ id }) => {
    const body = conversation.delivery(id)?.body;
    return body !== undefined && conversation.read(body).includes(line);
  });
}

/** An approval is put to the owner once; a second card says that it replaces the first. */
function cards({ world, found, conversation }: Case): void {
  const unmarked = new Map<string, number>();
  for (const { history, raw, params } of world.sent) {
    const key = /"callback_data":"a:([A-Za-z0-9_-]{8})a"/.exec(JSON.stringify(params['reply_markup'] ?? ''))?.[1];
    const text = history[0]?.raw ?? raw;
    if (key !== undefined && !text.includes(cardRepeatMark)) unmarked.set(key, (unmarked.get(key) ?? 0) + 1);
  }
  for (const [key, times] of unmarked)
    if (times > 1) found('doubled', `the card of approval ${key} was shown ${times} times without a mark`);
  for (const { id, state } of conversation.approvals(undefined, 100))
    if (state === 'pending') found('stuck', `${id} is still pending`);
}

/** No act twice; those that count as done were done. */
function acts({ world, trace, db, found }: Case): void {
  const done = trace.filter(({ what }) => what === 'act').map(({ name }) => name);
  for (const name of world.flow.acts) {
    const times = done.filter(one => one === name).length;
    if (times > 1) found('doubled', `the act "${name}" was done ${times} times`);
  }
  const said = db
    .prepare(
      `SELECT count(*) AS n FROM tool_calls WHERE tool IN ('execute_command', 'post_letter') AND outcome = 'done'`,
    )
    .get() as { n: number };
  if (said.n > done.length) found('lost', `${said.n} acts count as done and ${done.length} were done`);
}

/**
 * What ran after a yes used it up, and what was used up was granted; an approval that is over is not before the owner
 * any more.
 */
function grants({ db, found }: Case): void {
  const unpaid = db
    .prepare(
      `SELECT t.address FROM tool_calls t WHERE t.tool = 'post_letter' AND t.outcome IN ('done', 'unknown')
       AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.consumed_by = t.address AND g.digest = t.digest)`,
    )
    .all() as { address: string }[];
  for (const { address } of unpaid) found('lost', `${address} ran and used up no yes`);
  const left = db
    .prepare(
      `SELECT g.approval FROM grants g JOIN approvals p ON p.address = g.approval
       WHERE g.consumed_at IS NULL OR p.state <> 'granted' OR p.card ->> 'undoUntil' IS NOT NULL`,
    )
    .all() as { approval: string }[];
  for (const { approval } of left) found('stuck', `the yes to ${approval} was neither used up nor taken back`);
}

/** Of every act whose outcome is unknown the model has read and the owner has heard, from Straylight itself. */
function unknowns({ world, db, conversation, found }: Case): void {
  const rows = db.prepare(`SELECT owner FROM effects WHERE src = 'execution' AND status = 'unknown'`).all() as {
    owner: string;
  }[];
  if (rows.length === 0) return;
  const told = world.sent.filter(({ text }) => text.includes('so it may or may not have happened')).length;
  // what a job did is told of by the job
  const ofJob = db.prepare("SELECT 1 FROM tool_calls WHERE address = ? AND session LIKE 'session:job:%'");
  const ofTurns = rows.filter(({ owner: call }) => ofJob.get(call) === undefined);
  for (const { owner: call } of ofTurns) {
    const result = conversation.message(call);
    if (!result?.text.includes('Nobody knows whether this happened'))
      found('untold', `the model was not told that the outcome of ${call} is unknown`);
    const row = db.prepare('SELECT outcome FROM tool_calls WHERE address = ?').get(call) as { outcome: string };
    if (row?.outcome !== 'unknown') found('untold', `${call} is recorded as ${row?.outcome}`);
  }
  const undelivered = isReportedUndelivered({ db, conversation }, 'so it may or may not have happened');
  if (told < ofTurns.length && !undelivered)
    found('untold', `${ofTurns.length} acts are unknown and the owner heard of ${told}`);
}

/** What could not be delivered was said on another channel. */
function deliveries({ db, conversation, found }: Case): void {
  const rows = db.prepare('SELECT id, status, chat FROM deliveries').all() as {
    id: string;
    status: string;
    chat: string;
  }[];
  for (const { id, status, chat } of rows) {
    if (status === 'queued') found('stuck', `the delivery ${id} is still queued`);
    if (status !== 'failed') continue;
    const notices = conversation.messages('session:terminal:main', { limit: 100 });
    if (!notices.some(({ text }) => text.includes(`A message for ${chat} could not be delivered`)))
      found('untold', `the delivery ${id} failed and nobody was told`);
  }
}

/** Everything rests, and nothing waits for anything. */
function actors({ host, db, found, isClockFaster = false }: Case): void {
  for (const address of host.wedged()) found('stuck', `${address} is wedged`);
  for (const { address, status, leaf, machine } of host.actors(0)) {
    if (status === 'quarantined' || status === 'suspended') found('stuck', `${address} is ${status}`);
    if (status !== 'active') continue;
    const rests = {
      session: 'idle',
      supervisor: 'idle',
      channel: 'stopped',
      'approval-desk': 'idle',
      'circuit-breaker': 'closed',
    }[machine];
    if (leaf !== rests) found('stuck', `${address} stands in ${leaf}`);
  }
  // a host that is whole wedges nobody, not even for as long as the supervisor needs to mend it
  const mended = db.prepare("SELECT subject, text FROM reports WHERE kind = 'stuck'").all() as Record<string, string>[];
  for (const { subject, text } of mended)
    if (!isCut(text) && (!isClockFaster || !text?.includes('no sign of life')))
      found('stuck', `${subject} had to be mended: ${text}`);
  for (const { target, event } of host.inbox()) found('stuck', `${target} has not handled ${event.slice(0, 120)}`);
  for (const { address, src, status } of host.openEffects()) found('stuck', `${src} ${address} is ${status}`);
  const timers = db.prepare('SELECT owner, id FROM timers').all() as { owner: string; id: string }[];
  for (const { owner: whose, id } of timers) found('stuck', `the timer ${id} of ${whose} never fired`);
  for (const { target, failure } of host.deadLetters())
    found('stuck', `a message for ${target} was buried: ${failure}`);
}

/** A call gave work to one agent, which has ended, and what that came to is in the conversation once. */
function children({ db, found }: Case): void {
  const rows = db
    .prepare(
      `SELECT c.id, c.state, t.outcome, (SELECT count(*) FROM agents_children o WHERE o.call = c.call) AS given,
         (SELECT count(*) FROM messages m WHERE m.id = c.call) AS joined
       FROM agents_children c LEFT JOIN tool_calls t ON t.address = c.call WHERE c.call NOT LIKE '%/%'`,
    )
    .all() as { id: string; state: string; outcome: string | null; given: number; joined: number }[];
  for (const { id, state, outcome, given, joined } of rows) {
    if (state === 'running') found('stuck', `${id} still runs`);
    else if (state !== 'done') found('lost', `${id} is ${state}`);
    if (outcome !== 'done') found('lost', `${id} is ${state}, and its call is ${outcome ?? 'nowhere'}`);
    if (given > 1) found('doubled', `the call of ${id} gave work ${given} times`);
    if (joined !== 1) found(joined > 1 ? 'doubled' : 'lost', `what ${id} came to joined ${joined} times`);
  }
}

/** A plan was begun once, each try of a step was given to one agent, and what all came to joined its conversation once. */
function plans({ world, db, conversation, found }: Case): void {
  const expected = Object.entries(world.flow.plans ?? {});
  const rows = db.prepare('SELECT id, name, state, call FROM agents_plans').all() as Record<string, string>[];
  for (const [name] of expected) {
    const begun = rows.filter(row => row['name'] === name).length;
    if (begun !== 1) found(begun > 1 ? 'doubled' : 'lost', `the plan ${name} was begun ${begun} times`);
  }
  const stepsOf = db.prepare(
    "SELECT step || ' ' || state || ' ' || attempt FROM agents_plan_steps WHERE plan = ? ORDER BY n",
  );
  const childrenOf = db.prepare("SELECT call, state, session FROM agents_children WHERE call LIKE ? || '/%'");
  const cutOff = db.prepare(
    "SELECT 1 FROM agents_children c JOIN tool_calls t ON t.session = c.session WHERE c.call = ? AND t.outcome = 'unknown'",
  );
  const isOver = db.prepare("SELECT 1 FROM actors WHERE address = ? AND status = 'active' AND leaf <> 'idle'");
  for (const { id = '', name = '', state = '', call = '' } of rows) {
    if (state !== 'done') found(state === 'running' ? 'stuck' : 'lost', `the plan ${name} is ${state}`);
    const steps = stepsOf.pluck().all(id) as string[];
    // a try whose call was cut off is not done, which its check finds: then there is one more
    const wanted = (world.flow.plans?.[name] ?? []).map(line => {
      const [step, state, first] = line.split(' ');
      let attempt = Number(first);
      while (!steps.includes(`${step} ${state} ${attempt}`) && cutOff.get(`${call}/${step}.${attempt}`)) attempt += 1;
      return `${step} ${state} ${attempt}`;
    });
    if (!isDeepStrictEqual(steps, wanted)) found('lost', `the steps of ${name} are: ${steps.join(', ')}`);
    const children = childrenOf.all(call) as Record<string, string>[];
    const tries = children.map(child => child['call']);
    for (const one of new Set(tries)) {
      const times = tries.filter(other => other === one).length;
      if (times > 1) found('doubled', `${one} was given ${times} times`);
    }
    for (const { call: of, state: became, session } of children) {
      if (became !== 'done') found(became === 'running' ? 'stuck' : 'lost', `${of} is ${became}`);
      if (isOver.get(session)) found('stuck', `the conversation of ${of} goes on without its plan`);
    }
    const told = conversation.message(call)?.text ?? '';
    if (!told.includes('all steps are done')) found('untold', `what ${name} came to is not in its conversation`);
  }
}

/** A coding worker was given its work once, went on in the thread it began, and its folder has what was accepted. */
function works({ world: { flow, home }, db, found }: Case): void {
  const { work } = flow;
  if (!work) return;
  const rows = db.prepare('SELECT address, state, thread FROM workers_works').all() as Record<string, string | null>[];
  // its owner was told that nobody knows: see `unknowns`
  const isCut = db.prepare("SELECT 1 FROM tool_calls WHERE tool = 'code' AND outcome = 'unknown'").get() !== undefined;
  if (isCut && rows.length === 0) return;
  if (rows.length !== 1) found(rows.length > 1 ? 'doubled' : 'lost', `the work was given ${rows.length} times`);
  const opened = db
    .prepare(
      "SELECT event FROM journal j JOIN actors a ON a.n = j.actor WHERE a.address = ? AND event LIKE '%xstate.done.actor.opening%'",
    )
    .pluck();
  for (const { address, state } of rows) {
    if (state !== 'accepted') found('stuck', `${address} is ${state}`);
    const threads = new Set(
      (opened.all(address) as string[]).map(event => (JSON.parse(event) as Opened).output?.thread),
    );
    if (threads.size !== 1) found('doubled', `${address} went on in other threads: ${[...threads].join(', ')}`);
  }
  repository(home, work, found);
  noneLeft(join(home, 'workers'), found);
}

/** What steps of a plan did on copies of a repository is there once, whole, and no copy is left. */
function copied({ world: { flow, home }, found }: Case): void {
  if (!flow.copied) return;
  repository(home, flow.copied, found);
  for (const folder of [home, homePaths(home).workspace]) noneLeft(join(folder, copiesFolder), found);
}

function repository(home: string, wanted: NonNullable<Flow['copied']>, found: Case['found']): void {
  const folder = join(homePaths(home).workspace, wanted.folder);
  const names = readdirSync(folder).filter(name => name !== '.git');
  const files = Object.fromEntries(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]));
  if (!isDeepStrictEqual(files, wanted.files)) found('lost', `the folder has ${JSON.stringify(files)}`);
}

function noneLeft(folder: string, found: Case['found']): void {
  const left = existsSync(folder) ? readdirSync(folder) : [];
  if (left.length > 0) found('stuck', `copies are left: ${left.join(', ')}`);
}

/** That its program was started, and has begun its thread or taken it up. */
interface Opened {
  readonly output?: { readonly thread?: string };
}

function memories({ world, db, found }: Case): void {
  for (const content of world.flow.memories ?? []) {
    const { n } = db.prepare('SELECT count(*) AS n FROM memories WHERE content = ?').get(content) as { n: number };
    if (n === 0) found('lost', `the memory "${content}" is not there`);
    if (n > 1) found('doubled', `the memory "${content}" is there ${n} times`);
  }
}

/** Each summary is one message that stands for others, which are all there, and the owner was told of it once. */
function summaries({ world, db, found }: Case): void {
  const { summaries: expected } = world.flow;
  const rows = db.prepare('SELECT summary, undone_at FROM compactions').all() as {
    summary: string;
    undone_at: number | null;
  }[];
  const written = db.prepare("SELECT id FROM messages WHERE more ->> '$.isSummary'").all() as { id: string }[];
  const standing = rows.filter(({ undone_at: at }) => at === null).length;
  const { made, stand } =
    expected === 'as many as fill it' ? { made: rows.length, stand: rows.length } : (expected ?? { made: 0, stand: 0 });
  if (rows.length < made || standing < stand) found('lost', `${rows.length} summaries, of which ${standing} stand`);
  if (rows.length > made || standing > stand) found('doubled', `${rows.length} summaries, of which ${standing} stand`);
  if (!isDeepStrictEqual(new Set(written.map(({ id }) => id)), new Set(rows.map(row => row.summary))))
    found('lost', `the messages of summaries are ${JSON.stringify(written)}`);
  const said = expected ? Object.keys(world.flow.answers) : [];
  for (const tag of said)
    if (!db.prepare("SELECT 1 FROM messages WHERE role = 'owner' AND body LIKE ?").get(`"${tag}: %`))
      found('lost', `the message ${tag} is not there any more`);
  const lines = world.sent.filter(({ text }) => text.includes('summarised from here on'));
  const repeats = lines.filter(({ text }) => text.startsWith(repeatMark)).length;
  if (lines.length < made) found('untold', `the owner was told of ${lines.length} summaries`);
  if (lines.length - repeats > made) found('doubled', `the owner was told of ${lines.length} summaries`);
}

/** What was learned is what was to be learned, each once, and noticed as often as it was said. */
function learned({ world, db, found }: Case): void {
  if (!world.flow.learned) return;
  const rows = db
    .prepare(
      `SELECT m.content, m.status, m.sightings, c.content AS contradicts, w.content AS went FROM memories m
       LEFT JOIN memories c ON c.id = m.contradicts LEFT JOIN memory_links l ON l.other = m.id AND l.kind = 'merged'
       LEFT JOIN memories w ON w.id = l.one`,
    )
    .all() as readonly (Learned & { readonly content: string })[];
  for (const [content, wanted] of Object.entries(world.flow.learned)) {
    const these = rows.filter(row => row.content === content);
    if (these.length > 1) found('doubled', `the memory "${content}" is there ${these.length} times`);
    const [row] = these;
    if (!row) found('lost', `the memory "${content}" is not there`);
    else if (row.sightings > wanted.sightings) found('doubled', `"${content}" was noticed ${row.sightings} times`);
    else if (row.sightings < wanted.sightings) found('lost', `"${content}" was noticed ${row.sightings} times`);
    else if (!isDeepStrictEqual({ contradicts: null, went: null, ...wanted, content }, { ...row }))
      found('lost', `"${content}" is ${JSON.stringify(row)}, expected ${JSON.stringify(wanted)}`);
  }
  for (const { content } of rows)
    if (!Object.hasOwn(world.flow.learned, content)) found('doubled', `"${content}" was learned by mistake`);
}

/** A tool that counts as made is there, in its first version: it was made once. */
function tools({ world, db, found }: Case): void {
  const done = db
    .prepare("SELECT count(*) FROM tool_calls WHERE tool = 'create_tool' AND outcome = 'done'")
    .pluck()
    .get();
  for (const name of world.flow.tools ?? []) {
    const version = Number(db.prepare('SELECT version FROM tools WHERE name = ?').pluck().get(name) ?? 0);
    if (version > 1) found('doubled', `the tool ${name} was made ${version} times`);
    if (version === 0 && done !== 0) found('lost', `the tool ${name} counts as made and is not there`);
  }
}

/** The owner is asked about a run that a kill has cut: that is no fault of the host. */
function isCut(text: string | undefined): boolean {
  return text?.includes(cutLine) === true;
}
const cutLine = 'A run of the job receipt was cut off';

/** Each instant of a job is in one row that has ended, and the owner has read what came of it. */
function jobs({ world, db, conversation, host, found }: Case): void {
  const rows = db.prepare('SELECT job, slot, state, result, work FROM job_runs').all() as {
    readonly job: string;
    readonly slot: number;
    readonly state: string;
    readonly result: string | null;
    readonly work: string;
  }[];
  const made = db.prepare("SELECT count(*) FROM tool_calls WHERE tool = 'schedule_job' AND outcome = 'done'").pluck();
  const records = db.prepare('SELECT id, name, state, spec FROM jobs').all() as Record<
    'id' | 'name' | 'state' | 'spec',
    string
  >[];
  if (Number(made.get()) > records.length)
    found('lost', `${made.get()} jobs count as made, ${records.length} are there`);
  const undelivered = (line: string) => isReportedUndelivered({ db, conversation }, line);
  for (const { id, name, state, spec } of records) {
    const runs = rows.filter(({ job }) => job === id);
    if (state !== 'over') found('stuck', `${id} is ${state}`);
    if (runs.length === 0) found('lost', `${id} never ran`);
    if (runs.length > 1) found('doubled', `${id} has ${runs.length} rows for one instant`);
    for (const { state: became, result, work } of runs) {
      if (became !== 'done' && became !== 'unknown')
        found(became === 'running' ? 'stuck' : 'lost', `${id} is ${became}`);
      const [text = ''] = resultOf(JSON.parse(spec), conversation.read(JSON.parse(result ?? '""'))).split('\n', 1);
      const line = became === 'unknown' ? cutLine : work === 'say' ? `Reminder: ${text}` : `Job ${name}: ${text}`;
      const says = (one: string) => (became === 'unknown' ? one.includes(line) : one === line);
      const telling = world.sent.filter(({ text: sent }) => sent.split('\n').some(says));
      const times = telling.filter(({ text: sent }) => !sent.startsWith(repeatMark)).length;
      const isMarked = telling.length > times;
      if (times === 0 && !isMarked && !undelivered(line)) found('untold', `${id} is ${became}, and nobody was told`);
      if (times > 1) found('doubled', `"${line}" was sent ${times} times without a mark`);
    }
  }
  const actors = host.actors(0).filter(({ machine, status }) => machine === 'job' && status !== 'done');
  for (const { address, status } of actors) found('stuck', `the job ${address} is ${status}`);
}

/** Each task that was given is there once, has ended well, and its owner has read what came of it. */
function tasks({ world, db, conversation, host, found }: Case): void {
  const under = db.prepare('SELECT id, session, priority, deadline, parent FROM tasks WHERE key = ?');
  for (const { text, key, priority, parent = null } of world.flow.tasks ?? []) {
    const rows = under.all(key) as Record<string, string | number | null>[];
    const [row] = rows;
    if (rows.length > 1) found('doubled', `the task ${key} is there ${rows.length} times`);
    if (!row) {
      found('lost', `the task ${key} was taken and is not there`);
      continue;
    }
    const { id, session } = row;
    if (row['priority'] !== priority || row['parent'] !== parent || row['deadline'] === null)
      found('lost', `the task ${key} has lost its terms: ${JSON.stringify(row)}`);
    if (!host.wasAccepted(`task:${id}`)) found('lost', `the task ${key} never came to its conversation`);
    const said = db.prepare("SELECT count(*) FROM messages WHERE session = ? AND role = 'owner'").pluck().get(session);
    if (said !== 1) found(said === 0 ? 'lost' : 'doubled', `the task ${key} was said ${said} times`);
    const turn = conversation.message(`task:${id}`)?.turn;
    const outcome = turn === undefined ? undefined : conversation.turn(turn)?.outcome;
    if (outcome !== 'done') found('lost', `the turn of the task ${key} is ${outcome}`);
    isTold(Number(id), text);
  }
  const added = (world.flow.later ?? []).flatMap(one => (one.startsWith(addTask) ? [one.slice(addTask.length)] : []));
  for (const text of added) {
    const ids = db.prepare('SELECT id FROM tasks WHERE text = ?').pluck().all(text);
    if (ids.length !== 1)
      found(ids.length === 0 ? 'lost' : 'doubled', `the task "${text}" of the owner is there ${ids.length} times`);
    else isTold(Number(ids[0]), text);
  }

  function isTold(id: number, text: string): void {
    const line = `Task ${id}: ${answerTo(text.split(':', 1)[0] ?? '')}`;
    const telling = world.sent.filter(({ text: sent }) => sent.split('\n').includes(line));
    const times = telling.filter(({ text: sent }) => !sent.startsWith(repeatMark)).length;
    if (telling.length === 0 && !isReportedUndelivered({ db, conversation }, line))
      found('untold', `nobody was told what task ${id} came to`);
    if (times > 1) found('doubled', `"${line}" was sent ${times} times without a mark`);
  }
}

/** The audit chain is whole up to its signed end, and nothing was recorded without its row. */
export function audited({ db, database, found }: Pick<Case, 'db' | 'database' | 'found'>): void {
  const chain = sqliteAuditStore(db);
  const reader = chainReader();
  for (const entry of chain.after(0, Number.MAX_SAFE_INTEGER)) reader.add(entry);
  const anchor = readAnchor(join(dirname(database), 'audit.anchor'));
  const { broken } = reader.result(anchor, typeof anchor === 'string' ? '' : anchor.key);
  if (broken) found('diverged', `the audit chain is broken at row ${broken.n}: ${broken.problem}`);
  for (const address of chain.unrecorded()) found('lost', `${address} has no row in the audit chain`);
}

/**
 * Every call the model heard stands in the book, and every sum there is the sum of its rows: nothing was refunded,
 * nothing made up.
 */
export function spending({
  asked,
  db,
  found,
}: {
  readonly asked: number;
  readonly db: Database.Database;
  readonly found: (count: Count, problem: string) => void;
}): void {
  const ledger = sqliteBudgetLedger(db);
  const rows = db.prepare('SELECT session, keys, tokens, micros FROM spend').all() as {
    session: string;
    keys: string;
    tokens: number;
    micros: number;
  }[];
  const open = ledger.open().flatMap(({ session, spend }) => (spend.open ? [{ session, ...spend.open }] : []));
  if (rows.length + open.length < asked)
    found('lost', `the model was asked ${asked} times and ${rows.length + open.length} calls are in the book`);
  const sums = new Map<string, Amount>();
  const count = (names: readonly string[], amount: Amount) => {
    for (const name of names) {
      const { tokens, micros } = sums.get(name) ?? nothing;
      sums.set(name, { tokens: tokens + amount.tokens, micros: micros + amount.micros });
    }
  };
  // what no conversation asked for (the observer) is kept under its keys alone
  const own = (session: string) => (session.startsWith('session:') ? [session] : []);
  for (const { session, keys, ...amount } of rows) count([...own(session), ...(JSON.parse(keys) as string[])], amount);
  for (const { session, keys, amount } of open) count([...own(session), ...keys], amount);
  for (const [name, sum] of sums) {
    const kept = name.startsWith('session:') ? ledger.session(name).spent : ledger.total(name).spent;
    if (kept.tokens !== sum.tokens || kept.micros !== sum.micros)
      found('diverged', `${name} has ${JSON.stringify(kept)} and its calls make ${JSON.stringify(sum)}`);
  }
}

function whole({ db, host, found }: Case): void {
  const integrity = db.pragma('integrity_check', { simple: true });
  if (integrity !== 'ok') found('diverged', `integrity_check says ${integrity}`);
  for (const problem of divergences(host)) found('diverged', problem);
}

function refusals({ trace, found }: Case): void {
  for (const { what, name } of trace) if (what === 'refused') found('refused', name);
}

/** What was found in all of them, by its kind. */
export function sumOf(all: readonly Findings[]): Readonly<Record<Count, number>> {
  return Object.fromEntries(
    counts.map(count => [count, all.reduce((sum, findings) => sum + findings[count], 0)]),
  ) as Record<Count, number>;
}
