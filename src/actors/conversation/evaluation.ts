/**
 * Is the reply true? What it claims is compared with the records of its turn, by rules; in doubt it passes. And what
 * does the owner read beneath it: what ran unasked, what cannot be undone, what it cost.
 */

import { checkClaims } from '../../domain/conversation/claims.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { EvaluationInput, EvaluationOutput } from '../../machines/session/types.ts';
import type { MessageStore, ToolCallStore } from '../../ports/conversation-store.ts';
import type { WorkspaceKeeper } from '../../ports/files/workspace-keeper.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { Budget } from '../budget/budget.ts';

export function evaluation({
  conversation,
  budget,
  keeper,
  toolbox,
  language = 'en',
}: {
  readonly conversation: MessageStore & ToolCallStore;
  readonly budget?: Pick<Budget, 'notesFor'>;
  readonly keeper?: Pick<WorkspaceKeeper, 'beneath'>;
  readonly toolbox: () => Pick<Toolbox, 'declared'>;
  readonly language?: Language;
}) {
  return ({ session, turn, message }: EvaluationInput): EvaluationOutput => {
    const text = conversation.message(message)?.text ?? '';
    const calls = conversation.toolCallsDuring(turn);
    const verdict = checkClaims(text, calls, toolbox().declared);
    const spent = budget?.notesFor(session, turn) ?? { notes: [], warned: [] };
    const unasked = calls.flatMap(({ unasked }) => unasked ?? []);
    const words = texts(language);
    const alone = unasked.filter(({ isApproved }) => isApproved !== true);
    const later = [...new Set(unasked.flatMap(({ later = [] }) => later))];
    const notes = [
      ...(alone.length === 0 ? [] : [words.unasked(alone)]),
      ...(later.length === 0 ? [] : [words.actsLater(later)]),
    ];
    const unkept = (keeper?.beneath(turn) ?? []).map(note => `(${note})`);
    const beneath = { ...spent, notes: [...notes, ...unkept, ...spent.notes] };
    return {
      ...(beneath.notes.length > 0 ? { beneath } : {}),
      claims: verdict.ok ? [] : verdict.claims.map(({ claim, expected }) => `- "${claim}" (no record of: ${expected})`),
    };
  };
}
