/**
 * First days of new owners, in English and German: what each says, and the calls a capable model makes of it, in its own
 * words. Put together from parts, the same for the same number.
 */
import type { JsonObject } from '../../../src/domain/text/json.ts';

/** A call, or what makes it of the id that a memory has by then: by a word of it. */
export type PlannedCall = { readonly name: string; readonly arguments: JsonObject } | { readonly forgets: string };

export interface PlannedTurn {
  readonly say: string;
  readonly calls: readonly PlannedCall[];
}

export interface FirstDay {
  readonly number: number;
  /** Files that the owner has put there, by their paths in the workspace. */
  readonly files: Readonly<Record<string, string>>;
  readonly turns: readonly PlannedTurn[];
  /** Each has to be an active memory at the end of the day, by a word of it. */
  readonly remembered: readonly string[];
  /** Jobs that have to be there at the end of the day. */
  readonly jobs: readonly string[];
}

const call = (name: string, args: object): PlannedCall => ({ name, arguments: args as JsonObject });
const run = (command: string) => call('execute_command', { command });

const names = ['Bob', 'Ada', 'Mina', 'Jürgen', 'Zoë', 'Priya', 'Tomás', 'Aiko'];
const people = ['Ann', 'Emil', 'Ruth', 'Otto', 'Leila', 'Nils', 'Greta'];
const likes = ['green tea', 'rye bread', 'long walks', 'jazz', 'chess', 'lentil soup'];
const mögen = ['grünen Tee', 'Roggenbrot', 'lange Spaziergänge', 'Jazz', 'Schach', 'Linsensuppe'];

const pick = <One>(all: readonly One[], at: number): One => all[at % all.length] as One;

/** The day of this number: even ones are English. */
export function firstDay(number: number): FirstDay {
  return number % 2 === 0 ? english(number) : german(number);
}

function english(number: number): FirstDay {
  const [name, person, like] = [pick(names, number), pick(people, number), pick(likes, number)];
  const [file, job] = [`todo-${number}.md`, `call-${person.toLowerCase()}-${number}`];
  const turns: readonly PlannedTurn[] = [
    { say: 'list my files', calls: [call('list_files', { path: '/workspace' })] },
    {
      say: `remember that my name is ${name}`,
      calls: [call('memory_save', { content: `The owner's name is ${name}.` })],
    },
    {
      say: `write a file ${file} with: milk, bread`,
      calls: [call('write_file', { path: file, content: 'milk\nbread\n' })],
    },
    { say: `run ls -la and wc -w ${file}`, calls: [run('ls -la'), run(`wc -w ${file}`)] },
    {
      say: `read notes-${number}.md and remember that I like ${like}`,
      calls: [
        call('read_file', { path: `notes-${number}.md` }),
        call('memory_save', { content: `The owner likes ${like}.`, kind: 'preference' }),
      ],
    },
    {
      say: `look at http://news.example/today and remind me tomorrow at 9 to call ${person}`,
      calls: [
        call('web_fetch', { url: 'http://news.example/today' }),
        call('schedule_job', { name: job, schedule: 'tomorrow at 9', say: `Call ${person}` }),
      ],
    },
    { say: 'fetch http://127.0.0.1:9/', calls: [call('web_fetch', { url: 'http://127.0.0.1:9/' })] },
    {
      say: `remember that ${person} is my sister`,
      calls: [call('memory_save', { content: `${person} is the owner's sister.` })],
    },
    { say: `what do you know about ${person}?`, calls: [call('memory_search', { query: `${person}` })] },
    {
      say: 'remind me in 2 hours to water the plants',
      calls: [call('schedule_job', { name: `plants-${number}`, schedule: 'in 2 hours', say: 'Water the plants' })],
    },
    { say: `cancel the reminder to call ${person}`, calls: [call('list_jobs', {}), call('cancel_job', { name: job })] },
    {
      say: `forget that ${person} is my sister`,
      calls: [call('memory_search', { query: `${person} sister` }), { forgets: 'sister' }],
    },
  ];
  return {
    number,
    turns: rotated(turns, number),
    files: { [`notes-${number}.md`]: `Dear diary,\n${like} again today.\n` },
    remembered: [name, like],
    jobs: [`plants-${number}`],
  };
}

function german(number: number): FirstDay {
  const [name, person, like] = [pick(names, number), pick(people, number), pick(mögen, number)];
  const [file, job] = [`liste-${number}.md`, `anruf-${number}`];
  const turns: readonly PlannedTurn[] = [
    { say: 'Zeig mir meine Dateien', calls: [run('ls')] },
    {
      say: `Merk dir, dass ich ${name} heiße`,
      calls: [call('memory_save', { content: `Der Besitzer heißt ${name}.` })],
    },
    { say: `Schreib in ${file}: Milch, Brot`, calls: [call('write_file', { path: file, content: 'Milch\nBrot\n' })] },
    { say: `Wie viele Wörter hat ${file}?`, calls: [run(`wc -w ${file}`)] },
    {
      say: `Lies notizen-${number}.md und merk dir: Ich mag ${like}`,
      calls: [
        call('read_file', { path: `notizen-${number}.md` }),
        call('memory_save', { content: `Der Besitzer mag ${like}.`, kind: 'preference' }),
      ],
    },
    {
      say: `Lies http://news.example/today und erinnere mich morgen um 9 an den Anruf bei ${person}`,
      calls: [
        call('web_fetch', { url: 'http://news.example/today' }),
        call('schedule_job', { name: job, schedule: 'tomorrow at 9', say: `Anruf bei ${person}` }),
      ],
    },
    { say: 'Ruf http://10.0.0.1/ ab', calls: [call('web_fetch', { url: 'http://10.0.0.1/' })] },
    {
      say: `Merk dir: ${person} ist meine Schwester`,
      calls: [call('memory_save', { content: `${person} ist die Schwester des Besitzers.` })],
    },
    { say: `Was weißt du über ${person}?`, calls: [call('memory_search', { query: person })] },
    {
      say: 'Erinnere mich in 2 Stunden an die Blumen',
      calls: [call('schedule_job', { name: `blumen-${number}`, schedule: 'in 2 hours', say: 'Blumen' })],
    },
    { say: `Sag die Erinnerung an den Anruf ab`, calls: [call('list_jobs', {}), call('cancel_job', { name: job })] },
    {
      say: `Vergiss, dass ${person} meine Schwester ist`,
      calls: [call('memory_search', { query: `${person} Schwester` }), { forgets: 'Schwester' }],
    },
  ];
  return {
    number,
    turns: rotated(turns, number),
    files: { [`notizen-${number}.md`]: `Liebes Tagebuch,\nheute wieder ${like}.\n` },
    remembered: [name, like],
    jobs: [`blumen-${number}`],
  };
}

/** What one turn makes and a later one ends stays in order; the others begin elsewhere each day. */
function rotated(turns: readonly PlannedTurn[], number: number): readonly PlannedTurn[] {
  const [ends, others] = [turns.slice(-2), turns.slice(0, -2)];
  const at = number % others.length;
  // a file is written before its words are counted
  const begun = [...others.slice(at), ...others.slice(0, at)];
  const isWriting = ({ calls }: PlannedTurn) => calls.some(one => 'name' in one && one.name === 'write_file');
  return [...begun.filter(isWriting), ...begun.filter(turn => !isWriting(turn)), ...ends];
}
