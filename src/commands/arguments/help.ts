/** `straylight --help`, and the help of one command. */
import type { CommandOption } from '../../api/command-form.ts';
import { columns } from '../io.ts';
import { type Say, sayIn } from '../say.ts';
import { type CommandName, commandOf, commands, type Form, flagOf } from './forms.ts';

/** The help of one command, or of all. */
export function helpText(name?: CommandName, say: Say = sayIn()): string {
  const command = name === undefined ? undefined : commandOf(name);
  if (!command) return allCommands(say);
  const { summary, forms } = command;
  const [only] = forms;
  const about = forms.length === 1 && only ? say(only.help) : `${say(summary)}.`;
  return [
    about,
    '',
    say('Usage:'),
    ...columns(forms.map(form => [`  straylight ${wordsOf(form)}`, ...(forms.length === 1 ? [] : [say(form.help)])])),
    '',
    say('Options:'),
    ...columns([...optionRows(forms, say).toSorted(jsonLast), home(say)]),
  ].join('\n');
}

const home = (say: Say) => ['  --home DIR', say('use another home than ~/.straylight (or set STRAYLIGHT_HOME)')];

function allCommands(say: Say): string {
  return [
    say('straylight: a self-hosted personal agent.'),
    '',
    say('Usage: straylight COMMAND [options]'),
    '',
    say('Commands:'),
    ...columns(commands().map(({ name, summary }) => [`  ${name}`, say(summary)])),
    '',
    say('Options:'),
    ...columns([
      home(say),
      ['  --help', say('show this, or the help of a command')],
      ['  --version', say('show the version')],
    ]),
    '',
    say('Exit codes: 0 done, 1 failed, 2 wrong usage.'),
  ].join('\n');
}

/** `approvals approve ID` */
function wordsOf({ words, args = {}, options = {}, isFromInput, isOptional }: Form): string {
  const given = Object.entries<CommandOption>(options);
  const instead = given
    .filter(([, { isInstead }]) => isInstead)
    .map(([name, { value }]) => ` | --${name}${value === undefined ? '' : ` ${value}`}`);
  const needed = given.filter(([, { isNeeded }]) => isNeeded).map(option => ` ${flagOf(option)}`);
  const names = Object.values(args).map(name => (isFromInput || isOptional ? `[${name}]` : name));
  return `${[words, ...names].join(' ')}${[...instead, ...needed].join('')}`;
}

function jsonLast([a = '']: readonly string[], [b = '']: readonly string[]): number {
  return Number(a.trim() === '--json') - Number(b.trim() === '--json');
}

/** Each option once; where it goes with some forms only, those are named. */
function optionRows(forms: readonly Form[], say: Say): readonly (readonly string[])[] {
  const rows = new Map<string, { readonly flag: string; readonly help: string; readonly verbs: string[] }>();
  for (const { words, options = {} } of forms)
    for (const [name, option] of Object.entries<CommandOption>(options)) {
      const key = `${name} ${option.help}`;
      const row = rows.get(key) ?? { flag: flagOf([name, option]), help: say(option.help), verbs: [] };
      row.verbs.push(words.split(' ').slice(1).join(' ') || words);
      rows.set(key, row);
    }
  return [...rows.values()].map(({ flag, help, verbs }) => [
    `  ${flag}`,
    verbs.length === forms.length || verbs.length > 3 ? help : `${verbs.join(', ')}: ${help}`,
  ]);
}
