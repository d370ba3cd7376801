/** What is said of goals, in each language the agent speaks. */
import type { Goal } from '../../domain/goals/goal.ts';
import type { Language } from '../../domain/text/texts.ts';

const en = {
  missing: (wanted: string) => `There is no goal "${wanted}"; /goals lists them.`,
  sayWhat: 'Say what it is: /goals add TEXT, or /goals add TEXT, due tomorrow at 9',
  usage: '/goals lists them; /goals add TEXT, /goals complete 3, /goals drop 3, /goals reopen 3.',
  none: 'There are no goals. Tell me what you are about, or add one: /goals add TEXT',
  noneGiven: 'There are no goals. Tell the agent what you are about, or add one: straylight goals add TEXT',
  states: { open: 'open', done: 'done', dropped: 'dropped' } as Readonly<Record<Goal['state'], string>>,
  due: (time: string) => `due ${time}`,
  overdue: (time: string) => `overdue: due ${time}`,
  in: (place: string) => `in ${place}`,
};

/** What is said of goals. */
export type GoalTexts = typeof en;

const de: GoalTexts = {
  missing: wanted => `Es gibt kein Ziel „${wanted}“; /goals zeigt alle.`,
  sayWhat: 'Sag, was es ist: /goals add TEXT, oder /goals add TEXT, fällig morgen um 9',
  usage: '/goals zeigt alle; /goals add TEXT, /goals complete 3, /goals drop 3, /goals reopen 3.',
  none: 'Es gibt keine Ziele. Sag mir, was du vorhast, oder nenne eines: /goals add TEXT',
  noneGiven: 'Es gibt keine Ziele. Sag dem Agenten, was du vorhast, oder nenne eines: straylight goals add TEXT',
  states: { open: 'offen', done: 'erreicht', dropped: 'aufgegeben' },
  due: time => `fällig ${time}`,
  overdue: time => `überfällig: ${time}`,
  in: place => `aus ${place}`,
};

const byLanguage: Readonly<Record<Language, GoalTexts>> = { en, de };

/** In the language in which the agent speaks to its owner. */
export function goalTexts(language: Language): GoalTexts {
  return byLanguage[language];
}
