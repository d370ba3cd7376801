/** What destroys or takes back something is said first, and done with `--yes` alone; alike in every command. */
import { oneLine } from '../../domain/text/visible.ts';
import { type Io, jsonText } from '../io.ts';
import type { Run } from './command-line.ts';

/** False: what would be done was said, and nothing is to be done. */
export function isConfirmed(
  { form, args, options, json }: Pick<Run, 'form' | 'args' | 'options' | 'json'>,
  io: Io,
): boolean {
  const { will } = form;
  const fields = Object.keys(form.args ?? {});
  // an option in place of the arguments asks for a word of its own
  if (will === undefined || options['yes'] === true || fields.some(field => args[field] === undefined)) return true;
  sayUnconfirmed([will.replace(/\{(\w+)\}/g, (_, field: string) => oneLine(args[field] ?? '', 120))], json, io);
  return false;
}

/** Says what would be done, a line each, and how to have it done. */
export function sayUnconfirmed(will: readonly string[], json: boolean, io: Io): void {
  if (json) io.out(jsonText({ done: false, will, confirm: '--yes' }));
  else for (const line of [...will, 'Nothing was done. To continue, add --yes.']) io.out(line);
}
