/** `straylight actors`: the running system, looked at. Nothing here changes anything. */

import { existsSync, readFileSync } from 'node:fs';
import { noActor } from '../../api/views/actors.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined, type Json } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Command, type Io, jsonText } from '../io.ts';
import { sayIn } from '../say.ts';
import { lookOf } from '../view.ts';

/** What came of replaying an exported actor: did every step lead where the journal says? */
export interface Replayed {
  /** `code-changed`: a step leads elsewhere, and the chart is not the one that recorded it. */
  readonly verified: boolean | 'code-changed' | 'forgotten';
  readonly steps: number;
  /** So many of them match the journal. */
  readonly matched: number;
  readonly firstDivergence?: object & { readonly seq: number };
}

/** The whole actor as the file that `replay` reads. */
export async function exportActor({ agent, io, json }: Command<'actors'>, id: string): Promise<number> {
  const file = await agent.actors.export({ id });
  if (file === undefined) throw noSuchActor({ io, json }, id);
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
  if (found === undefined) throw noSuchActor({ io, json }, file);
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

function noSuchActor(at: Pick<Command<'actors'>, 'io' | 'json'>, id: string): Error {
  return fault('invalid', noActor({ id }, lookOf({ ...at, now: () => 0 })));
}
