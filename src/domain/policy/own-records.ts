/**
 * Straylight's own records: goals, jobs, memories, the agent's settings, `HEARTBEAT.md`, the owner's prompts. One rule
 * for every way in which a call may change one: the tool for it, a file tool that writes its file, a command.
 *
 * What stands there and what would stand there are judged together:
 *
 * | what a call does to a record | the owner's words asked for it | other text may have |
 * | --- | --- | --- |
 * | makes one that does nothing later | runs | runs |
 * | makes one that later says or reads something | runs | asks |
 * | makes one that later acts | asks | asks |
 * | changes or ends one that the owner or another conversation made | runs | asks |
 * | changes or ends one that outside text made in this conversation | runs | runs |
 * | changes one into something that acts later | asks | asks |
 *
 * Ending a record never weighs more than making it did. A memory is judged by the same rule in its tools: what other
 * text would have of it is kept apart and waits for the owner (src/adapters/tools/memory).
 */

import { defined } from '../text/json.ts';
import { asks, type Finding, reports } from './finding.ts';
import { inEnglish, type Part, says, type WriteVerb } from './sentence.ts';
import type { Taint } from './taint.ts';

export type RecordKind = 'goal' | 'job' | 'settings' | 'heartbeat' | 'prompt';

/**
 * Who made what stands there: the owner (on the command line, the page, in an editor); this conversation or another one
 * at the owner's word; outside text in this conversation. `unknown`: nobody vouches for it.
 */
export type RecordMaker = 'owner' | 'here' | 'elsewhere' | 'outside' | 'unknown';

/** What a call does to one record. Stored with the call. */
export interface RecordChange {
  readonly kind: RecordKind;
  /** As the owner knows it: the name of a job, the number of a goal, the name of a file; empty where it has none yet. */
  readonly name: string;
  readonly act: 'add' | 'change' | 'end';
  /** Of what stands there; absent: nothing does. */
  readonly maker?: RecordMaker;
  /** What it would do later, by itself; absent: nothing. */
  readonly later?: 'acts' | 'reads';
  /** A hash of what stands there: the call is for this, and for nothing that comes in its place. */
  readonly was?: string;
}

/** A change with both states whole, in words for the owner. */
export interface JudgedRecord {
  readonly change: RecordChange;
  readonly before?: string;
  readonly after?: string;
}

/** Who and what a record is, beside its two states. */
type Subject = Pick<RecordChange, 'kind' | 'name' | 'maker' | 'later'>;

/** Undefined: nothing would change. `hash`: a digest of a text. */
export function judgedRecord(
  { kind, name, maker, later }: Subject,
  { before, after }: { readonly before?: string | undefined; readonly after?: string | undefined },
  hash: (text: string) => string,
): JudgedRecord | undefined {
  if (before === after) return undefined;
  const change: RecordChange = {
    kind,
    name,
    act: before === undefined ? 'add' : after === undefined ? 'end' : 'change',
    ...defined({
      maker: before === undefined ? undefined : (maker ?? 'unknown'),
      was: before === undefined ? undefined : hash(before),
      later: after === undefined || later === undefined ? undefined : later,
    }),
  };
  return { change, ...defined({ before }), after };
}

/** Who made a record, as a call of this conversation sees it. `by`: from where it was made. */
export function makerOf(by: string, session: string | undefined): RecordMaker {
  if (!by.startsWith('session:')) return 'owner';
  return by === session ? 'here' : 'elsewhere';
}

/** What the rule finds in the changes of one call; empty: nothing would change. */
export function recordFindings(changes: readonly RecordChange[], taint: Taint): readonly Finding[] {
  return changes.flatMap(change => findingsOf(change, taint));
}

function findingsOf({ kind, name, act, maker, later }: RecordChange, taint: Taint): readonly Finding[] {
  // who wrote what stands there does not matter, but that it will be read
  if (kind !== 'goal' && kind !== 'job') return kind === 'settings' ? [] : [fileFinding(kind)];
  const found: Finding[] = [];
  if (maker !== undefined) {
    const which = name === '' ? kindWords[kind] : says`${kindWords[kind]} ${`“${name}”`}`;
    const reason = says`It ${act === 'end' ? says`ends` : says`changes`} ${which} (${makerWords[maker]}).`;
    const isOthers = taint !== 'owner' && maker !== 'outside';
    found.push(isOthers ? { ...asks(reason, 'medium'), lasting: 'destroys' } : reports(reason));
  }
  if (later === 'acts') found.push(asks(runsLater, 'medium'));
  if (later === 'reads') found.push(taint !== 'owner' ? asks(runsLater, 'medium') : reports(saysLater));
  return found;
}

/** Of what writes a record that is a file; `how`: a verb for the owner. What writes the settings weighs by that alone. */
export function fileFinding(kind: RecordFile, how: WriteVerb = 'writes'): Finding {
  const reason = says`It ${{ form: how }} ${fileNames[kind]}: ${followsFrom[kind]}.`;
  const later = inEnglish(reason).replace(/\.$/, '');
  return { ...reports(reason), risk: 'medium', lasting: 'persists', later };
}

/** Do the records of a call still stand as they did when it was judged? A call that states none has nothing to compare. */
export function isAsJudged(judged: readonly RecordChange[] | undefined, now: readonly RecordChange[]): boolean {
  if (judged === undefined) return true;
  const states = (changes: readonly RecordChange[]) =>
    changes.map(({ kind, name, was = '' }) => `${kind} ${name} ${was}`).sort();
  return states(judged).join('\n') === states(now).join('\n');
}

/** The gravest of what the changes of a call leave behind. */
export function laterOf(changes: readonly RecordChange[]): RecordChange['later'] {
  if (changes.some(({ later }) => later === 'acts')) return 'acts';
  return changes.length > 0 ? 'reads' : undefined;
}

type RecordFile = Extract<RecordKind, 'settings' | 'heartbeat' | 'prompt'>;

/** Which record a file is, by its path in order and in small letters; undefined: a file like any other. */
export function recordFile(path: string): RecordFile | undefined {
  if (/^(\/workspace\/)?heartbeat\.md$/.test(path)) return 'heartbeat';
  if (/^\/settings\/agent\.toml$|(^|\/)\.straylight\/settings(\/agent\.toml)?$/.test(path)) return 'settings';
  return /(^|\/)\.straylight\/prompts(\/[^/]+)?$/.test(path) ? 'prompt' : undefined;
}

const fileNames: Readonly<Record<RecordFile, Part>> = {
  heartbeat: 'HEARTBEAT.md',
  settings: 'agent.toml',
  prompt: says`a prompt of yours`,
};

/** What follows from it, as the end of a sentence. */
const followsFrom: Readonly<Record<RecordFile, Part>> = {
  heartbeat: says`each heartbeat reads it`,
  settings: says`it becomes part of every instruction of the agent`,
  prompt: says`it becomes part of what models are told`,
};

export const ofRecords = 'It changes only Straylight’s own records.';
export const runsLater = 'It changes what runs later, by itself.';
export const saysLater = 'It makes something that only says or reads something, later.';

const kindWords = { goal: says`the goal`, job: says`the job` } as const;

const makerWords: Readonly<Record<RecordMaker, Part>> = {
  owner: says`made by you`,
  here: says`made in this conversation`,
  elsewhere: says`made in another conversation`,
  outside: says`made by outside text in this conversation`,
  unknown: says`nobody knows by whom`,
};
