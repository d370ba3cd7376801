/**
 * Approvals in a chat: those of this conversation one at a time with what to type, those of others in a line.
 *
 * What is typed under a card is a message, unless it is one of the letters the card names.
 */
import type { Agent } from '../../../../api/client/agent.ts';
import { type ApprovalCard, type Decision, endOf } from '../../../../domain/approvals/card.ts';
import { answerText, byText, outcomeText } from '../../../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../../../domain/approvals/card-texts.ts';
import type { ApprovalRow } from '../../../../domain/supervision/view.ts';
import type { Language } from '../../../../domain/text/texts.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { TerminalScreen } from '../screen.ts';
import type { Paint } from '../style.ts';
import { terminalTexts } from '../texts.ts';
import { cardTable } from './cards.ts';

export interface CardPrompt {
  /** What the line beneath the card is asked for; undefined: no card is there. */
  hint(): string | undefined;
  /**
   * Approvals as they are now. `all`: the owner asks for them, so those of other conversations are to be answered here
   * too, and a card that is on screen is shown again.
   */
  put(rows: readonly ApprovalRow[], all?: boolean): void;
  /** A card is on screen. */
  isOpen(): boolean;
  /** The letter alone is an answer to the card on screen. */
  isKey(text: string): boolean;
  /** Takes a line typed under the card. False: it is a message. `hasQuestion`: the agent waits for a yes or a no, too. */
  answer(line: string, hasQuestion?: boolean): Promise<boolean>;
  /** Leaves the card on screen; it stays pending. */
  leave(): void;
}

export interface CardPromptOptions {
  readonly agent: Agent;
  readonly screen: TerminalScreen;
  readonly paint: Paint;
  readonly clock: Pick<Clock, 'elapsed' | 'now' | 'after'>;
  readonly settleMs: number;
  /** In which its owner is spoken to. */
  readonly language: Language;
  /** The conversation that is open. */
  readonly session: () => string;
  /** A card in words, made safe to show, in the conversation that is open. */
  readonly card: (card: ApprovalCard, session: string) => readonly string[];
  /** All else there is to know of a card. */
  readonly info: (card: ApprovalCard) => readonly string[];
}

export function cardPrompt(options: CardPromptOptions): CardPrompt {
  const { agent, screen, clock, settleMs, language, session, card: lines, info } = options;
  const say = terminalTexts(language);
  const texts = cardTexts[language];
  const { dim, warn, accent } = options.paint;
  const cards = cardTable({
    clock,
    settleMs,
    language,
    show: ({ card }) => show(card),
    gone(row) {
      // its line is this one
      others.shown(row.card.key);
      screen.print(endLine(row));
    },
    changed: () => redraw(),
  });

  const show = (card: ApprovalCard) => screen.print(lines(card, session()).join('\n'));

  const redraw = () => screen.prompt(accent('› '), cards.prompt());

  const endLine = (row: ApprovalRow) => dim(`· ${endText(row, language)}`);

  const others = otherCards({ dim, language, print: screen.print, endLine });

  async function send({ approval, by: _, ...answer }: Decision): Promise<void> {
    const card = cards.current()?.card;
    const given = answer as Exclude<typeof answer, { decision: 'edit' }>;
    const said = await agent.approvals.decide({ id: approval, ...given }).catch((thrown: unknown) => {
      cards.answered(approval, undefined);
      redraw();
      throw thrown;
    });
    const text = oneLine(answerText(said, texts, clock.now()), 300);
    const line = card?.key === approval ? aboutCall(card, text) : `${approval}: ${text}`;
    screen.print(said.ok ? dim(`· ${line}`) : warn(line));
    cards.answered(approval, said);
    redraw();
    // what changed meanwhile, or was not before the owner yet, is shown as it stands now
    if (!said.ok && (said.why === 'changed' || said.why === 'unknown'))
      put((await agent.approvals.list({ state: 'pending' })).approvals);
  }

  function put(rows: readonly ApprovalRow[], all = false): void {
    const before = cards.current()?.card;
    for (const row of rows)
      if (all || row.card.session === session() || cards.has(row.card.key)) cards.put(row);
      else others.name(row);
    const now = cards.current()?.card;
    if (all && now && now.key === before?.key && now.nonce === before.nonce) show(now);
    redraw();
  }

  return {
    put,
    hint: () => cards.prompt(),
    isOpen: () => cards.current() !== undefined,
    isKey: cards.isKey,
    async answer(line, hasQuestion = false) {
      const typed = cards.answer(line, hasQuestion);
      if (typed.kind === 'message') return false;
      if (typed.kind === 'again') {
        screen.print(dim(`· ${oneLine(typed.why, 300)}`));
        if (typed.isUnsent) screen.setDraft(line);
      }
      if (typed.kind === 'info') screen.print(info(typed.card).join('\n'));
      redraw();
      if (typed.kind === 'decision') await send(typed.decision);
      return true;
    },
    leave() {
      const isLeft = cards.later();
      screen.print(dim(`· ${isLeft ? say.left : say.stands}`));
    },
  };
}

/** Cards of other conversations: a line for each, and one for its end. */
function otherCards({
  dim,
  language,
  print,
  endLine,
}: {
  readonly dim: Paint['dim'];
  readonly language: Language;
  readonly print: (line: string) => void;
  readonly endLine: (row: ApprovalRow) => string;
}) {
  const say = terminalTexts(language);
  const named = new Set<string>();
  return {
    name(row: ApprovalRow): void {
      const { key, session: of, intent, undoUntil } = row.card;
      const isOpen = row.state === 'pending' && undoUntil === undefined;
      if (isOpen && row.queued !== true && !named.has(key)) {
        named.add(key);
        const where = oneLine(of.replace(/^session:/, ''), 40);
        print(dim(`· ${say.waitsThere(where, key, oneLine(intent, 120))}`));
      } else if (row.state !== 'pending' && named.delete(key)) print(endLine(row));
    },
    /** It has its line elsewhere. */
    shown: (key: string) => void named.delete(key),
  };
}

/** How a card ended that was not answered here. */
function endText({ card, state, reason, decidedBy }: ApprovalRow, language: Language): string {
  const texts = cardTexts[language];
  const end = endOf(state, reason) ?? 'granted';
  // another chat and a command reach the agent in the same way
  const where = decidedBy === 'cli' ? terminalTexts(language).elsewhere : byText(decidedBy, texts.card);
  return aboutCall(card, `${outcomeText(end, undefined, texts)}${where}`);
}

/** What became of a call: which one, and how it was answered. */
function aboutCall({ intent }: ApprovalCard, became: string): string {
  return `${oneLine(intent, 120).replace(/\.$/, '')}: ${became}`;
}
