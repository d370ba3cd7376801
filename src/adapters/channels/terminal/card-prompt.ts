/** The prompt of a card: put in place of the owner's own line, answered by what is typed, and left for later. */
import { type Agent, decisionAnswer } from '../../../api/client/agent.ts';
import { type ApprovalCard, type Decision, endOf } from '../../../domain/approvals/card.ts';
import { answerText, outcomeText } from '../../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../../domain/approvals/card-texts.ts';
import type { ApprovalRow } from '../../../domain/supervision/view.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { Clock } from '../../../ports/clock.ts';
import { cardTable } from './cards.ts';
import type { TerminalScreen } from './screen.ts';
import type { Paint } from './style.ts';

export interface CardPrompt {
  /** Puts the prompt that fits. The owner's draft comes back when the last card is gone. */
  ask(): void;
  /** Approvals as they are now. */
  put(rows: readonly ApprovalRow[]): void;
  /** A card is on screen. */
  isOpen(): boolean;
  /** Takes a line typed under the card. */
  answer(line: string): Promise<void>;
  /** Leaves the card on screen; it stays pending. */
  leave(): void;
}

export interface CardPromptOptions {
  readonly agent: Agent;
  readonly screen: TerminalScreen;
  readonly paint: Paint;
  readonly clock: Pick<Clock, 'elapsed' | 'now' | 'after'>;
  readonly settleMs: number;
  /** A card in words, made safe to show. */
  readonly card: (card: ApprovalCard) => readonly string[];
  /** All else there is to know of a card. */
  readonly info: (card: ApprovalCard) => readonly string[];
}

export function cardPrompt({
  agent,
  screen,
  paint,
  clock,
  settleMs,
  card: lines,
  info,
}: CardPromptOptions): CardPrompt {
  const { dim, accent, warn } = paint;
  let draft = '';

  const cards = cardTable({
    clock,
    settleMs,
    show: ({ card }, place) => {
      if (place === 'first') draft = screen.draft();
      screen.setDraft('');
      screen.print(lines(card).join('\n'));
      ask();
    },
    gone: row => {
      const end = endOf(row.state, row.reason) ?? 'granted';
      screen.print(dim(`· ${row.card.key}: ${outcomeText(end, row.decidedBy, cardTexts.en)}`));
    },
    changed: () => ask(),
  });

  function ask(): void {
    const prompt = cards.prompt();
    screen.prompt(prompt === undefined ? accent('› ') : `${warn(oneLine(prompt, 200))} `);
    if (prompt !== undefined || draft === '') return;
    screen.setDraft(draft);
    draft = '';
  }

  function put(rows: readonly ApprovalRow[]): void {
    for (const row of rows) cards.put(row);
    ask();
  }

  async function send({ approval, by: _, ...answer }: Decision): Promise<void> {
    const given = answer as Exclude<typeof answer, { decision: 'edit' }>;
    const said = await decisionAnswer(agent.approvals.decide({ id: approval, ...given })).catch((thrown: unknown) => {
      cards.answered(approval, undefined);
      ask();
      throw thrown;
    });
    const text = oneLine(answerText(said, cardTexts.en, clock.now()), 300);
    screen.print(said.ok ? dim(`· ${approval}: ${text}`) : warn(`${approval}: ${text}`));
    cards.answered(approval, said);
    ask();
    // what changed meanwhile, or was not before the owner yet, is shown as it stands now
    if (!said.ok && (said.why === 'changed' || said.why === 'unknown'))
      put((await agent.approvals.list({ state: 'pending' })).approvals);
  }

  return {
    ask,
    put,
    isOpen: () => cards.current() !== undefined,
    async answer(line) {
      const typed = cards.answer(line);
      if (typed.kind === 'again') screen.print(dim(`· ${oneLine(typed.why, 300)}`));
      if (typed.kind === 'info') screen.print(info(typed.card).join('\n'));
      ask();
      if (typed.kind === 'decision') await send(typed.decision);
    },
    leave() {
      const isLeft = cards.later();
      screen.print(dim(isLeft ? '· Left for later. /approvals shows it again.' : '· Your answer stands.'));
      ask();
    },
  };
}
