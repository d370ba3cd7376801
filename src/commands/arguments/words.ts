/** Words in sentences, and the nearest one to a word that was mistyped. */
import { createRequire } from 'node:module';
import type * as Near from '../../domain/text/writing/near.ts';
import { type Say, sayIn } from '../say.ts';

// With the first word that is no command.
const load = createRequire(import.meta.url);

/** `a, b or c` */
export function oneOf(words: readonly string[], say: Say = sayIn()): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(one => one !== '').join(say(' or '));
}

/** A word as it stands in a sentence: `"status"`. */
export function quoted(word: string, say: Say): string {
  return say('"{words}"', { words: word });
}

/** `did you mean "status"?`, or undefined where none of the words is near. */
export function didYouMean(
  typed: string,
  words: readonly string[],
  say: Say,
  written = (word: string) => quoted(word, say),
) {
  const { nearest } = load('../../domain/text/writing/near.ts') as typeof Near;
  const near = nearest(typed, words);
  return near === undefined ? undefined : say('did you mean {near}?', { near: written(near) });
}

/** Words that people use for one another, since other programs do. The first known one of a row is meant. */
const alike: readonly (readonly string[])[] = [
  [
    'remove',
    'cancel',
    'delete',
    'forget',
    'revoke',
    'drop',
    'stop',
    'deny',
    'del',
    'rm',
    'kill',
    'abort',
    'clear',
    'disable',
  ],
  ['list', 'ls', 'all', 'accounts', 'index', 'show'],
  ['show', 'get', 'info', 'view', 'cat', 'describe', 'inspect', 'details', 'read', 'open', 'print'],
  ['add', 'set', 'create', 'new', 'make', 'define', 'allow', 'start', 'pair', 'connect'],
  ['search', 'find', 'grep', 'query', 'look'],
  ['change', 'edit', 'set', 'update', 'modify', 'rename', 'alter'],
  ['disable', 'pause', 'suspend', 'off', 'mute'],
  ['enable', 'resume', 'unpause', 'on', 'continue', 'release', 'reopen'],
  ['complete', 'done', 'finish', 'close', 'check'],
  ['history', 'runs', 'log', 'logs', 'past', 'journal'],
  ['approve', 'accept', 'yes', 'ok', 'confirm', 'grant', 'allow'],
  ['deny', 'reject', 'no', 'refuse', 'decline'],
  ['run', 'trigger', 'execute', 'exec', 'now'],
  ['undo', 'revert', 'restore', 'rollback', 'back', 'apply'],
  ['use', 'choose', 'select', 'switch', 'pick'],
  ['retry', 'again', 'restart', 'repeat'],
  ['next', 'upcoming', 'when'],
  ['verify', 'check', 'validate', 'test'],
  ['export', 'dump', 'save', 'backup'],
  ['import', 'load'],
];

/** The known word that people mean by the typed one; undefined: none. */
export function meantBy(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  return alike
    .filter(row => row.includes(word))
    .flatMap(row => row.find(one => one !== word && known.includes(one)) ?? [])[0];
}
