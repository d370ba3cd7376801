/** How jobs are asked for on the command line and in chats. */
import type { Words } from '../../../domain/text/catalog.ts';
import type { CommandForm } from '../../command-form.ts';

function ofJob(act: string, help: Words, also?: string): CommandForm {
  const form = { words: `jobs ${act}`, help, args: { name: 'NAME' }, fixed: { act } };
  return also === undefined ? form : { ...form, also: [`jobs ${also}`] };
}

/** What can be said of a job where it is made or changed. */
const jobOptions = {
  say: { field: 'say', value: 'TEXT', help: { en: 'only say this: a reminder', de: 'nur das sagen: eine Erinnerung' } },
  command: {
    field: 'command',
    value: 'TEXT',
    help: { en: 'run this command in the sandbox', de: 'diesen Befehl in der Sandbox ausführen' },
  },
  ask: {
    field: 'instruction',
    value: 'TEXT',
    help: { en: 'begin a conversation with this instruction', de: 'ein Gespräch mit dieser Anweisung beginnen' },
  },
  builtin: {
    field: 'builtin',
    value: 'NAME',
    help: {
      en: 'do what Straylight does for itself: backup, consolidate, audit, heartbeat',
      de: 'tun, was Straylight für sich tut: backup, consolidate, audit, heartbeat',
    },
  },
  tz: {
    field: 'timeZone',
    value: 'ZONE',
    help: { en: 'the time zone (default: yours)', de: 'die Zeitzone (sonst: deine)' },
  },
  notify: {
    field: 'notify',
    value: 'MODE',
    help: {
      en: 'always (default), success, failure, change or never',
      de: 'always (sonst), success, failure, change oder never',
    },
  },
  'catch-up': {
    field: 'catchUp',
    value: 'MODE',
    help: {
      en: 'of missed runs make up for once (default), skip or all',
      de: 'verpasste Läufe nachholen: once (sonst), skip oder all',
    },
  },
  overlap: {
    field: 'overlap',
    value: 'MODE',
    help: {
      en: 'while a run lasts: skip (default), queue or parallel',
      de: 'solange ein Lauf dauert: skip (sonst), queue oder parallel',
    },
  },
  retries: {
    field: 'retries',
    value: 'N',
    help: {
      en: 'further attempts of a failed run, 0 (default) to 5',
      de: 'weitere Versuche eines gescheiterten Laufs, 0 (sonst) bis 5',
    },
  },
  timeout: {
    field: 'timeout',
    value: '5m',
    help: { en: 'end a run after this time', de: 'einen Lauf nach dieser Zeit beenden' },
  },
  budget: {
    field: 'budgetTokens',
    value: 'N',
    help: {
      en: 'tokens that one run may use (default: 50000)',
      de: 'Tokens, die ein Lauf brauchen darf (sonst: 50000)',
    },
  },
} as const;

export const jobForms = {
  define: [
    {
      words: 'jobs add',
      help: {
        en: 'Add a job, or change the one of that name. WHEN is cron, an instant, "every 90m" or "every weekday at 8".',
        de: 'Legt einen Termin an oder ändert den dieses Namens. WHEN ist cron, ein Zeitpunkt, „every 90m“ oder „werktags um 8“.',
      },
      args: { name: 'NAME', schedule: 'WHEN' },
      options: jobOptions,
      oneOf: ['say', 'command', 'ask', 'builtin'],
    },
    {
      words: 'jobs template',
      help: {
        en: 'Add a ready job: morning-briefing, weekly-review, or watch-page with --url.',
        de: 'Legt einen fertigen Termin an: morning-briefing, weekly-review oder watch-page mit --url.',
      },
      args: { template: 'TEMPLATE' },
      options: {
        url: {
          field: 'url',
          value: 'URL',
          help: { en: 'the page that watch-page reads', de: 'die Seite, die watch-page liest' },
        },
        name: {
          field: 'name',
          value: 'NAME',
          help: {
            en: 'what the job is called (default: as the template)',
            de: 'wie der Termin heißt (sonst: wie die Vorlage)',
          },
        },
        at: {
          field: 'schedule',
          value: 'WHEN',
          help: { en: 'when it runs, if not as the template says', de: 'wann er läuft, wenn nicht wie in der Vorlage' },
        },
        tz: {
          field: 'timeZone',
          value: 'ZONE',
          help: { en: 'the time zone (default: yours)', de: 'die Zeitzone (sonst: deine)' },
        },
      },
    },
  ],
  change: [
    {
      words: 'jobs change',
      help: {
        en: 'Change a job. What is left out stays as it is.',
        de: 'Ändert einen Termin. Was fehlt, bleibt, wie es ist.',
      },
      args: { name: 'NAME' },
      options: {
        at: { field: 'schedule', value: 'WHEN', help: { en: 'when it runs', de: 'wann er läuft' } },
        ...jobOptions,
      },
    },
  ],
  list: [
    {
      words: 'jobs list',
      inChat: { limit: 50 },
      about: {
        en: 'Scheduled jobs, their runs, and acting on them',
        de: 'Geplante Jobs, ihre Läufe, und was sich mit ihnen tun lässt',
      },
      isDefault: true,
      help: { en: 'List the scheduled jobs.', de: 'Listet die Termine auf.' },
    },
  ],
  show: [
    {
      words: 'jobs show',
      also: ['jobs'],
      help: {
        en: 'Show one job: when it runs, what it does, its next instants.',
        de: 'Zeigt einen Termin: wann er läuft, was geschieht, die nächsten Male.',
      },
      args: { name: 'NAME' },
    },
  ],
  next: [
    {
      words: 'jobs next',
      help: { en: 'Show when a job runs next.', de: 'Zeigt, wann ein Termin das nächste Mal läuft.' },
      args: { name: 'NAME' },
      options: {
        count: {
          field: 'count',
          value: 'N',
          help: { en: 'how many instants (default: 5)', de: 'wie viele Male (sonst: 5)' },
        },
      },
    },
  ],
  history: [
    {
      words: 'jobs history',
      inChat: { limit: 10 },
      help: {
        en: 'Show what came of the runs of a job, and why any was left out.',
        de: 'Zeigt, was aus den Läufen eines Termins wurde und warum einer ausfiel.',
      },
      args: { name: 'NAME' },
      options: {
        limit: {
          field: 'limit',
          value: 'N',
          help: { en: 'how many runs (default: 20)', de: 'wie viele Läufe (sonst: 20)' },
        },
      },
    },
  ],
  act: [
    ofJob('run', { en: 'Run a job now.', de: 'Führt einen Termin jetzt aus.' }),
    ofJob('enable', { en: 'Enable a paused job.', de: 'Schaltet einen angehaltenen Termin ein.' }, 'resume'),
    ofJob('disable', { en: 'Pause a job.', de: 'Hält einen Termin an.' }, 'pause'),
    {
      ...ofJob('remove', { en: 'Remove a job.', de: 'Entfernt einen Termin.' }, 'cancel'),
      will: {
        en: 'The job {name} would be removed, and never run again.',
        de: 'Der Termin {name} würde entfernt und liefe nie wieder.',
      },
    },
  ],
} as const satisfies Readonly<Record<string, readonly CommandForm[]>>;
