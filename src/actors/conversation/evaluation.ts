/**
 * Is the reply true? What it claims is compared with the records of its turn, by rules; in doubt it passes. And what
 * does the owner read beneath it: what ran unasked, what cannot be undone, what it cost.
 */

import { checkClaims } from '../../domain/conversation/claims.ts';
import { defined } from '../../domain/text/json.ts';
import { type Language, ownWords, texts } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { ToolOutcome } from '../../domain/tools/tool.ts';
import type { Beneath, EvaluationInput, EvaluationOutput } from '../../machines/session/types.ts';
import type { MessageStore, ToolCallRecord, ToolCallStore } from '../../ports/conversation-store.ts';
import type { WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { Budget } from '../budget/budget.ts';

export function evaluation({
  conversation,
  budget,
  keeper,
  toolbox,
  language = 'en',
  isVerbose = () => false,
  intentOf = () => undefined,
  ordersOf = () => [],
  planNote = () => undefined,
}: {
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
  /** What a turn took for orders, or revoked. */
  readonly ordersOf?: (turn: string) => readonly string[];
}) {
  return ({ session, turn, message }: EvaluationInput): EvaluationOutput => {
    const text = conversation.message(message)?.text ?? '';
    const calls = conversation.toolCallsDuring(turn);
    const verdict = checkClaims(text, calls, toolbox.declared);
    const spent: Beneath = budget?.notesFor(session, turn) ?? { notes: [], warned: [] };
    const unasked = calls.flatMap(({ unasked }) => unasked ?? []);
    const words = texts(language);
    const alone = unasked.filter(({ isApproved }) => isApproved !== true);
    const later = [...new Set(unasked.flatMap(({ later = [] }) => later))];
    const steps = isVerbose(session) && calls.length > 0 ? stepsText(calls, intentOf, words.ranUnasked) : undefined;
    // what the reply says of it may be from before: a turn that ends leaves nothing that is promised and does not come
    const expired = calls.flatMap(call =>
      call.outcome === 'expired' && call.turn === turn ? (intentOf(call.address) ?? call.tool) : [],
    );
    const notes = [
      ...(expired.length === 0 ? [] : [words.expiredMeanwhile(expired)]),
      // steps that are shown say it themselves
      ...(alone.length === 0 || steps !== undefined ? [] : [words.unasked(alone)]),
      ...(later.length === 0 ? [] : [words.actsLater(later)]),
    ];
    // the verdict stands beside the answer, whatever the answer says
    const planned = calls.flatMap(({ tool, address }) => (tool === 'run_plan' ? (planNote(address) ?? []) : []));
    const unkept = (keeper?.beneath(turn) ?? []).map(note => `(${ownWords(note, language)})`);
    const beneath = {
      ...defined({ steps }),
      ...spent,
      notes: [...planned, ...ordersOf(turn), ...notes, ...unkept, ...spent.notes],
    };
    const isEmpty = beneath.notes.length === 0 && beneath.cost === undefined && steps === undefined;
    return {
      beneath: isEmpty ? undefined : beneath,
      claims: verdict.ok ? [] : verdict.claims.map(({ claim, expected }) => `- "${claim}" (no record of: ${expected})`),
    };
  };
}

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
    .map(({ address, tool, outcome, failed, at, endedAt, unasked }) => {
      const mark = outcome === 'done' && failed ? marks.failed : marks[outcome];
      const seconds = ((endedAt - at) / 1000).toFixed(1);
      const standing = unasked?.standing === undefined ? '' : ` (${unasked.standing})`;
      const how = unasked !== undefined && unasked.isApproved !== true ? ` · ${ranUnasked}${standing}` : '';
      return `> ${mark} ${escapedMarkdown(oneLine(intentOf(address) ?? tool, 200))} · ${seconds} s${how}`;
    })
    .join('\n');
}

/** Text of a model's choosing, so that none of it is read as a look. */
function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_~[\]<>|#!]/g, '\\$&');
}
