/** What a file or folder is: its tree, its hash, its counts, the room that it takes. */
import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { says } from '../../../domain/policy/sentence.ts';
import { fault } from '../../../domain/supervision/failure.ts';
import type { ConfinedFiles, Place } from '../../../ports/files/confined.ts';
import { sizeText } from '../confined-argument.ts';
import { entriesBelow } from '../confined-walk.ts';
import { contentOf } from '../content/file-content.ts';
import { shownName } from '../shown-name.ts';

const mostEntries = 1_000;
const mostCounted = 200_000;

/** With lines, two levels deep unless said otherwise; `.git` and `node_modules` are named and not entered. */
export async function treeOf(files: ConfinedFiles, place: Place, depth: number, signal: AbortSignal): Promise<string> {
  await using folder = await files.folder(place);
  const closed = new Set(['.git', 'node_modules']);
  const rows: { readonly level: number; readonly name: string }[] = [];
  let more = 0;
  const levelOf = (path: string) => path.split('/').length;
  for await (const { path, name, kind } of entriesBelow(folder, {
    enters: entry => levelOf(entry.path) < depth && !closed.has(entry.name),
    signal,
  })) {
    if (rows.length >= mostEntries) more += 1;
    else
      rows.push({
        level: levelOf(path),
        name: `${shownName(name)}${kind === 'folder' ? '/' : kind === 'link' ? ' (link)' : ''}`,
      });
  }
  const lines = rows.map(({ level, name }, at) => `${stemOf(rows, at, level)}${name}`);
  return [`${files.name(place)}/`, ...lines, ...(more > 0 ? [`[${more} more]`] : [])].join('\n');
}

/** The lines before a name: whether its folder, and each around it, goes on below. */
function stemOf(rows: readonly { readonly level: number }[], at: number, level: number): string {
  const goesOn = (one: number) => {
    for (const row of rows.slice(at + 1)) {
      if (row.level < one) return false;
      if (row.level === one) return true;
    }
    return false;
  };
  const around = Array.from({ length: level - 1 }, (_, up) => (goesOn(up + 1) ? '│  ' : '   ')).join('');
  return `${around}${goesOn(level) ? '├─ ' : '└─ '}`;
}

export async function hashOf(files: ConfinedFiles, place: Place, alive?: () => void): Promise<string> {
  await using file = await files.open(place);
  const hash = createHash('sha256');
  for await (const piece of contentOf(file, alive)) hash.update(piece);
  return `${hash.digest('hex')}  ${file.name}`;
}

/** Lines, words, characters and bytes of a text. */
export async function countsOf(files: ConfinedFiles, place: Place, alive?: () => void): Promise<string> {
  await using file = await files.open(place);
  const decoder = new TextDecoder();
  let [lines, words, characters, isInWord, last] = [0, 0, 0, false, '\n'];
  for await (const piece of contentOf(file, alive)) {
    const text = decoder.decode(piece, { stream: true });
    for (const letter of text) {
      characters += 1;
      if (letter === '\n') lines += 1;
      const isBlank = /\s/.test(letter);
      if (!isBlank && !isInWord) words += 1;
      isInWord = !isBlank;
      last = letter;
    }
  }
  if (last !== '\n') lines += 1;
  return `${file.name}: ${lines} lines, ${words} words, ${characters} characters, ${file.stats.size} bytes`;
}

/** The room that a folder takes with all that is in it, its largest entries, and what the disk has left. */
export async function roomOf(files: ConfinedFiles, place: Place, signal: AbortSignal): Promise<string> {
  await using folder = await files.folder(place);
  const sizes = new Map<string, number>();
  let [count, total] = [0, 0];
  for await (const { path, kind, name, parent } of entriesBelow(folder, { enters: () => true, signal })) {
    if (kind !== 'file') continue;
    await using found = await files
      .find({ ...parent.place, parts: [...parent.place.parts, name] }, { asNamed: true })
      .catch(() => undefined);
    const size = found?.stats?.size ?? 0;
    const [first = ''] = path.split('/');
    sizes.set(first, (sizes.get(first) ?? 0) + size);
    total += size;
    if (++count > mostCounted)
      throw fault('invalid', says`${files.name(place)} has more than ${mostCounted} files; ask for a folder in it.`);
  }
  const { bavail, bsize } = await statfs(folder.at('.'));
  const largest = [...sizes].toSorted(([, a], [, b]) => b - a).slice(0, 15);
  return [
    `${files.name(place)}: ${sizeText(total)} in ${count} files; ${sizeText(bavail * bsize)} are free on its disk`,
    ...largest.map(([name, size]) => `${sizeText(size).padStart(10)}  ${shownName(name)}`),
  ].join('\n');
}
