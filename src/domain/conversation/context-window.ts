/**
 * What the model sees this turn: the running turn first, then the newest messages that fit beside it, in an order every
 * provider accepts.
 *
 * A tool's answer stands right behind the reply that asked for it, whatever was said meanwhile; an unanswered request
 * and an answer without its request are left out; the window begins with something the owner said. Where the running
 * turn alone is too large, what is long in it loses its middle before anything of it is left out; so does a long text
 * of an earlier turn that would take all the room with it.
 */
import { briefMessage, eviction, roomLeft, type TurnWeight, wholeTurns } from '../context/eviction.ts';
import type { ChosenProfile } from '../context/profiles.ts';
import type { ScoredTurns } from '../context/scoring.ts';
import type { LeftOutOf, Zones } from '../context/zones.ts';
import { defined } from '../text/json.ts';
import type { Body } from './body.ts';
import type { ReadMessage } from './message.ts';
import { shortCalls, shortText } from './shortening.ts';

/** So many of the newest messages are read at all: a step costs the same at message 10 and at message 10 000. */
export const windowMessages = 400;

/** What one request held, in tokens of its model as we estimate them; `window` is what the model takes in all. */
export interface ContextParts {
  readonly system: number;
  readonly tools: number;
  readonly memories: number;
  readonly history: number;
  readonly window: number;
  /** What the messages may take together; an older version did not say, nor what follows. */
  readonly room?: number;
  readonly zones?: Zones;
  readonly left?: LeftOutOf;
  /** How the room was shared out. */
  readonly profile?: ChosenProfile;
}

/** What the newest request of a conversation held. */
export interface ModelContext {
  readonly at: number;
  readonly model: string;
  readonly parts: ContextParts;
  /** What the provider counted, those of its cache among them. */
  readonly inputTokens: number;
}

/** The messages of one request, oldest first, and what of the conversation is not among them. */
export interface ContextWindow {
  readonly messages: readonly ReadMessage[];
  /** So many older messages are left out. */
  readonly older: number;
  /** So many messages of the running turn are shortened or left out. */
  readonly shortened: number;
  /** Ids of messages of earlier turns that are brief: of a long result stands how to read it. */
  readonly brief: ReadonlySet<string>;
  /** So many messages of earlier turns are without the middle of their text. */
  readonly cut: number;
  /** A model chose the turns that are left out; the fixed steps were not enough. */
  readonly isScored: boolean;
}

/** Rough, on the safe side: three characters a token, and one of each sign of a script without letters. */
export function estimateTokens(text: string): number {
  const wide = isWide.test(text) ? (text.match(wideSigns)?.length ?? 0) : 0;
  return Math.ceil((text.length - wide) / 3) + wide;
}

const isWide = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/;
const wideSigns = new RegExp(isWide, 'g');

/** Brings back what was stored apart. */
type Read = (body: Body) => string;

/**
 * `resultShare`: results may take so much of the room before they are left out; undefined: they go first. `scored`: which
 * turns leave where the fixed steps would leave out whole ones.
 */
interface WindowTerms {
  readonly turn?: string;
  readonly read?: Read;
  readonly resultShare?: number | undefined;
  readonly scored?: ScoredTurns | undefined;
}

/**
 * The messages for one model call. `budgetTokens` is what they may take together, `turn` the running one; without it
 * the newest message stands for it.
 */
export function contextWindow(
  messages: readonly ReadMessage[],
  budgetTokens: number,
  { turn, read = String, resultShare, scored }: WindowTerms = {},
): ContextWindow {
  const [first, ...others] = messages;
  if (first?.isSummary)
    return withSummary(first, others, budgetTokens, { ...defined({ turn }), read, resultShare, scored });
  const groups = grouped(messages);
  const begin = beginOf(groups, turn);
  const running = within(groups.slice(begin), budgetTokens, read);
  const { shortened } = running;
  const before = groups.slice(0, begin);
  const keptOf = (groups: readonly Group[], briefTo?: string) =>
    budgetTokens < batchedRoom
      ? newestOf(groups, shortened > 0 ? 0 : budgetTokens - costOf(running.groups), read)
      : evicted(groups, running.groups, budgetTokens, { read, resultShare, briefTo });
  const { kept, isScored } = chosenOf(before, keptOf, scored);
  const opening = kept.findIndex(opens);
  const earlier = opening < 0 ? [] : kept.slice(opening).flat();
  const whole = new Map(before.flat().map(message => [message.id, message]));
  const other = earlier.filter(message => whole.get(message.id) !== message);
  const isCut = ({ id, role, text }: ReadMessage) => role !== 'tool' && whole.get(id)?.text !== text;
  const brief = other.filter(message => !isCut(message)).map(({ id }) => id);
  return {
    messages: [...earlier, ...running.groups.flat()],
    older: whole.size - earlier.length,
    shortened,
    brief: new Set(brief),
    cut: other.length - brief.length,
    isScored,
  };
}

/** What stays of earlier turns: by the fixed steps, and where those leave out whole turns, as a model chose. */
function chosenOf(
  before: readonly Group[],
  keptOf: (groups: readonly Group[], briefTo?: string) => readonly Group[],
  scored: ScoredTurns | undefined,
): { readonly kept: readonly Group[]; readonly isScored: boolean } {
  const kept = keptOf(before);
  if (scored === undefined || kept.length === before.length) return { kept, isScored: false };
  const gone = new Set(scored.turns);
  const left = before.filter(([message]) => message === undefined || !gone.has(message.turn));
  if (left.length === before.length) return { kept, isScored: false };
  return { kept: keptOf(left, scored.briefTo), isScored: true };
}

/** What was summarised is never left out; in a small window it has a third of the room. */
function withSummary(
  summary: ReadMessage,
  messages: readonly ReadMessage[],
  budgetTokens: number,
  of: WindowTerms,
): ContextWindow {
  const shown = shortText(summary, Math.max(leastOfWords, Math.floor(budgetTokens)));
  const window = contextWindow(messages, budgetTokens - weight(shown), of);
  return { ...window, messages: [shown, ...window.messages] };
}

/** In less room than this, in estimated tokens, each message that fits counts for more than a provider's cache. */
const batchedRoom = 4_096;

/** As many of the newest as fit. Where not all do, older turns are brief, and long texts are without their middle. */
function newestOf(groups: readonly Group[], room: number, read: Read): readonly Group[] {
  if (costOf(groups) <= room) return groups;
  if (room <= 0) return [];
  const turns = turnsOf(groups);
  const brief = turns.flatMap((turn, at) => (at + wholeTurns > turns.length ? turn : madeBrief(turn, read)));
  const cut = brief.map(textsCut(room * textShare));
  let from = cut.length;
  for (let left = room; from > 0; from -= 1) {
    left -= costOf(cut.slice(from - 1, from));
    if (left < 0) break;
  }
  return cut.slice(from);
}

/** Where something of earlier turns has to leave, no text of them takes a larger part of the room. */
const textShare = 0.45;
/** The same in a large room, of what is left there once something has left. */
const keptShare = 0.75;

/** Without the middle of what is longer, in estimated tokens. */
function textsCut(most: number): (group: Group) => Group {
  return group =>
    group.map(message => {
      const tokens = message.role === 'tool' ? 0 : estimateTokens(message.text);
      return tokens <= most ? message : shortText(message, Math.floor((message.text.length * most) / tokens));
    });
}

/** What stays of the turns before the running one, in batches. */
function evicted(
  groups: readonly Group[],
  running: readonly Group[],
  budgetTokens: number,
  {
    read,
    resultShare,
    briefTo: last,
  }: { readonly read: Read; readonly resultShare: number | undefined; readonly briefTo: string | undefined },
): readonly Group[] {
  const now = costOf(running);
  if (last === undefined && now + costOf(groups) <= budgetTokens / 2) return groups;
  const all = turnsOf(groups);
  const chosenTo = last === undefined ? -1 : all.findLastIndex(([group]) => group?.[0]?.turn === last);
  const whole = all.map((turn, at) => (at <= chosenTo ? madeBrief(turn, read) : turn));
  const leaves = (turns: readonly (readonly Group[])[]) => {
    const brief = turns.map(turn => madeBrief(turn, read));
    const weights = turns.map((turn, at): TurnWeight => ({ whole: costOf(turn), brief: costOf(brief[at] ?? []) }));
    return { turns, brief, ...eviction([...weights, { whole: now, brief: now }], budgetTokens, resultShare) };
  };
  const first = leaves(whole);
  const { turns, brief, from, briefTo } =
    first.from === 0 ? first : leaves(whole.map(turn => turn.map(textsCut(roomLeft(budgetTokens) * keptShare))));
  return turns.flatMap((turn, at) => (at < from ? [] : at < briefTo ? (brief[at] ?? []) : turn));
}

/** Groups of one turn, in order. */
function turnsOf(groups: readonly Group[]): readonly (readonly Group[])[] {
  const turns: Group[][] = [];
  for (const group of groups) {
    const last = turns.at(-1);
    if (last?.[0]?.[0]?.turn === group[0]?.turn) last?.push(group);
    else turns.push([group]);
  }
  return turns;
}

/** Made once of each message, so that its weight is known, too. */
const briefs = new WeakMap<ReadMessage, ReadMessage>();

function madeBrief(turn: readonly Group[], read: Read): readonly Group[] {
  return turn.map(group =>
    group.map(message => {
      const brief = briefs.get(message) ?? briefMessage(message, read);
      briefs.set(message, brief);
      return brief;
    }),
  );
}

type Group = readonly ReadMessage[];

/** Where the running turn begins, or what it answers: a window begins with a saying. */
function beginOf(groups: readonly Group[], turn: string | undefined): number {
  const first = turn === undefined ? -1 : groups.findIndex(([message]) => message?.turn === turn);
  const begin = first < 0 ? groups.length - 1 : first;
  const opening = groups.slice(0, begin + 1).findLastIndex(opens);
  if (opening >= 0) return opening;
  const next = groups.findIndex(opens);
  return next < 0 ? groups.length : next;
}

/** Results are not made shorter than this, in characters, and the owner's words not shorter than the second. */
const leastOfResult = 150;
const leastOfWords = 1_500;
/** The newest results may be so many times as long as those before them. */
const newestShare = 4;

/** The groups of the running turn so that they fit, if there is a way. */
function within(
  groups: readonly Group[],
  budgetTokens: number,
  read: Read,
): { groups: readonly Group[]; shortened: number } {
  if (groups.length === 0 || costOf(groups) <= budgetTokens) return { groups, shortened: 0 };
  const results = withResultsOf(withWordsOf(groups, budgetTokens), budgetTokens, read);
  const fewer = fits(results, budgetTokens) ? results : withoutMiddle(results, budgetTokens);
  const all = fits(fewer, budgetTokens) ? fewer : fewer.map(group => group.map(sayingCut(leastOfWords)));
  const before = new Set(groups.flat());
  const kept = all.flat();
  return {
    groups: all,
    shortened: before.size - kept.length + kept.filter(message => !before.has(message)).length,
  };
}

/** Steps and their results have such a part of the room before what was said is shortened. */
const stepShare = 0.5;

/** What was said as long as it fits beside the steps. */
function withWordsOf(groups: readonly Group[], budgetTokens: number): readonly Group[] {
  const isSaid = ({ role, toolCalls = [] }: ReadMessage) => role !== 'tool' && toolCalls.length === 0;
  const all = groups.flat();
  const steps = historyTokens(all.filter(message => !isSaid(message)));
  const room = budgetTokens - Math.min(steps, budgetTokens * stepShare);
  const cutTo = (most: number) =>
    groups.map(group => group.map(message => (isSaid(message) ? shortText(message, most) : message)));
  const isFitting = (cut: readonly Group[]) => historyTokens(cut.flat().filter(isSaid)) <= room;
  return isFitting(groups) ? groups : longestThat(isFitting, cutTo, leastOfWords, longestOf(all));
}

/** The longest that fit: older results become shorter than the newest. */
function withResultsOf(groups: readonly Group[], budgetTokens: number, read: Read): readonly Group[] {
  if (fits(groups, budgetTokens)) return groups;
  const last = groups.at(-1);
  const cutTo = (most: number) =>
    groups.map(group => group.map(stepCut(group === last && most > leastOfResult ? most * newestShare : most, read)));
  return longestThat(cut => fits(cut, budgetTokens), cutTo, leastOfResult, longestOf(groups.flat()));
}

/** What is cut to the longest texts that are right, from `least` to `most` characters; to the least where none are. */
function longestThat<Cut>(isRight: (cut: Cut) => boolean, cutTo: (most: number) => Cut, least: number, most: number) {
  let best = cutTo(least);
  if (!isRight(best)) return best;
  for (let [low, high] = [least, most]; high > low * closeEnough; ) {
    const middle = Math.ceil(Math.sqrt(low * high));
    const cut = cutTo(middle);
    if (isRight(cut)) [best, low] = [cut, middle];
    else high = middle;
  }
  return best;
}

const closeEnough = 1.05;

/** Of texts and of what calls were given, in characters. */
function longestOf(messages: readonly ReadMessage[]): number {
  const inCalls = ({ toolCalls = [] }: ReadMessage) =>
    toolCalls.map(call => (typeof call.arguments === 'string' ? call.arguments.length : call.arguments.bytes));
  return messages.reduce((most, message) => Math.max(most, message.text.length, ...inCalls(message)), 0);
}

/** Without its oldest steps, then without all but the first and the newest of what was said. */
function withoutMiddle(groups: readonly Group[], budgetTokens: number): readonly Group[] {
  let left = groups;
  const steps = groups.slice(1, -1).filter(group => !opens(group));
  const sayings = groups.slice(1, groups.findLastIndex(opens)).filter(opens);
  for (const group of [...steps, ...sayings]) {
    if (fits(left, budgetTokens)) break;
    left = left.filter(one => one !== group);
  }
  return left;
}

/** A step with its results, and what its calls were given, no longer than that. */
function stepCut(most: number, read: Read): (message: ReadMessage) => ReadMessage {
  return message => (message.role === 'tool' ? shortText(message, most) : shortCalls(message, most, read));
}

function sayingCut(most: number): (message: ReadMessage) => ReadMessage {
  return message => (message.role === 'tool' ? message : shortText(message, most));
}

function fits(groups: readonly Group[], budgetTokens: number): boolean {
  return costOf(groups) <= budgetTokens;
}

function costOf(groups: readonly Group[]): number {
  return groups.reduce((sum, group) => sum + historyTokens(group), 0);
}

/** What the messages of a window weigh, by the same rule as they were chosen. */
export function historyTokens(messages: readonly ReadMessage[]): number {
  return messages.reduce((sum, message) => sum + weight(message), 0);
}

/** A window begins with the owner's words or Straylight’s. */
function opens(group: Group | undefined): boolean {
  return group?.[0]?.role === 'owner' || group?.[0]?.role === 'notice';
}

/** Messages never change, and each step weighs the same ones. */
const weights = new WeakMap<ReadMessage, number>();

function weight(message: ReadMessage): number {
  const known = weights.get(message) ?? weighed(message);
  weights.set(message, known);
  return known;
}

function weighed({ text, toolCalls, attachments, reasoning = '' }: ReadMessage): number {
  const thought = typeof reasoning === 'string' ? estimateTokens(reasoning) : Math.ceil(reasoning.bytes / 3);
  const requests = (toolCalls ?? []).reduce(
    (sum, call) =>
      sum + 20 + (typeof call.arguments === 'string' ? estimateTokens(call.arguments) : call.arguments.bytes / 3),
    0,
  );
  const files = (attachments ?? []).reduce((sum, file) => sum + 1500 + bodyTokens(file.text), 0);
  return 8 + estimateTokens(text) + thought + requests + files;
}

function bodyTokens(body: Body = ''): number {
  return typeof body === 'string' ? estimateTokens(body) : Math.ceil(body.bytes / 3);
}

/** A reply with tool calls and their answers stay together; all else stands alone. */
function grouped(messages: readonly ReadMessage[]): Group[] {
  const answers = new Map<string, ReadMessage>();
  for (const message of messages)
    if (message.role === 'tool' && message.callId !== undefined) answers.set(message.callId, message);
  const groups: Group[] = [];
  for (const message of messages) {
    if (message.role === 'tool') continue;
    if (isInTheCall(message, answers)) continue;
    const requests = message.toolCalls ?? [];
    if (requests.length === 0) {
      groups.push([message]);
      continue;
    }
    const results = requests.map(call => answers.get(call.callId));
    if (results.every(result => result !== undefined)) groups.push([message, ...results]);
  }
  return groups;
}

/**
 * A question of ask_owner and its answer are the tool's request and result already. An answer that came after the call
 * had ended otherwise is not, and neither is a picture.
 */
function isInTheCall(
  { role, callId, text, attachments }: ReadMessage,
  results: ReadonlyMap<string, ReadMessage>,
): boolean {
  if (callId === undefined || attachments !== undefined) return false;
  return role !== 'owner' || results.get(callId)?.text === text;
}
