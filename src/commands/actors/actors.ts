/** `straylight actors`: the running system, looked at. Nothing here changes anything. */

import { existsSync, readFileSync } from 'node:fs';
import { fault } from '../../domain/supervision/failure.ts';
import { leafWords } from '../../domain/supervision/state-words.ts';
import type { ActorRow, JournalEntry } from '../../domain/supervision/view.ts';
import { ago, duration, until } from '../../domain/text/ago.ts';
import { defined, type Json } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Command, type Io, jsonText } from '../io.ts';
import { noSuch } from '../missing.ts';
import { type Say, sayIn } from '../say.ts';
import { tableLines } from '../table.ts';

/** What came of replaying an exported actor: did every step lead where the journal says? */
export interface Replayed {
  /** `code-changed`: a step leads elsewhere, and the chart is not the one that recorded it. */
  readonly verified: boolean | 'code-changed' | 'forgotten';
  readonly steps: number;
  /** So many of them match the journal. */
  readonly matched: number;
  readonly firstDivergence?: object & { readonly seq: number };
}

/** One actor: its row and its snapshot. */
export async function showActor({ agent, io, json }: Command<'actors' | 'state'>, id: string): Promise<number> {
  const [{ actors, now }, snapshot] = await Promise.all([agent.state.show(), agent.actors.snapshot({ id })]);
  const row = actors.find(actor => actor.id === id);
  if (!row && !snapshot) throw noActor({ io, json }, id);
  if (json) {
    io.out(jsonText({ ...defined({ row }), ...snapshot }));
    return 0;
  }
  const say = sayIn(io);
  const { language = 'en' } = io;
  const facts: string[][] = row
    ? [
        [
          say('State'),
          say('{leaf} for {duration}, {status}', {
            leaf: leafWords(row, language),
            duration: duration(now - row.since, language),
            status: statusText(row.status, say),
          }),
        ],
        [
          say('Machine'),
          say('{machine}, incarnation {incarnation}, step {step}', {
            machine: row.machine,
            incarnation: row.incarnation,
            step: row.rev,
          }),
        ],
        [say('Parent'), row.parent ?? say('none')],
        [say('Last event'), row.last ? `${row.last.type}, ${ago(now - row.last.at, language)}` : say('none')],
        ...row.timers.map(timer => [say('Timer'), `${timer.event} ${until(timer.at - now, language)}`]),
        ...(row.distrust === undefined ? [] : [[say('Untrusted content'), row.distrust]]),
        ...(row.waitsFor === undefined ? [] : [[say('Waiting for'), row.waitsFor]]),
        ...(row.error ? [[say('Error'), row.error.message]] : []),
      ]
    : [[say('State'), say('finished')]];
  io.out(io.style.bold(oneLine(id, 200)));
  for (const line of tableLines(
    facts.map(([name = '', fact = '']) => [name, oneLine(fact, 300)]),
    io.style.width?.(),
  ).flat())
    io.out(line);
  if (snapshot) io.out(jsonText(snapshot.snapshot));
  return 0;
}

/** The last steps of an actor: events and where they led. */
export async function journalOfActor({ agent, io, json }: Command<'actors'>, id: string): Promise<number> {
  const page = await agent.actors.journal({ id, limit: 200 });
  if (!page) throw noActor({ io, json }, id);
  const say = sayIn(io);
  if (json) io.out(jsonText(page.entries));
  else {
    if (page.next !== undefined)
      io.out(io.style.dim(say('earlier steps are not shown; "straylight actors export" prints all')));
    for (const line of tableLines(
      page.entries.map(entry => step(entry, say)),
      io.style.width?.(),
    ).flat())
      io.out(line);
  }
  return 0;
}

/** The whole actor as the file that `replay` reads. */
export async function exportActor({ agent, io, json }: Command<'actors'>, id: string): Promise<number> {
  const file = await agent.actors.export({ id });
  if (file === undefined) throw noActor({ io, json }, id);
  io.out(jsonText(file));
  return 0;
}

/**
 * Replays such a file, or an actor as it is now, with the machines of this program; exit code 1 where a step leads
 * elsewhere.
 */
export async function replayActor(options: {
  /** The file, or the id of the actor. */
  readonly file: string;
  /** The file of an actor; undefined: there is none of this id. */
  readonly exported: (id: string) => Promise<Json | undefined>;
  readonly io: Io;
  readonly json: boolean;
  readonly replayFile: (file: Json) => Replayed | Promise<Replayed>;
}): Promise<number> {
  const { verified, steps, matched, firstDivergence } = await options.replayFile(await replayed(options));
  const { io } = options;
  const say = sayIn(io);
  if (options.json)
    io.out(jsonText({ verified, steps, matched, ...defined({ firstDivergence: firstDivergence || undefined }) }));
  else if (verified === true) io.out(say('Verified: all {steps} steps match the journal.', { steps }));
  else if (verified === 'forgotten')
    io.out(
      say(
        'Verified: {matched} of {steps} steps match the journal. The others held texts that were forgotten, so they cannot be compared.',
        { matched, steps },
      ),
    );
  else {
    const values = { seq: firstDivergence?.seq ?? say('unknown'), steps };
    io.out(
      verified === 'code-changed'
        ? say('The code has changed since: step {seq} of {steps} is the first that differs.', values)
        : say('Not verified: step {seq} of {steps} is the first that differs.', values),
    );
    for (const [name, value] of Object.entries(firstDivergence ?? {}))
      if (name !== 'seq') io.out(`  ${name}: ${oneLine(JSON.stringify(value) ?? '', 2_000)}`);
  }
  return verified === true || verified === 'forgotten' ? 0 : 1;
}

/** A name with a colon that is no file is an actor's; so is the one that has no colon. */
async function replayed({
  file,
  exported,
  io,
  json,
}: Pick<Parameters<typeof replayActor>[0], 'file' | 'exported' | 'io' | 'json'>): Promise<Json> {
  if (file === '-' || existsSync(file) || !/^(?:[a-z-]+:\S+|supervisor|approval-desk)$/.test(file))
    return jsonFile(file, io);
  const found = await exported(file);
  if (found === undefined) throw noActor({ io, json }, file);
  return found;
}

function jsonFile(path: string, io: Io): Json {
  const say = sayIn(io);
  try {
    return JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8')) as Json;
  } catch (error) {
    const reason = error instanceof SyntaxError ? say('invalid JSON') : (error as NodeJS.ErrnoException).code;
    throw fault(
      'invalid',
      say('expected a file from "straylight actors export" at {path}, got {reason}', { path, reason }),
    );
  }
}

function noActor(at: Pick<Command<'actors'>, 'io' | 'json'>, id: string): Error {
  return noSuch(at, 'there is no actor "{id}"; "straylight actors list" lists all actors', { id: oneLine(id, 120) });
}

function statusText(status: ActorRow['status'], say: Say): string {
  const words = {
    active: say('active'),
    done: say('done'),
    suspended: say('suspended'),
    quarantined: say('quarantined'),
    stopped: say('stopped'),
  };
  return words[status];
}

function step({ seq, at, event, to, source }: JournalEntry, say: Say): string[] {
  const time = new Date(at).toISOString().replace('T', ' ').slice(0, 23);
  return [
    `#${seq}`,
    time,
    oneLine(event.type, 80),
    `→ ${oneLine(leaf(to), 80)}`,
    source ? say('from {source}', { source: oneLine(source, 80) }) : '',
  ];
}

/** The innermost active states of a state value, dotted. */
function leaf(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, inner]) =>
      typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0 ? key : `${key}.${leaf(inner)}`,
    )
    .join(' + ');
}
