/**
 * A message before it counts: as the gates leave it. Throws `denied`, with the reason, where one holds it back; then
 * nothing of it is kept.
 */

import { inEnglish } from '../../domain/policy/sentence.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Gatekeeper } from '../tools/gatekeeper.ts';

export async function checkedMessage(
  gatekeeper: Gatekeeper,
  { session, taint, text }: { readonly session: string; readonly taint: Taint; readonly text: string },
): Promise<string> {
  const subject = { point: 'input', session, taint, text } as const;
  if (gatekeeper.names(subject).length === 0) return text;
  // each gate has a deadline of its own
  const said = await gatekeeper.ask(subject, new AbortController().signal);
  if (said.verdict !== 'pass') throw fault('denied', inEnglish(said.reason));
  return said.text ?? text;
}
