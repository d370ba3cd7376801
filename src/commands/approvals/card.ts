/** An approval in words, for a place without buttons. */

import { approveWords } from '../../api/views/approvals.ts';
import { type ApprovalCard, endOf } from '../../domain/approvals/card.ts';
import { type CardLine, cardLines, outcomeText, requestedText, riskLine } from '../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../domain/approvals/card-texts.ts';
import type { ApprovalRow } from '../../domain/supervision/view.ts';
import { duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { unpadded } from '../../domain/text/padding.ts';
import type { Language } from '../../domain/text/texts.ts';
import { exactly, oneLine } from '../../domain/text/visible.ts';
import { locales } from '../../domain/text/writing/locale.ts';
import type { Style } from '../io.ts';

/**
 * The card, line by line. What will run is shown whole; each of its lines is marked, so that none of it looks like
 * ours. `session`: the conversation its reader is in.
 */
export function writtenCard(
  card: ApprovalCard,
  now: number,
  { bold, dim, warn }: Style,
  language: Language = 'en',
  session?: string,
): string[] {
  const texts = cardTexts[language];
  const { facts, answers } = cardLines(card, texts, { isTyped: true, session });
  const line = ({ label, text }: CardLine) =>
    `  ${label}: ${text.replaceAll('\n', '\n    ')}`.split('\n').map(one => one.trimEnd());
  return [
    `${warn(headOf(card, language))}  ${bold(oneLine(card.intent, 300))}`,
    ...facts.flatMap(line),
    `  ${dim(deadlineText(card, now, language))}`,
    ...(card.repeat ? [`  ${dim(texts.card.replaces)}`] : []),
    ...exactLines(card),
    ...answers.flatMap(line),
  ];
}

/** All there is to know of a card: reasons whole, until when it holds to the second, and what ties it to its call. */
export function cardDetails(
  card: ApprovalCard,
  now: number,
  { bold, dim }: Style,
  language: Language = 'en',
): string[] {
  const texts = cardTexts[language];
  const say = words[language];
  const { expiresAt, undoMs = 0, consequences } = card;
  return [
    `${headOf(card, language)}  ${bold(oneLine(card.intent, 2_000))}`,
    `  ${texts.card.risk}: ${riskLine(card, texts.card)}`,
    `    ${card.word === undefined ? say.takes[card.risk] : say.takesWord(oneLine(card.word, 80))}`,
    ...(card.isContained ? [`    ${say.contained}`] : []),
    `  ${texts.card.tool}: ${oneLine(card.tool, 200)}`,
    `  ${texts.card.session}: ${oneLine(card.session, 200)}`,
    ...exactLines(card),
    `  ${deadlineText(card, now, language)}${expiresAt === undefined ? '' : say.on(instantText(expiresAt, language))}`,
    ...(undoMs > 0 ? [`  ${say.undo(duration(undoMs, language))}`] : []),
    ...card.reasons.map(reason => `  ${texts.card.why}: ${oneLine(reason, 2_000)}`),
    ...(consequences
      ? [
          `  ${texts.card.approve}: ${oneLine(consequences.approve, 500)}`,
          `  ${texts.card.deny}: ${oneLine(consequences.deny, 500)}`,
        ]
      : []),
    `  ${dim(`${say.digest} ${oneLine(card.digest, 80)}`)}`,
  ];
}

/** An approval that was answered: what was asked, and what became of it. */
export function settledLines(
  { card, state, decidedBy, reason }: ApprovalRow,
  now: number,
  { bold }: Style,
  language: Language = 'en',
): string[] {
  const say = words[language];
  const end = endOf(state, reason);
  const said = end === undefined ? state : outcomeText(end, decidedBy, cardTexts[language]);
  const why = reason === undefined || end === 'undone' || end === 'edited' ? '' : `: ${oneLine(reason, 2_000)}`;
  const begins = card.undoUntil === undefined ? '' : say.starts(duration(card.undoUntil - now, language));
  return [
    `${say.approval} ${card.key}  ${bold(oneLine(card.intent, 300))}`,
    ...exactLines(card),
    `  ${said}${why}${begins}`,
  ];
}

/** How to say yes and no to it on a command line, with what its risk asks for. */
export function howToAnswer(
  card: ApprovalCard,
  {
    program = 'straylight',
    language,
  }: { readonly program?: string | undefined; readonly language?: Language | undefined } = {},
): readonly [approve: string, deny: string] {
  return [`${program} ${approveWords(card, language ?? 'en')}`, `${program} approvals deny ${card.key}`];
}

/** What waits, and how to answer it from a command line. Those in `shown` were on the screen before: a line each. */
export function waitingLines(
  rows: readonly ApprovalRow[],
  now: number,
  style: Style,
  {
    shown = new Set(),
    language = 'en',
    program,
  }: {
    readonly shown?: ReadonlySet<string>;
    readonly language?: Language | undefined;
    readonly program?: string | undefined;
  } = {},
): string[] {
  const say = words[language];
  const how = (card: ApprovalCard) => `  ${howToAnswer(card, { program, language }).join(say.or)}`;
  return rows.flatMap(({ card }) =>
    shown.has(card.key)
      ? [
          `${style.warn(`${say.approval} ${card.key}`)}  ${oneLine(card.intent, 300)} ${style.dim(say.still)}`,
          how(card),
        ]
      : [...writtenCard(card, now, style, language), how(card)],
  );
}

function exactLines({ exact }: ApprovalCard): string[] {
  return exactly(unpadded(exact))
    .split('\n')
    .map(line => `  │ ${line}`);
}

function headOf({ key }: ApprovalCard, language: Language): string {
  return `${words[language].approval} ${key}`;
}

function deadlineText(card: ApprovalCard, now: number, language: Language): string {
  const say = words[language];
  const { expiresAt, undoUntil } = card;
  const granted = cardTexts[language].card.outcomes.granted;
  if (undoUntil !== undefined) return `${granted}${say.starts(duration(undoUntil - now, language))}`;
  // until it is shown, when it ends is not known
  const ends = expiresAt === undefined ? say.pending : say.expires(duration(expiresAt - now, language));
  return [requestedText(card, cardTexts[language].card, now, language), ends].filter(one => one !== '').join(', ');
}

/** In the time zone of its reader. */
function instantText(at: number, language: Language): string {
  const locale = locales[language].name;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }).format(at);
}

const words = catalog('commands/approvals/card', {
  en: {
    approval: 'Approval',
    still: '(still pending)',
    or: '   or   ',
    pending: 'pending',
    expires: (time: string) => `expires in ${time}`,
    starts: (time: string) => `, starts in ${time}`,
    on: (instant: string) => `, on ${instant}`,
    undo: (time: string) => `can be undone for ${time} after approval`,
    digest: 'SHA-256 of the call',
    takes: {
      low: 'One yes is enough.',
      medium: 'It takes a second yes: it makes, sends or brings in something.',
      high: 'It takes a second yes: it is about rights, services or keys, or may change everything within reach.',
      irreversible: 'It takes a second yes: it destroys something, or goes out into the world.',
    },
    takesWord: (word: string) =>
      `It takes the word “${word}”: it destroys something, or goes out into the world, and no sandbox holds it.`,
    contained: 'All it can reach lies within the sandbox.',
  },
  de: {
    approval: 'Freigabe',
    still: '(noch offen)',
    or: '   oder   ',
    pending: 'offen',
    expires: (time: string) => `läuft ab in ${time}`,
    starts: (time: string) => `, startet in ${time}`,
    on: (instant: string) => `, am ${instant}`,
    undo: (time: string) => `lässt sich nach der Freigabe ${time} lang zurücknehmen`,
    digest: 'SHA-256 des Aufrufs',
    takes: {
      low: 'Ein Ja genügt.',
      medium: 'Es braucht ein zweites Ja: Es legt etwas an, schickt oder holt etwas.',
      high: 'Es braucht ein zweites Ja: Es geht um Rechte, Dienste oder Schlüssel, oder es kann alles in Reichweite ändern.',
      irreversible: 'Es braucht ein zweites Ja: Es zerstört etwas oder geht hinaus.',
    },
    takesWord: (word: string) =>
      `Es braucht das Wort „${word}“: Es zerstört etwas oder geht hinaus, und keine Sandbox hält es.`,
    contained: 'Alles, was es erreichen kann, liegt in der Sandbox.',
  },
});
