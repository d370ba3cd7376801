/**
 * What the files hold that a command executes or reads as lists: read and hashed at this moment, with what they execute
 * in turn.
 *
 * A file that cannot be read from here (outside of what commands share with this process, a folder, a device, too
 * large) is `unknown`: nothing is said of what it holds.
 */

import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, posix, resolve } from 'node:path';
import type * as Included from '../../domain/shell/obeying/included.ts';
import type { Obeyed } from '../../domain/shell/obeying/obeyed-file.ts';
import { kindOf } from '../../domain/shell/paths.ts';
import { defined } from '../../domain/text/json.ts';
import { isShown, mostRunFiles, type RunFile, type ShownFile } from '../../domain/tools/run-file.ts';
import type { ConfinedPaths, LetInFolder } from '../../ports/files/confined.ts';
import type { RunFiles } from '../../ports/files/run-files.ts';
import type { FileTaint } from '../../ports/files/taint.ts';
import { type Disk, ledTo, placeBytes } from '../files/let-in/disk-place.ts';
import { bytesOf, shownPath } from '../undo/byte-path.ts';
import { folderOf } from './folders.ts';

// With the first file that a command runs: it brings the grammar and the rules of the shell.
const load = createRequire(import.meta.url);

export interface RunFilesOptions {
  /** On this machine. */
  readonly folders: { readonly workspace: string; readonly scripts: string };
  /** What stands in the workspace and lies elsewhere. */
  readonly letIn?: readonly LetInFolder[];
  /** As commands see them. */
  readonly seen: { readonly workspace: string; readonly scripts: string };
  /** Commands see the same disk as this process. */
  readonly isDirect: boolean;
  /** Their home: the workspace, emptied after each of them, or kept where this process does not see it. */
  readonly home: 'workspace' | 'empty' | 'kept';
  readonly paths: Pick<ConfinedPaths, 'place' | 'problemOf'>;
  readonly trust: Pick<FileTaint, 'of'>;
}

/** Larger files are not hashed before each run. */
const mostBytes = 32 * 2 ** 20;
const deepest = 8;
/** Places that are looked at for one call, whether something is there or not. */
const mostLooks = 400;

export function runFiles(options: RunFilesOptions): RunFiles {
  return obeyed => {
    const found = new Map<string, ShownFile>();
    let looked = 0;
    const waits = obeyed.map(one => ({ one, depth: 0 }));
    for (let next = waits.shift(); next !== undefined; next = waits.shift()) {
      const { one, depth } = next;
      const kind = `${one.folder ?? ''} ${one.isHome ?? ''} ${one.isAbsent ?? ''} ${one.scripts?.join(' ') ?? ''}`;
      const key = `${one.how} ${one.path ?? `? ${one.shown}`} ${one.path === undefined ? '' : `${kind} ${one.written ?? ''}`}`;
      if (found.has(key)) continue;
      if (looked++ >= mostLooks || [...found.values()].filter(isShown).length >= mostRunFiles) {
        found.set('', unknown({ ...one, shown: `more than ${mostRunFiles} files` }));
        break;
      }
      const { file, text, isLink } = read(one, options);
      if (file === undefined) continue;
      // what holds secrets is named, and its text stays where it is
      found.set(key, text === undefined || kindOf(file.path).privacy !== undefined ? file : { ...file, text });
      if (/^(missing|unknown)$/.test(file.sha256) || one.path === undefined || one.folder !== undefined) continue;
      if (depth >= deepest || (isLink && text !== undefined && looksBeside(text, one)))
        found.set(`${key} >`, unknown({ ...one, shown: `what ${one.shown} starts` }));
      else for (const more of includedIn(text, { ...one, path: one.path })) waits.push({ one: more, depth: depth + 1 });
    }
    return [...found.values()];
  };
}

function includedIn(...given: Parameters<typeof Included.includedFiles>): ReturnType<typeof Included.includedFiles> {
  return (load('../../domain/shell/obeying/included.ts') as typeof Included).includedFiles(...given);
}

function looksBeside(...given: Parameters<typeof Included.looksBeside>): boolean {
  return (load('../../domain/shell/obeying/included.ts') as typeof Included).looksBeside(...given);
}

function unknown({ shown, how }: Pick<Obeyed, 'shown' | 'how'>): RunFile {
  return { path: shown, how, sha256: 'unknown', provenance: 'external' };
}

interface Read {
  /** Undefined: it is none. */
  readonly file: RunFile | undefined;
  readonly text?: string;
  /** It lies elsewhere than its path says. */
  readonly isLink?: boolean;
}

function read(one: Obeyed, options: RunFilesOptions): Read {
  const { path, how, isOptional, folder, isAbsent, isHome } = one;
  if (path === undefined) return { file: unknown(one) };
  if (isHome && options.home === 'empty') return { file: undefined };
  const at = isHome && options.home === 'kept' ? undefined : placeOnDisk(path, options);
  if (at === undefined) return { file: unknown(one) };
  const named = { path: isHome ? one.shown : at.shown, how, ...defined({ isOptional }) };
  try {
    if (folder !== undefined && isMissing(at)) return { file: { ...named, ...folderOf(folder, at.disk, at.shown) } };
    const real = folder === 'makefiles' ? at.around() : at.led();
    // a link that leads out of what is shared leads somewhere else in there
    if (!options.isDirect && !at.roots.some(root => real === root.real || real.startsWith(`${root.real}/`)))
      return { file: unknown(one) };
    if (folder !== undefined) {
      const place = folder === 'makefiles' ? join(real, basename(at.disk)) : real;
      return { file: { ...named, ...folderOf(folder, place, at.shown) } };
    }
    if (isAbsent) return { file: unknown({ how, shown: named.path }) };
    const content = contentOf(real);
    if (content === 'folder')
      return {
        file: isOptional && how === 'lists' ? undefined : unknown(named.path === '' ? one : { how, shown: named.path }),
      };
    if (content === undefined) return { file: unknown({ how, shown: named.path }) };
    const sha256 = hash('sha256', content);
    const text = textOf(content);
    const provenance = provenanceOf(path, content, options, statSync(real));
    const isLink =
      real !== at.disk &&
      !at.roots.some(
        ({ given, real: root }) => at.disk.startsWith(`${given}/`) && real === join(root, at.disk.slice(given.length)),
      );
    if (text === undefined) return { file: { ...named, sha256, provenance }, isLink };
    return { file: { ...named, sha256, lines: linesOf(text), provenance }, text, isLink };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code === 'ENOENT' || code === 'ENOTDIR') && one.orElse !== undefined)
      return { file: unknown({ how, shown: one.orElse }) };
    if (code === 'ENOENT' || code === 'ENOTDIR')
      return { file: { ...named, sha256: 'missing', provenance: 'external' } };
    return { file: unknown({ how, shown: named.path }) };
  }
}

interface OnDisk {
  readonly disk: string;
  readonly shown: string;
  /** What commands share with this process. */
  readonly roots: readonly { readonly given: string; readonly real: string }[];
  /** Where it leads, as a command follows it. Throws as `realpathSync` does. */
  led(): string;
  /** Likewise the folder it stands in. */
  around(): string;
}

function isMissing(at: OnDisk): boolean {
  try {
    return !existsSync(at.led());
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'ENOTDIR'].includes(code)) throw error;
    return true;
  }
}

/** Where it is on this machine; undefined: commands see something there that this process does not. */
function placeOnDisk(path: string, { folders, letIn = [], seen, isDirect }: RunFilesOptions): OnDisk | undefined {
  const whole = posix.normalize(path.startsWith('/') ? path : posix.join(seen.workspace, path));
  const roots = [folders.workspace, folders.scripts, ...letIn.map(one => one.path)].map(given => ({
    given: resolve(given),
    real: realpathSync(given),
  }));
  for (const folder of ['workspace', 'scripts'] as const) {
    const root = seen[folder];
    if (whole !== root && !whole.startsWith(`${root}/`)) continue;
    const below = whole.slice(root.length + 1);
    const shown = folder === 'workspace' ? below || '.' : whole;
    if (isDirect) return { ...onThisDisk(resolve(folders[folder], below)), shown, roots };
    // a sandbox has its own names: a link to one leads nowhere on this disk
    const real = { workspace: realpathSync(folders.workspace), scripts: realpathSync(folders.scripts) };
    const ledFrom = (path: string) => placeIn({ roots: real, letIn }, ledTo({ roots: real, letIn }, placed(path)));
    const placed = (path: string) => ({ root: folder, path: bytesOf(path) });
    return {
      disk: resolve(placeIn({ roots: folders, letIn }, placed(below))),
      shown,
      roots,
      led: () => ledFrom(below),
      around: () => ledFrom(dirname(below)),
    };
  }
  return isDirect ? { ...onThisDisk(whole), shown: whole, roots } : undefined;
}

function placeIn(disk: Disk, place: Parameters<typeof placeBytes>[1]): string {
  return shownPath(placeBytes(disk, place));
}

function onThisDisk(disk: string): Pick<OnDisk, 'disk' | 'led' | 'around'> {
  return { disk, led: () => realpathSync(disk), around: () => realpathSync(dirname(disk)) };
}

/** Only regular files are read; nobody waits for a pipe. */
function contentOf(path: string): Buffer | 'folder' | undefined {
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const stats = fstatSync(handle);
    if (stats.isDirectory()) return 'folder';
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    const buffer = Buffer.alloc(stats.size + 1);
    let size = 0;
    for (let more = 1; more > 0 && size < buffer.length; size += more)
      more = readSync(handle, buffer, size, buffer.length - size, size);
    // it grows while it is read
    return size > stats.size ? undefined : buffer.subarray(0, size);
  } finally {
    closeSync(handle);
  }
}

function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  return content.toString('utf8');
}

function linesOf(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length;
}

function provenanceOf(
  path: string,
  content: Buffer,
  { paths, trust }: RunFilesOptions,
  changed: Stats,
): RunFile['provenance'] {
  return paths.problemOf(path) === undefined ? trust.of(paths.place(path), content, changed) : 'external';
}
