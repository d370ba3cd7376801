/** Requests for work that runs later: a reminder, something done again and again, and what there is. */
import { timeIn } from '../../../../domain/jobs/when.ts';
import { type Intent, type Language, languageOf, plain, type Said } from '../intent.ts';
import { rehearsalTexts } from '../texts/texts.ts';

const reminds = /^(?:remind me|erinner(?:e)? mich)\b,?\s*(?<sentence>[\s\S]+)$/i;
const regularly =
  /^(?:(?:every|each|on|daily|hourly|weekly|at|in|tomorrow|jede[nr]?|alle|täglich|stündlich|werktags|um|morgen)\b|(?:mon|diens|donners|frei|sams|sonn)tags\b)/i;
const load = /\b(?:load|last|auslastung)\b/i;
const verb =
  /^(?:please |bitte )?(?:tell|show|give|say|run|execute|remind|check|ask|look|search|sag|zeig|führe?|gib|nenn|erinner|prüf|schau|frag)/i;

function understood(language: Language, said: Said) {
  return { language, said };
}

/** What a job is to do, from the words beside its time. */
function doing(rest: string): Readonly<Record<string, string>> {
  const words = plain(rest).replace(/^(?:please|bitte) /i, '');
  const command = /^(?:run|execute|führe?)(?: the command| den befehl)?:? (?<command>[\s\S]+?)(?: aus)?$/i.exec(words)
    ?.groups?.['command'];
  if (command !== undefined) return { command: command.replace(/^`|`$/g, '') };
  if (/^(?:tell|show|give|sag|zeig|nenn|gib)/i.test(words) && load.test(words))
    return { name: 'load', command: 'cat /proc/loadavg' };
  const text =
    /^(?:say|remind me(?: to| of| that)?|tell me to|sage?|erinnere? mich(?: daran)?(?:,? (?:zu|an|dass))?):? (?<text>[\s\S]+)$/i.exec(
      words,
    )?.groups?.['text'];
  if (text !== undefined) return { say: text };
  return { instruction: words };
}

export const aboutJobs: readonly Intent[] = [
  {
    name: 'remind',
    tool: 'schedule_job',
    orders: true,
    patterns: { en: [], de: [] },
    hears(text) {
      const sentence = reminds.exec(text)?.groups?.['sentence'];
      if (sentence === undefined) return undefined;
      const whole = plain(sentence).replace(/^(?:bitte|please|daran),?\s+/i, '');
      const { phrase = '', rest = whole } = timeIn(whole) ?? {};
      return understood(languageOf(text), { schedule: phrase, what: rest });
    },
    choose({ schedule = '', what = '' }, _moment, language) {
      const say = what.replace(/^(?:to|of|that|about|an|daran,?|dass|zu)\s+/i, '') || what || '…';
      if (schedule === '') return { say: rehearsalTexts(language).remindWhen(say) };
      return { tool: 'schedule_job', arguments: { schedule, say } };
    },
    example: { en: 'remind me in 20 minutes to call Ada', de: 'erinnere mich in 20 Minuten an den Anruf' },
  },
  {
    name: 'schedule',
    tool: 'schedule_job',
    orders: true,
    patterns: { en: [], de: [] },
    hears(text) {
      if (!regularly.test(text)) return undefined;
      const found = timeIn(plain(text));
      if (found === undefined || found.rest === '' || !verb.test(found.rest)) return undefined;
      return understood(languageOf(text), { schedule: found.phrase, what: found.rest });
    },
    arguments: ({ schedule = '', what = '' }) => ({ schedule, ...doing(what) }),
    example: {
      en: 'every minute tell me the load of this machine',
      de: 'jeden Montag um halb neun sag mir die Last dieser Maschine',
    },
  },
  {
    name: 'jobs',
    tool: 'list_jobs',
    patterns: {
      en: [
        /^(?:(?:which|what) (?:jobs|reminders) (?:do (?:you|I) have|are there|are set)|(?:what (?:are|is) )?(?:my|our|the|your) (?:jobs|reminders)|(?:list|show)(?: me)? (?:all )?(?:the |your |my )?(?:jobs|reminders)|what (?:do|will) you remind me of)\W*$/i,
      ],
      de: [
        /^(?:welche (?:jobs|erinnerungen|wecker|termine) (?:hast du|habe ich|gibt es|sind gesetzt)|(?:was sind )?(?:meine|deine|die) (?:jobs|wecker)|(?:zeige?|liste)(?: mir)? (?:alle |deine |die |meine )*jobs(?: auf)?|woran erinnerst du mich|(?:was sind )?meine erinnerungen)\W*$/i,
      ],
    },
    arguments: () => ({}),
    example: { en: 'which jobs are there?', de: 'welche Jobs gibt es?' },
  },
  {
    name: 'cancelJob',
    tool: 'cancel_job',
    orders: true,
    patterns: {
      en: [/^(?:cancel|stop|remove|delete) the job [`"“]?(?<name>[a-z0-9_-]+)[`"”]?\W*$/i],
      de: [/^(?:lösche?|beende?|entferne?) den job [`"„]?(?<name>[a-z0-9_-]+)[`"“]?\W*$/i],
    },
    arguments: ({ name = '' }) => ({ name: name.toLowerCase() }),
  },
];
