/**
 * What an actor is to its owner: a conversation is called by where it is held, a job by its name. All else keeps its
 * address.
 */
import { catalog } from '../text/catalog.ts';
import { placeOf } from './chat-session.ts';

/** `The conversation on Telegram`, for `session:telegram:42`. */
export function called(subject: string, language: keyof typeof words): string {
  const { what, where, job }: Words = words[language];
  // a name that was used before has a number behind it
  if (subject.startsWith('job:')) return `${job} ${subject.slice('job:'.length).replace(/~\d+$/, '')}`;
  if (!subject.startsWith('session:')) return subject;
  const { channel, chat } = placeOf(subject);
  const place = where[channel];
  if (place === undefined) return subject;
  // a chat of Telegram is a number; a conversation beside the first has one of its own, or a name
  const [, number] = /~(\d+)$/.exec(subject) ?? [];
  const name = number ?? (channel === 'telegram' || chat === 'main' ? '' : `“${chat}”`);
  return [what, name, place].filter(part => part !== '').join(' ');
}

/** `in the terminal`, `on the page (2)`: where a conversation is held; one that is held nowhere else keeps its address. */
export function heldIn(session: string, language: keyof typeof words): string {
  const { channel, chat } = placeOf(session);
  const { where }: Words = words[language];
  const place = where[channel];
  if (place === undefined) return `in ${session.replace(/^session:/, '')}`;
  const [, number] = /~(\d+)$/.exec(session) ?? [];
  const name = number ?? (channel === 'telegram' || chat === 'main' ? '' : chat);
  return name === '' ? place : `${place} (${name})`;
}

type Words = Readonly<{ what: string; job: string; where: Readonly<Record<string, string | undefined>> }>;

const words = catalog('domain/conversation/called', {
  en: {
    what: 'The conversation',
    job: 'The job',
    where: { telegram: 'on Telegram', web: 'on the page', terminal: 'in the terminal' },
  },
  de: {
    what: 'Das Gespräch',
    job: 'Der Job',
    where: { telegram: 'in Telegram', web: 'auf der Seite', terminal: 'im Terminal' },
  },
});
