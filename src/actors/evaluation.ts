/** Is the reply true? What it claims is compared with the records of its turn, by rules; in doubt it passes. */
import type { ConversationStore } from '../adapters/store.ts';
import { checkClaims } from '../machines/domain/claims.ts';
import type { EvaluationInput, EvaluationOutput } from '../machines/session.ts';

export function evaluation({ conversation }: { readonly conversation: ConversationStore }) {
  return ({ turn, message }: EvaluationInput): EvaluationOutput => {
    const text = conversation.message(message)?.text ?? '';
    const verdict = checkClaims(text, conversation.toolCallsDuring(turn));
    return {
      claims: verdict.ok ? [] : verdict.claims.map(({ claim, expected }) => `- "${claim}" (no record of: ${expected})`),
    };
  };
}
