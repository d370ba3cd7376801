/** `straylight approvals standing`, and `/approvals` in every chat: the owner's yes to calls yet to come. */
import { fault } from '../machines/domain/failure.ts';
import type { Json } from '../machines/domain/json.ts';
import {
  type ArgumentPattern,
  patternText,
  type StandingApproval,
  type StandingDesk,
  type StandingPattern,
} from '../machines/domain/standing.ts';
import { oneLine } from '../machines/domain/visible.ts';
import { duration, type Io, jsonText } from './io.ts';

/** The options of `add`, as typed. */
export interface StandingOptions {
  readonly tool?: string;
  readonly approval?: string;
  readonly for?: string;
  readonly times?: string;
  readonly lists?: { readonly arg?: readonly string[]; readonly command?: readonly string[] };
}

export interface StandingCall {
  readonly desk: StandingDesk;
  readonly io: Io;
  readonly json: boolean;
  /** After `standing`: `list`, `add`, or `revoke ID`. */
  readonly words: readonly string[];
  readonly options: StandingOptions;
  readonly now: () => number;
}

/** Exit code 1 where there was nothing to revoke. */
export async function standing({ desk, io, json, words, options, now }: StandingCall): Promise<number> {
  const [verb = 'list', id = ''] = words;
  if (verb === 'add') {
    const given = await desk.add({ ...wishOf(options), by: 'cli' });
    io.out(json ? jsonText(given) : line(given, now()));
    return 0;
  }
  if (verb === 'revoke') {
    const done = await desk.revoke(id);
    if (json) io.out(jsonText({ id, revoked: done }));
    else if (done) io.out(`${id} is revoked.`);
    else io.err(`straylight: there is no standing approval "${oneLine(id, 40)}" that could be revoked`);
    return done ? 0 : 1;
  }
  const all = await desk.list();
  if (json) io.out(jsonText(all));
  else for (const text of all.length === 0 ? [none] : all.map(one => line(one, now()))) io.out(text);
  return 0;
}

/** What `/approvals` and `/approvals revoke ID` answer. */
export async function standingText(desk: StandingDesk, words: string, now: number): Promise<readonly string[]> {
  const [verb = '', id = ''] = words.split(/\s+/);
  if (verb === 'revoke' && id !== '')
    return [(await desk.revoke(id)) ? `${id} is revoked.` : `There is no standing approval "${oneLine(id, 40)}".`];
  const all = await desk.list();
  if (all.length === 0) return [none];
  return [...all.map(one => line(one, now)), '/approvals revoke ID takes one back'];
}

const none = 'No standing approvals: each call that needs a yes is put before you.';

function line(one: StandingApproval, now: number): string {
  const { id, used, most, until } = one;
  return `${id}  ${oneLine(patternText(one), 200)}  used ${used} of ${most}, ends in ${duration(until - now)}`;
}

function wishOf({ tool, approval, for: term = '1d', times = '10', lists = {} }: StandingOptions) {
  const most = Number(times);
  const forMs = termMs(term);
  const { arg = [], command = [] } = lists;
  if (approval !== undefined) {
    if (tool !== undefined || arg.length + command.length > 0)
      throw fault('invalid', '--approval takes the call as it is; leave out --tool, --arg and --command');
    return { pattern: { approval }, forMs, most };
  }
  if (command.length > 1) throw fault('invalid', '--command may be given once');
  const name = tool ?? (command.length > 0 ? 'execute_command' : undefined);
  if (name === undefined) throw fault('invalid', 'expected --tool NAME, --command WORDS or --approval KEY');
  const given = [...arg.map(argument), ...command.map(words => ['command', commandPattern(words)] as const)];
  const pattern: StandingPattern = { tool: name, arguments: Object.fromEntries(given) };
  return { pattern, forMs, most };
}

/** `name=value`, `name^=beginning`, `name~=gl*b`; a value that is JSON is that, any other is a text. */
function argument(text: string): readonly [string, ArgumentPattern] {
  const [, name = '', kind, value = ''] = /^(\w+)(\^|~|)=([\s\S]*)$/.exec(text) ?? [];
  if (name === '')
    throw fault('invalid', `expected --arg NAME=VALUE, NAME^=BEGINNING or NAME~=GLOB, got "${oneLine(text, 60)}"`);
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

/** Words between blanks; a last `*` stands for any more. */
function commandPattern(text: string): ArgumentPattern {
  const words = text.split(/\s+/).filter(word => word !== '');
  const more = words.at(-1) === '*';
  const named = more ? words.slice(0, -1) : words;
  if (named.length === 0) throw fault('invalid', '--command takes at least one word');
  return { words: named, more };
}

function termMs(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const ms = { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
  if (ms === undefined) throw fault('invalid', `expected --for as 30m, 12h or 7d, got "${oneLine(text, 20)}"`);
  return Number(count) * ms;
}
