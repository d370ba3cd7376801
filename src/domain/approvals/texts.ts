/** What stands on a card because of its risk: what each answer brings about, and the word that a yes has to name. */

import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import type { ApprovalCard } from './card.ts';
import { approvalWords } from './words.ts';

/** What a yes and what a no brings about, a sentence each. */
export function consequencesOf(
  { risk, restoresFiles }: Pick<ApprovalCard, 'risk' | 'restoresFiles'>,
  undoMs: number,
  language: Language,
): NonNullable<ApprovalCard['consequences']> {
  const say = texts[language];
  const seconds = Math.round(undoMs / 1000);
  const approve = [
    risk === 'irreversible' && !restoresFiles ? say.forGood : say.once,
    ...(seconds > 0 ? [say.undo(seconds)] : []),
    ...(restoresFiles ? [say.files] : []),
  ];
  return { approve: approve.join(' '), deny: say.deny };
}

/** The word of a card and those it stands among; nothing where no word is asked for. */
export function wordsOf(
  { risk, isContained }: Pick<ApprovalCard, 'risk' | 'isContained'>,
  nonce: string,
  language: Language,
): Pick<ApprovalCard, 'word' | 'choices'> {
  return risk === 'irreversible' && !isContained ? approvalWords(nonce, language) : {};
}

const en = {
  once: 'It runs once, exactly as it is shown here.',
  forGood: 'It runs once, exactly as it is shown here, and cannot be undone.',
  undo: (seconds: number) => `For ${seconds} s after your yes you can undo it.`,
  files: 'Later, undo can restore the files it changes in the workspace.',
  deny: 'It does not run, and I do not ask for it again until you write to me.',
};

const de: typeof en = {
  once: 'Es läuft einmal, genau so, wie es hier steht.',
  forGood: 'Es läuft einmal, genau so, wie es hier steht, und lässt sich nicht rückgängig machen.',
  undo: seconds => `Nach deinem Ja kannst du es noch ${seconds} s lang zurücknehmen.`,
  files: 'Später lassen sich die Dateien wiederherstellen, die es im Arbeitsordner ändert.',
  deny: 'Es läuft nicht, und ich frage nicht wieder danach, bevor du mir schreibst.',
};

const texts = catalog('domain/approvals/texts', { en, de });
