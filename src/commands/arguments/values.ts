/** What the values of options have to be that are no fields of an operation. */

import { longestDeadlineMs, type Priority, priorities } from '../../domain/conversation/turn-terms.ts';
import type { Sentence } from '../../domain/policy/sentence.ts';
import { taints } from '../../domain/policy/taint.ts';
import { executorKinds } from '../../domain/security/sandbox.ts';
import { longestWindowMs } from '../../domain/tasks/task.ts';
import { defined } from '../../domain/text/json.ts';
import { standingProblem } from '../approvals/standing-wish.ts';
import { logLevels } from '../home/log-levels.ts';
import type { Say } from '../say.ts';
import type { Form, Values } from './forms.ts';
import { oneOf } from './words.ts';

/** What is wrong with a value, in one sentence; undefined: nothing. */
export function valueProblem(
  { words }: Form,
  args: Readonly<Record<string, string>>,
  options: Values,
  say: Say,
): Sentence | undefined {
  if (words === 'ask' && args['text']?.trim() === '') return say('the message is empty');
  if (words === 'redact' && options['inbound'] === true && options['jsonl'] !== true)
    return say('--inbound needs --jsonl');
  if (words === 'approvals standing add') return standingProblem(options);
  for (const [name, value] of Object.entries(options)) {
    const expected = expectations[name];
    if (typeof value === 'string' && expected && !expected.isRight(value))
      return say('--{name} takes {takes}{value}', {
        name,
        takes: typeof expected.takes === 'string' ? say(expected.takes) : oneOf(expected.takes, say),
        value: expected.isLong ? '' : say(', not "{value}"', { value }),
      });
  }
  return undefined;
}

interface Expectation {
  /** In words; or one of these. */
  readonly takes: string | readonly string[];
  readonly isRight: (value: string) => boolean;
  /** The sentence is long enough without what came. */
  readonly isLong?: true;
}

function oneOfThese(words: readonly string[]): Expectation {
  return { takes: words, isRight: value => words.includes(value) };
}

const expectations: Readonly<Record<string, Expectation>> = {
  port: {
    takes: 'a number from 0 to 65535',
    isRight: value => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
  },
  'stately-ws': {
    takes: 'the address of a relay: ws:// on this computer or wss:// elsewhere, without a user name or password',
    isRight: isRelay,
    isLong: true,
  },
  session: {
    takes: 'a name of 1 to 64 letters, digits, ".", "_" or "-", with "~2" at the end for its second conversation',
    isRight: value => /^(?:(?:session:)?terminal:)?[\w.-]{1,64}(?:~\d{1,6})?$/.test(value),
    isLong: true,
  },
  priority: oneOfThese(priorities),
  deadline: {
    takes: 'a time such as 90s, 5m or 2h, at most 7 days',
    isRight: value => deadlineMs(value) !== undefined,
  },
  window: {
    takes: 'a time such as 90s, 5m or 24h, at most 31 days',
    isRight: value => windowMs(value) !== undefined,
  },
  key: {
    takes: 'a name of 1 to 128 letters, digits, ".", "_", ":" or "-"',
    isRight: value => /^[\w.:-]{1,128}$/.test(value),
    isLong: true,
  },
  lines: { takes: 'a number from 1 to 999999', isRight: value => /^[1-9]\d{0,5}$/.test(value) },
  level: oneOfThese(logLevels),
  limit: { takes: 'a number from 1 to 999999', isRight: value => /^[1-9]\d{0,5}$/.test(value) },
  executor: oneOfThese(executorKinds),
  taint: oneOfThese(taints),
};

/** `90s`, `5m`, `2h` in ms; undefined for anything else, and for what is too long. */
function timeMs(text: string, longest: number): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * ({ s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? Number.NaN);
  return ms <= longest ? ms : undefined;
}

const deadlineMs = (text: string) => timeMs(text, longestDeadlineMs);
const windowMs = (text: string) => timeMs(text, longestWindowMs);

/** Of a task: its deadline, and how long its key holds. */
export function taskTermsOf({ deadline, window }: Values): {
  readonly deadlineMs?: number;
  readonly windowMs?: number;
} {
  const [ends, holds] = [deadline, window].map(value => (typeof value === 'string' ? value : undefined));
  const [endsMs, holdsMs] = [ends && deadlineMs(ends), holds && windowMs(holds)];
  return defined({ deadlineMs: endsMs || undefined, windowMs: holdsMs || undefined });
}

/** On what terms a message is sent. */
export function termsOf({ priority, deadline, key }: Values): {
  readonly priority?: Priority;
  readonly deadlineMs?: number;
  readonly key?: string;
} {
  const ms = typeof deadline === 'string' ? deadlineMs(deadline) : undefined;
  return {
    priority: typeof priority === 'string' ? (priority as Priority) : undefined,
    ...defined({ deadlineMs: ms }),
    key: typeof key === 'string' ? key : undefined,
  };
}

/** The value of an option that is given once at most, for where it may be left out. */
export function texts<Name extends string>(
  options: Values,
  ...names: readonly Name[]
): { readonly [Each in Name]?: string } {
  const given = names.flatMap(name => (typeof options[name] === 'string' ? [[name, options[name]]] : []));
  return Object.fromEntries(given) as { readonly [Each in Name]?: string };
}

/** What is sent is readable on the way unless it is encrypted or never leaves this computer. */
function isRelay(text: string): boolean {
  const { protocol, hostname, username, password } = URL.parse(text) ?? new URL('about:blank');
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return username === '' && password === '' && (protocol === 'wss:' || (protocol === 'ws:' && isHere));
}
