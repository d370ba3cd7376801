/** Whether a fresh sandbox has its masks: looked at from the inside, before the first command of anybody. */
import { says } from '../../../domain/policy/sentence.ts';
import { maskLine } from '../../../domain/privacy/mask-line.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { Command, CommandResult } from '../../../ports/executor.ts';
import { bytesOf, shownPath } from '../../undo/byte-path.ts';
import type { MaskMount, MaskPlan } from './masks.ts';

/** Throws `Fault` (`unavailable`) where something private could be read, or something of this machine. */
export async function checkMasks(
  { mounts }: MaskPlan,
  run: (command: Command) => Promise<CommandResult>,
): Promise<void> {
  const words = checkWords(mounts);
  for (let at = 0; at < words.length; at += most) {
    const { exitCode } = await run({
      command: 'look at what is hidden',
      argv: checkArgv(words.slice(at, at + most), ['true']),
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
    if (exitCode !== 0)
      throw fault('unavailable', says`the sandbox could not be built: a private file would not have been hidden in it`);
  }
}

/** A word for each mount; names that are no text are left out. */
export function checkWords(mounts: readonly MaskMount[]): readonly string[] {
  return mounts.flatMap(({ kind, target, id = '' }) => {
    const path = shownPath(target);
    if (bytesOf(path) !== target) return [];
    return [kind === 'over' ? `f${path}` : kind === 'empty' ? `d${path}` : `s${id} ${path}`];
  });
}

/** Becomes `program` where all is as it should be; else it ends with 125. */
export function checkArgv(words: readonly string[], program: readonly string[]): readonly string[] {
  return ['/bin/sh', '-c', script, maskLine, ...words, '--', ...program];
}

/** Words of one command. */
const most = 1_000;

/** A file holds our line or is no file, a folder takes nothing, and what is shown is what was meant. */
const script = `while [ "$1" != -- ]; do
  path="\${1#?}"
  case "$1" in
    f*) if [ -f "$path" ]; then IFS= read -r line < "$path" && [ "$line" = "$0" ]; else [ -S "$path" ]; fi;;
    d*) [ -d "$path" ] && [ ! -w "$path" ];;
    s*) [ "$(stat -c %d:%i "\${path#* }")" = "\${path%% *}" ];;
  esac || { echo "a private file is not hidden" >&2; exit 125; }
  shift
done
shift
exec "$@"`;
