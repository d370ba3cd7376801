/** What is answered in the chat where Straylight does not take something. */
import type { Failure } from '../../../../domain/supervision/failure.ts';
import type { TelegramTexts } from '../texts.ts';

export interface Answering {
  readonly texts: TelegramTexts;
  /** Says something in a chat, in Markdown; never throws. */
  readonly tell: (chat: string, markdown: string, signal: AbortSignal) => Promise<void>;
}

/** A refusal is answered; of any other failure the update must come again, so it is handed back. */
export async function answerRefusal(
  failure: Failure,
  chat: string,
  { texts, tell }: Answering,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  if (failure.kind !== 'denied' && failure.kind !== 'invalid') return failure;
  await tell(chat, texts.refused(failure.message), signal);
  return undefined;
}
