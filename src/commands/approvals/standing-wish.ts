/** What the owner typed after `approvals standing`: what is asked for, or what is wrong with it. */

import {
  type ArgumentPattern,
  checkedTerm,
  type StandingPattern,
  type StandingWish,
} from '../../domain/approvals/standing.ts';
import { type Sentence, says } from '../../domain/policy/sentence.ts';
import { plainWords } from '../../domain/shell/plain-command.ts';
import { fault, saidOf, toFailure } from '../../domain/supervision/failure.ts';
import type { Json } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';

/** The options of `add`, as typed: `tool`, `approval`, `for`, `times`, and `arg` and `command` as lists. */
export type StandingOptions = Readonly<Record<string, string | true | readonly string[]>>;

type Wish = Pick<StandingWish, 'pattern' | 'forMs' | 'most'>;

/** What is wrong with the options of `add`, in one sentence; undefined: nothing. */
export function standingProblem(options: StandingOptions): Sentence | undefined {
  try {
    wishOf(options);
    return undefined;
  } catch (thrown) {
    return saidOf(toFailure(thrown));
  }
}

/** What is asked for; throws `invalid` where it was written wrongly. */
export function wishOf(options: StandingOptions): Wish {
  const [tool, approval] = [textOf(options['tool']), textOf(options['approval'])];
  const [arg, command] = [listOf(options['arg']), listOf(options['command'])];
  const most = Number(textOf(options['times']) ?? '10');
  const forMs = termMs(textOf(options['for']) ?? '1d');
  checkedTerm({ forMs, most });
  if (approval !== undefined) {
    if (tool !== undefined || arg.length + command.length > 0)
      throw fault('invalid', says`--approval cannot be combined with --tool, --arg or --command`);
    return { pattern: { approval }, forMs, most };
  }
  if (command.length > 1) throw fault('invalid', says`--command is given twice; give it once`);
  const name = tool ?? (command.length > 0 ? 'execute_command' : undefined);
  if (name === undefined) throw fault('invalid', says`missing --command WORDS, --tool NAME or --approval ID`);
  const given = [...arg.map(argument), ...command.map(words => ['command', commandPattern(words)] as const)];
  const pattern: StandingPattern = { tool: name, arguments: Object.fromEntries(given) };
  return { pattern, forMs, most };
}

function textOf(value: StandingOptions[string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: StandingOptions[string] | undefined): readonly string[] {
  return typeof value === 'object' ? value : [];
}

/** `name=value`, `name^=beginning`, `name~=gl*b`; a value that is JSON is that, any other is a text. */
function argument(text: string): readonly [string, ArgumentPattern] {
  const [, name = '', kind, value = ''] = /^(\w+)(\^|~|)=([\s\S]*)$/.exec(text) ?? [];
  if (name === '')
    throw fault('invalid', says`--arg takes NAME=VALUE, NAME^=START or NAME~=GLOB, not "${oneLine(text, 60)}"`);
  if (kind === '^') return [name, { prefix: value }];
  if (kind === '~') return [name, { glob: value }];
  return [name, { is: jsonOr(value) }];
}

function jsonOr(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Words as a shell reads them; a last `*` stands for any more. */
function commandPattern(text: string): ArgumentPattern {
  const [, named = '', star] = /^([\s\S]*?)(\s\*)?\s*$/.exec(text) ?? [];
  if (named.trim() === '' || named.trim() === '*') throw fault('invalid', says`--command takes at least one word`);
  const plain = plainWords(named);
  if ('problem' in plain)
    throw fault('invalid', says`--command takes a plain command; in "${oneLine(text, 60)}" ${plain.problem}`);
  return { words: plain.words.map(word => word.text), more: star !== undefined };
}

function termMs(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
  if (ms === undefined)
    throw fault('invalid', says`--for takes a duration such as 30m, 12h or 7d, not "${oneLine(text, 20)}"`);
  return Number(count) * ms;
}
