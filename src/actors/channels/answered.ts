/**
 * What a message of the owner answers of what was sent to its chat.
 *
 * The quoted words are read from our own records, never from what the channel says of them, and they are trusted as
 * far as they were when they were sent: quoting raises nothing. The owner's own words beside them stay the owner's.
 * What has no such record (a card, the answer to a command) is not repeated; the model reads only that there is one.
 */
import { shortQuotation } from '../../domain/conversation/shortening.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { modelTexts } from '../../domain/text/texts.ts';
import type { AnswersSent } from '../../ports/channel.ts';
import type { DeliveryStore, MessageStore } from '../../ports/conversation-store.ts';

/** In words for the model, and how far that is trusted. */
export interface Answered {
  readonly body: string;
  readonly taint: Taint;
  /** The message of ours that it is, which may be a question. */
  readonly question?: string;
}

/** What a quotation may bring along; the middle of a longer one is left out, and that is said. */
const mostQuoted = 1500;

/** `chat`: where it was sent, and answered. */
export function answered(
  conversation: Pick<DeliveryStore, 'sentAs'> & Pick<MessageStore, 'read'>,
  channel: string,
  chat: string,
  { ref, text = '' }: AnswersSent,
): Answered {
  const sent = conversation.sentAs(channel, chat, ref);
  if (!sent || sent.taint === null) return { body: modelTexts.answersUnseen, taint: 'owner' };
  const whole = conversation.read(sent.body);
  const part = text !== '' && plain(whole).includes(plain(text)) ? text : whole;
  const quoted = shortQuotation(part, mostQuoted);
  // what came from outside stands alone, to be marked as that
  const question = sent.id.replace(/\/delivery$/, '');
  return { body: sent.taint === 'owner' ? modelTexts.answers(quoted) : quoted, taint: sent.taint, question };
}

/** Markdown and what a channel made of it have the same letters and digits in the same order. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '');
}
