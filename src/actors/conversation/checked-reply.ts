/** A reply before it goes anywhere: as the gates leave it, or what takes its place. */
import { inEnglish } from '../../domain/policy/sentence.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { Gatekeeper } from '../tools/gatekeeper.ts';

export interface ReplyGates {
  readonly gatekeeper: Gatekeeper;
  readonly language: Language;
}

export interface CheckedReply {
  readonly text: string;
  /** It was held back: what the model is told before it answers again, or an empty text. */
  readonly held?: string;
  /** It is not what the model wrote, so nothing it asked for counts either. */
  readonly isReplaced: boolean;
}

/** Is any gate for replies there at all? Where one is, nothing of a reply is shown before it was asked. */
export function isGated(gates: ReplyGates | undefined): boolean {
  return gates !== undefined && gates.gatekeeper.names(subjectOf('', 'owner', '')).length > 0;
}

/** `isLast`: it was held back once in this turn already. */
export async function checkedReply(
  { gatekeeper, language }: ReplyGates,
  {
    session,
    taint,
    text,
    isLast,
  }: { readonly session: string; readonly taint: Taint; readonly text: string; readonly isLast: boolean },
  signal: AbortSignal,
): Promise<CheckedReply> {
  if (text.trim() === '') return { text, isReplaced: false };
  const said = await gatekeeper.ask(subjectOf(session, taint, text), signal);
  if (said.verdict === 'pass') return { text: said.text ?? text, isReplaced: false };
  if (!isLast && said.onBlock === 'rephrase') return { text: '', held: inEnglish(said.reason), isReplaced: true };
  if (!isLast && said.onBlock === 'retry') return { text: '', held: '', isReplaced: true };
  return { text: texts(language).withheld(inEnglish(said.reason)), isReplaced: true };
}

function subjectOf(session: string, taint: Taint, text: string) {
  return { point: 'output', session, taint, text } as const;
}
