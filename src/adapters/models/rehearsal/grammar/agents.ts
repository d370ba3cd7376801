/** Requests that give a piece of work to an agent, or to several by a plan. */
import { createRequire } from 'node:module';
import { type Intent, like, namedForm } from '../intent.ts';
import type * as Plans from '../made-plan.ts';

// With the first plan that is asked for.
const load = createRequire(import.meta.url);
const plans = () => load('../made-plan.ts') as typeof Plans;

/** What a plan is about, where no steps are said. */
const topic = String.raw`(?<topic>(?![^\n]*:)\S[^\n]{0,120}?)`;
/** The number of folders, and what is said of them. */
const several = '(?:(?<many>two|three|four|five|six|zwei|drei|vier|fünf|sechs|[2-6]) )?';

const shipped = 'researcher|reviewer|file[ _-]?worker';

export const aboutAgents: readonly Intent[] = [
  {
    name: 'delegate',
    tool: 'delegate',
    orders: true,
    patterns: {
      en: [
        new RegExp(
          String.raw`^(?:let|have|tell|ask) (?:(?:a|an|the|my|your) )?(?:agent (?<named>[a-z]\w{0,29})|(?<agent>${shipped}))(?:: ?|,? to | )(?<task>\S[\s\S]*)$`,
          'i',
        ),
      ],
      de: [
        new RegExp(
          String.raw`^(?:lass|lasse|bitte|beauftrage) (?:(?:einen|eine|den|die|deinen|meinen) )?(?:agenten (?<named>[a-z]\w{0,29})|(?<agent>${shipped}))(?:: ?|,? | )(?<task>\S[\s\S]*)$`,
          'i',
        ),
      ],
    },
    arguments: ({ agent = '', named = '', task = '' }) => ({
      agent: named === '' ? agent.toLowerCase().replace(/^file.?worker$/, 'file_worker') : named.toLowerCase(),
      task: task.trim(),
    }),
    example: {
      en: 'let a researcher read the file notes.txt',
      de: 'lass einen researcher: lies die Datei notizen.txt',
    },
  },
  {
    name: 'compare',
    tool: 'run_plan',
    orders: true,
    takesRest: true,
    patterns: {
      en: [
        like`^compare (?:(?:the|these|those|my|our) )?${several}(?:projects|folders|directories)(?: (?<names>(?!and )\S[^\n]{0,300}?))?(?:,? and (?:then )?write (?:me )?(?:a|the) (?:report|comparison)(?: (?:about|on) (?:them|it))?(?: (?:to|into|in|as) (?:the file )?(?<report>${namedForm}))?)?[.!]?$`,
      ],
      de: [
        like`^vergleiche? (?:(?:die|diese|meine|unsere) )?${several}(?:projekte|ordner|verzeichnisse)(?: (?<names>(?!und )\S[^\n]{0,300}?))?(?:,? und schreibe? (?:mir )?(?:dann )?(?:einen|den) (?:bericht|vergleich)(?: (?:darüber|dazu))?(?: (?:in|als) (?:die datei )?(?<report>${namedForm}))?)?[.!]?$`,
      ],
    },
    looksForFolder: () => '*',
    choose: (said, moment, language) => plans().comparison(said, moment, language),
    example: {
      en: 'compare these three projects and write a report',
      de: 'vergleiche diese drei Projekte und schreib einen Bericht',
    },
  },
  {
    name: 'plan',
    tool: 'run_plan',
    orders: true,
    takesRest: true,
    patterns: {
      en: [
        like`^(?:make|draw up|prepare|create)(?: me)? a plan(?: (?:for|of|to|about) ${topic})?,? and (?:then )?(?:carry it out|carry out|execute it|do it)[.!]?$`,
        like`^(?:make|draw up|prepare|create)(?: me)? a plan(?: (?:for|of|to|about) (?<topic>[^:\n]{1,120}))?: ?(?<steps>\S[\s\S]*)$`,
        like`^(?:make|draw up|prepare|create)(?: me)? a plan on copies of (?:the (?:folder|repository|project) )?(?<copied>[^:\s]{1,120}): ?(?<steps>\S[\s\S]*)$`,
      ],
      de: [
        like`^(?:mach|mache|erstelle?)(?: mir)? einen plan(?: (?:für|zu|zum|zur|über) ${topic})?,? und (?:führe? ihn (?:dann )?aus|setze? ihn (?:dann )?um)[.!]?$`,
        like`^(?:mach|mache|erstelle?)(?: mir)? einen plan(?: (?:für|zu|zum|zur|über) (?<topic>[^:\n]{1,120}))?: ?(?<steps>\S[\s\S]*)$`,
        like`^(?:mach|mache|erstelle?)(?: mir)? einen plan auf kopien (?:von |des ordners |des repositorys |des projekts )(?<copied>[^:\s]{1,120}): ?(?<steps>\S[\s\S]*)$`,
      ],
    },
    looksForFolder: ({ steps }) => (steps === undefined ? '*' : undefined),
    choose: (said, moment, language) => plans().plan(said, moment, language),
    example: {
      en: 'make a plan for the report, and carry it out',
      de: 'mach einen Plan für den Bericht und führe ihn aus',
    },
  },
];
