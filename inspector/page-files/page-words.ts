/** What the page says in the owner's language, as its modules in `words/` have it. */

import { alikeLines } from '../../src/domain/approvals/alike.ts';
import { germanStates } from '../../src/domain/supervision/state-words.ts';
import { ages, ageTexts } from '../../src/domain/text/ago.ts';
import { phrases } from '../../src/domain/text/catalog.ts';
import type { Language } from '../../src/domain/text/texts.ts';
import { chartHelp, ownersHelp } from './chart-help.ts';
import { actor } from './german/actor.ts';
import { approvals } from './german/approvals.ts';
import { auditBudget } from './german/audit-budget.ts';
import { chat } from './german/chat.ts';
import { frame, names } from './german/frame.ts';
import { lists } from './german/lists.ts';
import { overviewSchedule } from './german/overview-schedule.ts';

/** Each text of the page, by its English. */
export const pageTexts = phrases('inspector/page-files/page-words', {
  ...frame,
  ...names,
  ...overviewSchedule,
  ...approvals,
  ...chat,
  ...lists,
  ...auditBudget,
  ...actor,
  ...germanStates,
});

/** Language and texts, as JSON; English ones stand in the modules, but for some of the charts. */
export function pageWords(language: Language): string {
  return JSON.stringify({
    language,
    ages: ageTexts[language],
    texts: language === 'en' ? ownersHelp : { ...pageTexts[language], ...chartHelp[language] },
  });
}

/** The function that finds lines which read alike, as code. */
export function pageAlike(): string {
  return alikeLines.toString();
}

/** The function that says ages, as code. */
export function pageAges(): string {
  return ages.toString();
}
