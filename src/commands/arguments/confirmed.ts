/** What destroys or takes back something is said first, and done with `--yes` alone; alike in every command. */

import type { Client } from '../../api/client/client.ts';
import type { Look } from '../../api/view.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import { noSuch } from '../missing.ts';
import { sayIn } from '../say.ts';
import type { Run } from './command-line.ts';

/** False: it is to be said what would be done, and nothing is to be done. */
export function isConfirmed({ form, args, options }: Pick<Run, 'form' | 'args' | 'options'>): boolean {
  const fields = Object.keys(form.args ?? {});
  // an option in place of the arguments asks for a word of its own
  return form.will === undefined || options['yes'] === true || fields.some(field => args[field] === undefined);
}

/** Says what would be done, and answers the exit code. Rejects with `invalid` where what it names is not there. */
export async function preview(
  line: Pick<Run, 'form' | 'args' | 'json'>,
  { agent, io, input, look }: Previewing,
): Promise<number> {
  const { operation = '' } = line.form;
  const problem = await missing[operation]?.(agent, (name: string) => String(input[name] ?? ''));
  if (problem !== undefined) throw noSuch({ io, json: line.json }, ...problem);
  const { refuseAbsent } = await import('../../api/chat-commands.ts');
  await refuseAbsent(agent, operation, input, look);
  return sayPreview(line, io);
}

/** The same for what is known to be there. */
export function sayPreview({ form, args, json }: Pick<Run, 'form' | 'args' | 'json'>, io: Io): number {
  const say = sayIn(json ? {} : io);
  const { will = '' } = form;
  sayUnconfirmed([say(will).replace(/\{(\w+)\}/g, (_, field: string) => oneLine(args[field] ?? '', 120))], json, io);
  return 1;
}

interface Previewing {
  readonly agent: Client;
  readonly io: Io;
  readonly look: Look;
  /** Of the operation. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** What there is none of, as `noSuch` takes it. */
type Absent = readonly [english: string, values?: Readonly<Record<string, string>>];

type Missing = (agent: Pick<Client, 'memory'>, field: (name: string) => string) => Promise<Absent | undefined>;

/** Why an act on one thing could not be done, by operation. */
const missing: Readonly<Record<string, Missing>> = {
  'memory.undo': async ({ memory }, field) => {
    const batch = field('batch');
    const { batches } = await memory.stats();
    const isThere = batches.some(({ id, undoneAt }) => undoneAt === null && (batch === '' || id === batch));
    return isThere ? undefined : ['there is nothing to undo; "straylight memory stats" lists the batches'];
  },
};

/** Says what would be done, a line each, and how to have it done. */
export function sayUnconfirmed(will: readonly string[], json: boolean, io: Io): void {
  if (json) io.out(jsonText({ done: false, will, confirm: '--yes' }));
  else for (const line of [...will, sayIn(io)('Nothing was done. To continue, add --yes.')]) io.out(line);
}
