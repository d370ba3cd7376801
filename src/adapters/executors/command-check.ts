/** What no system could run, refused before anything is started. */
import { fault } from '../../domain/supervision/failure.ts';
import type { Command } from '../../ports/executor.ts';

/** A single argument of a program may have 128 KB on Linux, its NUL included. */
const maxWordBytes = 128 * 1024 - 1;

/**
 * Throws `Fault` (`invalid`) for a command, a word of its `argv` or a variable that is too long or holds a NUL
 * character.
 */
export function checkCommand({ command, argv, env = {} }: Pick<Command, 'command' | 'argv' | 'env'>): void {
  for (const [name, value] of Object.entries(env))
    if (
      !/^[A-Za-z_]\w*$/.test(name) ||
      value.includes('\0') ||
      Buffer.byteLength(value) + name.length + 1 > maxWordBytes
    )
      throw fault('invalid', `the variable ${name.slice(0, 64)} cannot be given to a command: it is none, or too long`);
  for (const word of argv ?? [command]) {
    const bytes = Buffer.byteLength(word);
    if (bytes > maxWordBytes)
      throw fault(
        'invalid',
        `a command may have ${maxWordBytes} bytes and this one has ${bytes}: pass long text as stdin, or put it in a file`,
      );
    if (word.includes('\0'))
      throw fault('invalid', 'a command cannot hold a NUL character: leave it out, or write it as an escape');
  }
}
