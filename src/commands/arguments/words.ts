/** Words in sentences, and the nearest one to a word that was mistyped. */
import { type Say, sayIn } from '../say.ts';

/** `a, b or c` */
export function oneOf(words: readonly string[], say: Say = sayIn()): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(one => one !== '').join(say(' or '));
}

/** `did you mean "status"?`, or undefined where none of the words is near. */
export function didYouMean(typed: string, words: readonly string[], say: Say, written = (word: string) => `"${word}"`) {
  const near = nearest(typed, words);
  return near === undefined ? undefined : say('did you mean {near}?', { near: written(near) });
}

/** The word with the fewest changes from the typed one: at most two, and fewer than half of its letters. */
function nearest(typed: string, words: readonly string[]): string | undefined {
  const most = Math.min(2, Math.ceil(typed.length / 2) - 1);
  const known = words
    .map(word => ({ word, changes: changesBetween(typed.toLowerCase(), word) }))
    // two changes are a slip of the fingers only where the word begins alike
    .filter(({ word, changes }) => changes <= most && (changes < 2 || word[0] === typed[0]?.toLowerCase()))
    .sort((a, b) => a.changes - b.changes);
  return known[0]?.word ?? words.find(word => typed.length > 2 && word.startsWith(typed.toLowerCase()));
}

/** Letters to add, drop, change, or swap with their neighbour (optimal string alignment). */
function changesBetween(a: string, b: string): number {
  let before: readonly number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
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
