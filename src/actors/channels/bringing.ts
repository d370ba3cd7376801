/**
 * What a message names of other programs comes along with it, as a file that its sender might have sent: kept in the
 * inbox, its text before the model up to a bound, and outside text like every file. What is not there is said to both.
 */
import { mostFileBytes, mostFiles } from '../../domain/conversation/files.ts';
import type { Attachment } from '../../domain/conversation/message.ts';
import { type Mention, mentionOf, mentionsIn } from '../../domain/mcp/offer.ts';
import { inEnglish, says } from '../../domain/policy/sentence.ts';
import { type Failure, fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { defined } from '../../domain/text/json.ts';
import { failureWords, type Language } from '../../domain/text/texts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FileInbox } from '../../ports/files/inbox.ts';
import type { ResourcePart, Resources } from '../../ports/resources.ts';

/** A message waits so long for all that it names. */
const longestMs = 25_000;
/** Characters that a model reads with the message: of one of them, and of all. */
const mostText = { one: 12_000, all: 24_000 };

/** What came along; `notes` are for the owner. */
export interface Brought {
  readonly attachments: readonly Attachment[];
  readonly notes: readonly string[];
}

/** `id`: of the message, so that what is brought again after a crash is kept once. */
export type Bring = (message: {
  readonly id: string;
  readonly session: string;
  readonly text: string;
  /** It has so many files already. */
  readonly files: number;
}) => Promise<Brought | undefined>;

/** Undefined: the message names nothing that is known here. */
export function bringing(
  resources: Resources,
  inbox: FileInbox,
  { clock, language }: { readonly clock: Pick<Clock, 'after'>; readonly language: Language },
): Bring {
  return async ({ id, session, text, files }) => {
    if (!text.includes('@')) return undefined;
    const named = mentionsIn(text).filter(({ server }) => resources.has(server));
    if (named.length === 0) return undefined;
    const most = Math.max(0, mostFiles - files);
    const late = new AbortController();
    const cancel = clock.after(longestMs, () => late.abort());
    const found = await Promise.all(
      named.slice(0, most).map(mention =>
        resources.read(mention, session, late.signal).then(
          parts => ({ mention, parts }),
          (error: unknown) => ({ mention, failure: late.signal.aborted ? tooLate() : toFailure(error) }),
        ),
      ),
    ).finally(cancel);
    const room = { left: mostText.all };
    const attachments: Attachment[] = [];
    const notes: string[] = [];
    const absent = (mention: Mention, failure: Failure) => {
      attachments.push(missing(mention, failure));
      notes.push(texts[language].absent(mentionOf(mention.server, mention.resource), failureWords(failure, language)));
    };
    for (const one of found)
      if ('failure' in one) absent(one.mention, one.failure);
      else
        for (const [at, part] of one.parts.entries()) {
          if (attachments.length >= most) break;
          const key = `mcp:${id}:${one.mention.server}:${one.mention.resource}:${at}`;
          await kept(inbox, key, part, room).then(
            file => attachments.push(file),
            (error: unknown) => absent(one.mention, toFailure(error)),
          );
        }
    if (named.length > most) notes.push(texts[language].tooMany(mostFiles));
    return { attachments, notes };
  };
}

const tooLate = () => fault('timeout', says`it did not come within ${longestMs / 1_000} s`).failure;

/** Parts that come with the message `id`, in order. */
export async function keptAll(
  inbox: FileInbox,
  id: string,
  parts: readonly ResourcePart[],
): Promise<readonly Attachment[]> {
  const room = { left: mostText.all };
  const files: Attachment[] = [];
  for (const [at, part] of parts.slice(0, mostFiles).entries())
    files.push(await kept(inbox, `mcp:${id}:${at}`, part, room));
  return files;
}

/** As a file of the message, with its text as far as there is room. */
async function kept(
  inbox: FileInbox,
  key: string,
  { name, content, isText }: ResourcePart,
  room: { left: number },
): Promise<Attachment> {
  if (content.length > mostFileBytes)
    throw fault('invalid', says`it has ${content.length} bytes, and a file of a message at most ${mostFileBytes}`);
  // an empty one cannot be kept as a file, and says all that it has to say
  if (content.length === 0) return { kind: 'document', name, mediaType: 'text/plain', bytes: 0, text: '(it is empty)' };
  const file = (await inbox.kept(key, name)) ?? (await inbox.keep(key, name, content));
  if (!isText) return file;
  const whole = Buffer.from(content).toString('utf8');
  const text = whole.slice(0, Math.min(mostText.one, room.left)).toWellFormed();
  room.left -= text.length;
  const left = whole.length - text.length;
  return { ...file, ...defined({ text: text || undefined, left: left > 0 ? left : undefined }) };
}

function missing({ server, resource }: Mention, failure: Failure): Attachment {
  const why = inEnglish(saidOf(failure));
  return { kind: 'document', name: mentionOf(server, resource), mediaType: '', bytes: 0, missing: why };
}

const texts = catalog('actors/channels/bringing', {
  en: {
    absent: (name: string, why: string) => `${name} was not attached: ${why}.`,
    tooMany: (most: number) => `A message takes at most ${most} files; what it names beyond that was not attached.`,
  },
  de: {
    absent: (name: string, why: string) => `${name} wurde nicht angehängt: ${why}.`,
    tooMany: (most: number) =>
      `Eine Nachricht nimmt höchstens ${most} Dateien mit; was sie darüber hinaus nennt, wurde nicht angehängt.`,
  },
});
