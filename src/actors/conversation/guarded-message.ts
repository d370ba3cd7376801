/**
 * A message before anything else sees it: what is mostly a credential is turned away, what is within a longer one is
 * taken out. Nothing of it is stored, logged or written down; the owner is told, and how to keep it instead. A file is
 * kept as it is; the owner is told what it holds.
 */

import { guard } from '../../domain/secrets/credential-guard.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { type Language, texts } from '../../domain/text/texts.ts';
import type { IncomingMessage } from '../../ports/channel.ts';

/** What the guard did, for the record: never what was in the message. */
export interface GuardedNote {
  readonly verdict: 'block' | 'redact';
  readonly kinds: readonly string[];
  /** Of the whole message. */
  readonly characters: number;
}

export interface CredentialGuard {
  readonly redactor: Pick<Redactor, 'find' | 'text'>;
  readonly language: Language;
  /** Takes note of passwords that a text says, so that they are taken out of all else from now on. */
  readonly learn?: (text: string) => void;
  /** Called before the message is taken. */
  readonly record: (session: string, note: GuardedNote) => void;
}

/** The cause of the refusal, for a channel that can take the message away on its side too. */
const credentialCause = 'credential';

type Words = Pick<IncomingMessage, 'text' | 'attachments'>;

/**
 * The message as it may be kept; `note` is for the owner. Throws `denied`, with the cause `credential`, where nothing
 * of it may.
 */
export function guardedMessage<Message extends Words>(
  { redactor, language, record, learn }: CredentialGuard,
  session: string,
  message: Message,
): { readonly message: Message; readonly note?: string } {
  const { verdict, text, kinds } = guard(message.text, redactor);
  learn?.(message.text);
  const attachments = message.attachments?.map(one => ({ ...one, name: redactor.text(one.name) }));
  const kept = { ...message, text, ...defined({ attachments }) };
  const held = (attachments ?? []).flatMap(({ path, credentials = [] }) =>
    credentials.length > 0 ? [texts(language).credentialInFile(path ?? '', credentials.join(', '))] : [],
  );
  if (verdict === 'pass') return { message: kept, ...noteOf(held) };
  record(session, { verdict, kinds, characters: message.text.length });
  const named = kinds.join(', ');
  if (verdict === 'block') throw fault('denied', texts(language).credentialBlocked(named), { cause: credentialCause });
  return { message: kept, ...noteOf([texts(language).credentialTaken(named), ...held]) };
}

function noteOf(lines: readonly string[]): { readonly note?: string } {
  return lines.length === 0 ? {} : { note: lines.join('\n') };
}

/** A text the owner gives a reason in: nothing is turned away, all that is a credential is taken out. */
export function guardedText(text: string, redactor: Pick<Redactor, 'find' | 'text'>): string {
  const { verdict, text: kept } = guard(text, redactor);
  return verdict === 'block' ? redactor.text(text) : kept;
}
