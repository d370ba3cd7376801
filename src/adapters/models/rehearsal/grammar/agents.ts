/** Requests that give a piece of work to an agent. */
import type { Intent } from '../intent.ts';

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
];
