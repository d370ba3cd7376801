/** Requests about goals: a new one, one that is done, and what there is. */
import { defined } from '../../../../domain/text/json.ts';
import type { Intent } from '../intent.ts';

export const aboutGoals: readonly Intent[] = [
  {
    name: 'addGoal',
    tool: 'goals',
    orders: true,
    patterns: {
      en: [
        /^(?:(?:add|set) (?:a|the) goal|(?:my |a )?new goal):? (?<text>[\s\S]+?)(?:,? (?:due|by) (?<due>\d{4}-\d\d-\d\d(?:T[\d:]+)?|(?:tomorrow|today|in \d+ \w+)(?: at [\d:]+(?: ?[ap]m)?)?))?[.!]?$/i,
      ],
      de: [
        /^(?:neues ziel|setze? (?:ein|das) ziel):? (?<text>[\s\S]+?)(?:,? (?:fällig|bis) (?<due>\d{4}-\d\d-\d\d(?:T[\d:]+)?|(?:morgen|heute|in \d+ \w+)(?: um [\d:]+(?: uhr)?)?))?[.!]?$/i,
      ],
    },
    arguments: ({ text = '', due = '' }) => ({
      action: 'add',
      text,
      ...defined({ due: due === '' ? undefined : due }),
    }),
    example: { en: 'new goal: finish the report, due tomorrow at 9', de: 'neues Ziel: den Bericht abschließen' },
  },
  {
    name: 'goals',
    tool: 'goals',
    patterns: {
      en: [
        /^(?:(?:what|which) (?:are (?:my|our|your|the) )?goals(?: are there)?|(?:list|show)(?: me)? (?:all )?(?:my |our |the )?goals)\W*$/i,
      ],
      de: [
        /^(?:was sind (?:meine|unsere|deine|die) ziele|welche ziele (?:gibt es|habe ich)|zeige?(?: mir)? (?:die |meine )?ziele)\W*$/i,
      ],
    },
    arguments: () => ({ action: 'list' }),
    example: { en: 'what are my goals?', de: 'was sind meine Ziele?' },
  },
  {
    name: 'completeGoal',
    tool: 'goals',
    orders: true,
    patterns: {
      en: [/^(?:goal (?<id>\d{1,9}) is (?:done|complete|finished)|(?:complete|finish) goal (?<other>\d{1,9}))\W*$/i],
      de: [/^ziel (?<id>\d{1,9}) ist (?:erledigt|erreicht|fertig)\W*$/i],
    },
    arguments: ({ id = '', other = '' }) => ({ action: 'complete', id: Number(id || other) }),
    example: { en: 'goal 1 is done', de: 'Ziel 1 ist erledigt' },
  },
];
