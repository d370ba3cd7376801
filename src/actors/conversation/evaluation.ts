/**
 * Is the reply true? What it claims is compared with what was requested and with the records of its turn, by rules; in
 * doubt it passes. And what does the owner read beneath it: the verdict, what ran unasked, what cannot be undone, what
 * it cost.
 */

import { createRequire } from 'node:module';
import { isChild } from '../../domain/agents/agent.ts';
import { defined } from '../../domain/text/json.ts';
import { type Language, ownWords, texts } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ToolOutcome } from '../../domain/tools/tool.ts';
import type { Beneath, EvaluationInput, EvaluationOutput } from '../../machines/session/types.ts';
import type { MessageStore, ToolCallRecord, ToolCallStore } from '../../ports/conversation-store.ts';
import type { WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { Budget } from '../budget/budget.ts';
import type * as Comparing from './claims/comparing.ts';

// With the first reply that may say that something was done.
const load = createRequire(import.meta.url);

const comparing = () => load('./claims/comparing.ts') as typeof Comparing;

/** A word without which no reply says that something was done. */
const mayClaim =
  /\p{L}(?:t|d|n)(?!\p{L})|(?<!\p{L})(?:done|gone|made|wrote|ready|active|in place|pass(?:es)?|I|ich|raus|weg|fertig)(?!\p{L})/iu;

/** What a reply is compared with, and what stands beneath it. */
export interface Evaluated {
  readonly conversation: MessageStore & ToolCallStore;
  readonly budget?: Pick<Budget, 'notesFor'>;
  readonly keeper?: Pick<WorkspaceKeeper, 'beneath'>;
  readonly toolbox: Pick<Toolbox, 'declared'>;
  readonly language?: Language;
  /** Does this conversation show the steps of its turns? */
  readonly isVerbose?: (session: string) => boolean;
  /** What a call does, in one sentence; undefined where nobody knows any more. */
  readonly intentOf?: (call: string) => string | undefined;
  /** What the checks of the plan of a call found; undefined: it has none. */
  readonly planNote?: (call: string) => string | undefined;
  /** The agent that a conversation of the owner's belongs to. */
  readonly agentOf?: (session: string) => string | undefined;
  /** What a turn took for orders, or revoked. */
  readonly ordersOf?: (turn: string) => readonly string[];
  readonly messagesOf: Comparing.Records['messagesOf'];
  readonly workOf?: Comparing.Records['workOf'];
  readonly isNew?: Comparing.Records['isNew'];
  /** What is wrong with JSON text by a JSON Schema; undefined: nothing. */
  readonly fits?: Comparing.Fits;
  /** Do models look at replies, too? */
  readonly isJudged?: () => boolean;
}

/** The lookup `evaluation`. */
export function evaluation({
  conversation,
  budget,
  keeper,
  toolbox,
  language = 'en',
  isVerbose = () => false,
  intentOf = () => undefined,
  agentOf = () => undefined,
  ordersOf = () => [],
  planNote = () => undefined,
  messagesOf,
  workOf = () => [],
  isNew,
  isJudged = () => false,
  fits = () => undefined,
}: Evaluated) {
  const compared: ReplyRecords = (session, turn, reply, own) =>
    comparing().comparedReply(
      {
        tools: toolbox.declared,
        messagesOf,
        workOf,
        callsSince: conversation.toolCallsSince,
        read: conversation.read,
        isNew,
      },
      { session, turn, reply, own },
    );

  /** The steps of agents stand behind the call that gave them work. */
  const withBelow = (turn: string, calls: readonly ToolCallRecord[]): readonly ToolCallRecord[] => {
    const isWork = calls.some(({ tool }) => tool === 'delegate' || tool === 'run_plan');
    const below = isWork ? workOf(turn) : [];
    const theirs = below.flatMap(({ session, startedAt }) => conversation.toolCallsSince(session, startedAt));
    return theirs.length === 0 ? calls : [...calls, ...theirs].toSorted((a, b) => a.at - b.at);
  };
  return ({ session, turn, message }: EvaluationInput): EvaluationOutput => {
    const text = conversation.message(message)?.text ?? '';
    const calls = conversation.toolCallsDuring(turn);
    const unfit = isChild(session)
      ? comparing().unfitAnswerOf(messagesOf(session), { turn, reply: text, fits })
      : undefined;
    if (unfit) return unfit;
    const found = mayClaim.test(text) ? compared(session, turn, text, calls) : undefined;
    const lines = found?.lines ?? [];
    const verdict = found && comparing().verdictText(found, language);
    const spent: Beneath = budget?.notesFor(session, turn) ?? { notes: [], warned: [] };
    const words = texts(language);
    // the verdict stands beside the answer, whatever the answer says
    const planned = calls.flatMap(({ tool, address }) => (tool === 'run_plan' ? (planNote(address) ?? []) : []));
    const unkept = (keeper?.beneath(turn) ?? []).map(note => `(${ownWords(note, language)})`);
    const agent = agentOf(session);
    const isShown = isVerbose(session) && calls.length > 0;
    const steps = isShown ? stepsText(withBelow(turn, calls), intentOf, words.ranUnasked) : undefined;
    const beneath = {
      ...defined({ steps }),
      ...spent,
      notes: [
        ...(agent === undefined ? [] : [words.answeredBy(agent)]),
        ...planned,
        ...(verdict === undefined || lines.length > 0 ? [] : [verdict]),
        ...ordersOf(turn),
        ...expiredNotes(calls, turn, language, intentOf),
        ...unaskedNotes(calls, language, steps !== undefined),
        ...unkept,
        ...spent.notes,
      ],
    };
    const isEmpty = beneath.notes.length === 0 && beneath.cost === undefined && steps === undefined;
    const isWork = calls.length > 0 || (found?.requested.deeds.length ?? 0) > 0;
    return {
      beneath: isEmpty ? undefined : beneath,
      claims: lines,
      ...defined({
        again: lines.length > 0 ? found?.again : undefined,
        refuted: lines.length > 0 && found?.again === false ? verdict : undefined,
        // plain talk costs no call of a model
        judge: isWork && found !== undefined && isJudged() ? (true as const) : undefined,
      }),
    };
  };
}

/**
 * What expired within its turn. The reply may be from before: a turn that ends leaves nothing that is promised and does
 * not come.
 */
function expiredNotes(
  calls: readonly ToolCallRecord[],
  turn: string,
  language: Language,
  intentOf: NonNullable<Evaluated['intentOf']>,
): readonly string[] {
  const expired = calls.flatMap(call =>
    call.outcome === 'expired' && call.turn === turn ? (intentOf(call.address) ?? call.tool) : [],
  );
  return expired.length === 0 ? [] : [texts(language).expiredMeanwhile(expired)];
}

/** What ran without a question, and what takes effect later. */
function unaskedNotes(calls: readonly ToolCallRecord[], language: Language, isShown: boolean): readonly string[] {
  const unasked = calls.flatMap(({ unasked }) => unasked ?? []);
  const words = texts(language);
  const alone = unasked.filter(({ isApproved }) => isApproved !== true);
  const later = [...new Set(unasked.flatMap(({ later = [] }) => later))];
  return [
    // steps that are shown say it themselves
    ...(alone.length === 0 || isShown ? [] : [words.unasked(alone)]),
    ...(later.length === 0 ? [] : [words.actsLater(later)]),
  ];
}

type ReplyRecords = (
  session: string,
  turn: string,
  reply: string,
  own: readonly ToolCallRecord[],
) => Comparing.ComparedReply;

const marks: Readonly<Record<ToolOutcome, string>> = {
  done: '✓',
  failed: '✗',
  denied: '⛔',
  expired: '⌛',
  cancelled: '➖',
  unknown: '❓',
};

/** The steps of a turn as a quotation in Markdown, a line each. */
function stepsText(
  calls: readonly ToolCallRecord[],
  intentOf: (call: string) => string | undefined,
  ranUnasked: string,
): string {
  return calls
    .map(({ address, session, tool, outcome, failed, at, endedAt, unasked }) => {
      const mark = outcome === 'done' && failed ? marks.failed : marks[outcome];
      const below = isChild(session) ? '↳ ' : '';
      const seconds = ((endedAt - at) / 1000).toFixed(1);
      const standing = unasked?.standing === undefined ? '' : ` (${unasked.standing})`;
      const how = unasked !== undefined && unasked.isApproved !== true ? ` · ${ranUnasked}${standing}` : '';
      return `> ${below}${mark} ${escapedMarkdown(oneLine(intentOf(address) ?? tool, 200))} · ${seconds} s${how}`;
    })
    .join('\n');
}

/** Text of a model's choosing, so that none of it is read as a look. */
function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_~[\]<>|#!]/g, '\\$&');
}
