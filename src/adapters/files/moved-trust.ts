/** A file that a trusted command has moved or copied is trusted as it was where it lay before. */
import { hash } from 'node:crypto';
import { basename } from 'node:path/posix';
import { mixed, type Taint } from '../../domain/policy/taint.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { FileTaint } from '../../ports/files/taint.ts';

/** Larger files are not looked at. */
const mostBytes = 4_000_000;
const mostMoves = 20;

/** Looks at what a command is about to move; what it answers is called when the command has ended well. */
export type MovedTrust = (command: string) => Promise<((taint: Taint) => Promise<void>) | undefined>;

/**
 * Which files a command moves is only read off its words: what counts is that the new file holds, byte for byte, what the
 * trusted one held before. `taint`: of the command, which chose the name.
 */
export function movedTrust(files: ConfinedFiles, trust: FileTaint): MovedTrust {
  async function bytesAt(path: string) {
    if (files.problemOf(path) !== undefined) return undefined;
    try {
      await using file = await files.open(files.place(path));
      if (!file.stats.isFile() || !trust.knows(file.place, file.stats)) return undefined;
      return { place: file.place, stats: file.stats, bytes: await file.bytes(mostBytes) };
    } catch {
      return undefined;
    }
  }

  async function newFile(path: string, content: string) {
    if (files.problemOf(path) !== undefined) return undefined;
    try {
      await using file = await files.open(files.place(path));
      if (!file.stats.isFile()) return undefined;
      const bytes = await file.bytes(mostBytes);
      return hash('sha256', bytes) === content ? { place: file.place, bytes } : undefined;
    } catch {
      return undefined;
    }
  }

  return async command => {
    const before: { readonly to: string; readonly from: string; readonly content: string; readonly taint: Taint }[] =
      [];
    for (const [from, to] of movesIn(command)) {
      const file = await bytesAt(from);
      const taint = file === undefined ? 'external' : trust.of(file.place, file.bytes, file.stats);
      if (file !== undefined && taint !== 'external')
        before.push({ from, to, taint, content: hash('sha256', file.bytes) });
    }
    if (before.length === 0) return undefined;
    return async commanded => {
      for (const { from, to, content, taint } of before) {
        const moved = (await newFile(to, content)) ?? (await newFile(`${to}/${basename(from)}`, content));
        if (moved !== undefined) trust.wrote(moved.place, moved.bytes, mixed(taint, commanded));
      }
    };
  };
}

const word = String.raw`(?:'[^'\n]*'|"[^"$\x60\\\n]*"|[\w@%+=:,./-]|\\ |[^\x00-\x7f])+`;
const moves = new RegExp(
  String.raw`(?<=^|[;&|\n]\s*|\b(?:then|do|else) )(?:mv|cp)((?: +-{1,2}[\w-]*)*) +(${word}) +(${word})(?= *(?:$|[;&|\n]))`,
  'g',
);

/** The commands that move or copy one file, as far as their words are plain. */
function movesIn(command: string): readonly (readonly [from: string, to: string])[] {
  const plain = (text: string) => text.replace(/'([^']*)'|"([^"]*)"|\\ /g, (_, one, other) => one ?? other ?? ' ');
  return [...command.slice(0, 10_000).matchAll(moves)]
    .slice(0, mostMoves)
    .map(([, , from = '', to = '']) => [plain(from), plain(to)] as const);
}
