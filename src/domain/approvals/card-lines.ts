/** A card in lines, how it ended, and what is said of an answer: in the same words on every channel, which draws them. */
import { ago } from '../text/ago.ts';
import { fill } from '../text/fill.ts';
import type { Language } from '../text/texts.ts';
import { oneRow } from '../text/visible.ts';
import type { ApprovalCard, CardEnd, DecisionAnswer, Risk } from './card.ts';
import type { CardTexts } from './card-texts.ts';

/** `label: text`; a text of several lines begins on a line of its own. */
export interface CardLine {
  readonly label: string;
  readonly text: string;
}

export interface CardLines {
  /** Above what would run. */
  readonly facts: readonly CardLine[];
  /** Below it: what each answer does, and the word where one is asked for. */
  readonly answers: readonly CardLine[];
}

/** How much is at stake, to be taken in at a glance. */
const riskBars: Readonly<Record<Risk, string>> = {
  low: '▮▯▯▯',
  medium: '▮▮▯▯',
  high: '▮▮▮▯',
  irreversible: '▮▮▮▮',
};

/** More are counted. */
const mostReasons = 6;

/** What it would run is shown as it is typed; of any other tool, only the arguments are. */
const commandTool = 'execute_command';

/** Where a card stands. */
export interface CardPlace {
  /** The word is typed and not chosen among others. */
  readonly isTyped: boolean;
  /** The conversation its reader is in: it is not named again. */
  readonly session?: string | undefined;
}

/**
 * The lines of a card around what would run, without what is the same on nearly every card. Control characters are made
 * visible, and no line can pass for another.
 */
export function cardLines(card: ApprovalCard, { card: texts }: CardTexts, { isTyped, session }: CardPlace): CardLines {
  const shown = card.reasons.slice(0, mostReasons).map(reason => oneRow(reason, 200));
  const left = card.reasons.length - shown.length;
  const reasons = left > 0 ? [...shown, fill(texts.more, { count: left })] : shown;
  const { approve = '', deny = '' } = card.consequences ?? {};
  const line = (label: string, text: string): CardLine[] => (text === '' ? [] : [{ label, text }]);
  return {
    facts: [
      ...line(texts.risk, riskLine(card, texts)),
      ...line(texts.why, reasons.map(reason => `\n• ${reason}`).join('')),
      ...(card.tool === commandTool ? [] : line(texts.tool, oneRow(card.tool, 80))),
      ...(card.session === session ? [] : line(texts.session, oneRow(card.session, 80))),
    ],
    answers: [
      ...line(texts.approve, oneRow(approve, 300)),
      ...line(texts.deny, oneRow(deny, 300)),
      ...line(isTyped ? texts.typeWord : texts.word, oneRow(card.word ?? '', 80)),
    ],
  };
}

/** How much is at stake, at a glance and in words. */
export function riskLine(card: Pick<ApprovalCard, 'risk' | 'restoresFiles'>, texts: CardTexts['card']): string {
  return `${riskBars[card.risk]} ${riskText(card, texts)}`;
}

/** How much is at stake, in words. */
export function riskText(
  { risk, restoresFiles }: Pick<ApprovalCard, 'risk' | 'restoresFiles'>,
  texts: CardTexts['card'],
): string {
  return risk === 'irreversible' && restoresFiles ? texts.exceptFiles : texts.risks[risk];
}

/** How long it has been waiting, once that is a minute: `requested 3 minutes ago`; else empty. */
export function requestedText(
  { requestedAt }: Pick<ApprovalCard, 'requestedAt'>,
  texts: CardTexts['card'],
  now: number,
  language: Language,
): string {
  if (requestedAt === undefined || now - requestedAt < 60_000) return '';
  return fill(texts.requested, { ago: ago(now - requestedAt, language) });
}

/** How it ended and where that was decided, without a full stop. */
export function outcomeText(end: CardEnd, by: string | undefined, { card: texts }: CardTexts): string {
  return `${texts.outcomes[end]}${byText(by, texts)}`;
}

/** Where it was decided, with a blank before it; empty where nobody did. `by`: `web`, `cli`, `telegram:42`. */
export function byText(by: string | undefined, { by: places }: CardTexts['card']): string {
  if (by === undefined || by === '') return '';
  const [channel = '', chat] = by.split(/:(.*)/s);
  if (channel === 'web' || channel === 'cli' || channel === 'terminal') return places[channel];
  const place = `${channel[0]?.toUpperCase() ?? ''}${channel.slice(1)}${chat ? ` (${chat})` : ''}`;
  return fill(places.other, { place: oneRow(place, 80) });
}

/** What came of an answer. A refusal says so in the owner's language already. */
export function answerText(answer: DecisionAnswer, { answers: texts }: CardTexts, now: number): string {
  if (!answer.ok) return answer.message;
  const { state, undoUntil = now } = answer;
  if (state !== 'granted' || undoUntil <= now) return texts[state];
  return fill(texts.grantedFor, { seconds: Math.ceil((undoUntil - now) / 1000) });
}
