/**
 * What Tab completes: commands at the beginning of a line, their words behind them, conversations after /session, paths
 * everywhere else, all of them after "@".
 */
import type { KnownCommand } from '../commands.ts';
import type { Completions } from './editor.ts';

export function completer({
  commands,
  sessions,
  paths,
}: {
  /** Found out with the first Tab, since that loads every operation. */
  readonly commands: () => readonly KnownCommand[];
  /** The conversations of the chat, by number. */
  readonly sessions: () => Promise<readonly { readonly number: number; readonly title: string }[]>;
  /** The paths that begin like this one, folders with a slash at the end. */
  readonly paths: (start: string) => Promise<readonly string[]>;
}): (text: string) => Promise<Completions> {
  return async text => {
    const [, name] = /^\/([a-z]*)$/.exec(text) ?? [];
    if (name !== undefined)
      return {
        from: 0,
        words: commands()
          .filter(command => command.name.startsWith(name))
          .map(command => ({ text: `/${command.name}${command.args === undefined ? '' : ' '}`, about: command.help })),
      };
    const [, number] = /^\/session +(\d*)$/.exec(text) ?? [];
    if (number !== undefined) {
      const known = (await sessions()).filter(one => String(one.number).startsWith(number));
      return {
        from: text.length - number.length,
        words: known.map(one => ({ text: String(one.number), about: one.title })),
      };
    }
    const [, command = '', begun = ''] = /^\/([a-z]+) +(\S*)$/.exec(text) ?? [];
    const words =
      commands()
        .find(({ name }) => name === command)
        ?.words?.filter(one => one.startsWith(begun)) ?? [];
    if (words.length > 0) return { from: text.length - begun.length, words: words.map(one => ({ text: one })) };
    const [word = ''] = /[^\s"'`]*$/.exec(text) ?? [];
    if (word === '') return { from: text.length, words: [] };
    // "@" asks for a file; what is sent names it by its path alone
    const path = word.startsWith('@') ? word.slice(1) : word;
    return { from: text.length - word.length, words: (await paths(path)).map(path => ({ text: path })) };
  };
}
