/** What came of a decision, as it is shown. */
import type { ApprovalCard, DecisionAnswer } from '../../domain/approvals/card.ts';
import { answerText } from '../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../domain/approvals/card-texts.ts';
import type { ApprovalRow } from '../../domain/supervision/view.ts';
import { catalog } from '../../domain/text/catalog.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Look, lines, type View } from '../view.ts';

/** A decision and what came of it: what stands from now on, or the approval as it waits now. */
export type Decided = DecisionAnswer & {
  readonly standing?: string | undefined;
  readonly approval?: ApprovalRow | undefined;
};

/** Where it lacked something, what to type. `reason`: of a no, as it was given. */
export function decisionShown(said: Decided, { language, now, typed }: Look, key: string, reason = ''): View {
  const say = texts[language];
  if (!said.ok) {
    const refusal = lines(`${key}: ${oneLine(said.message, 300)}`, 'warn');
    if (said.why !== 'unconfirmed' || said.approval === undefined) return [refusal];
    const { card } = said.approval;
    return [
      refusal,
      lines(`  ${say.checkFirst(typed(`approvals show ${key}`))}\n  ${typed(approveWords(card, language))}`),
    ];
  }
  const because = said.state === 'denied' && reason !== '' ? ` ${say.reason(oneLine(reason, 300))}` : '';
  const done = lines(`${key}: ${answerText(said, cardTexts[language], now)}${because}`);
  if ((said.undoUntil ?? now) <= now) return [done];
  const undo = { label: say.undo, operation: 'approvals.decide', input: { id: key, decision: 'undo' } };
  return [done, { kind: 'actions', actions: [undo] }];
}

/** How to say yes to it, with what its risk asks for. */
export function approveWords({ key, risk, word }: ApprovalCard, language: Language): string {
  const confirm = risk === 'low' ? '' : ` --confirm ${word ?? texts[language].yes}`;
  return `approvals approve ${key}${confirm}`;
}

const texts = catalog('api/views/approvals', {
  en: {
    yes: 'yes',
    undo: 'Undo',
    reason: (text: string) => `Your reason: “${text}”.`,
    checkFirst: (show: string) => `check it with "${show}", then type`,
  },
  de: {
    yes: 'ja',
    undo: 'Zurücknehmen',
    reason: (text: string) => `Dein Grund: „${text}“.`,
    checkFirst: (show: string) => `sieh es dir mit „${show}“ an, dann gib ein`,
  },
});
