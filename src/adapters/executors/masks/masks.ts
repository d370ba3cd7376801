/**
 * What is mounted over private files in a sandbox, so that no command can read, change, move or remove them there.
 *
 * A folder is covered by an empty one. What is private by where it lies keeps its place: the folders around it are
 * mounted on themselves, so that none of them can be moved. A command that the owner has approved gets the files that it
 * names, and no other.
 */
import { lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { type PrivateNames, privateNames } from '../../../domain/privacy/private-names.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LetInFolder } from '../../../ports/files/confined.ts';
import { type Disk, placeBytes, type SeenPlace } from '../../files/let-in/disk-place.ts';
import { letInAt } from '../../files/let-in/let-in-places.ts';
import { below, bytesOf, onDisk, partsOf } from '../../undo/byte-path.ts';
import { maskSources } from './mask-sources.ts';
import { type PrivateEntry, privateScan } from './private-scan.ts';

/** One mount, in the order in which they are made; paths have one character a byte. */
export interface MaskMount {
  /** As the sandbox sees it. */
  readonly target: string;
  /** `over`: what `source` is, to read only. `empty`: an empty folder, to read only. `same`: what lies there. */
  readonly kind: 'over' | 'empty' | 'same';
  /** On this machine; of an empty folder there is none. */
  readonly source?: string;
  /** Which file `same` has to be: a command that runs meanwhile could have put a link in its place. */
  readonly id?: string;
  /** What is shown by `same` is to read only. */
  readonly isReadOnly?: true;
}

export interface MaskPlan {
  /** The same text as long as the same files are private. */
  readonly identity: string;
  readonly mounts: readonly MaskMount[];
  /** What a command cannot see, as it would name it. */
  readonly hidden: readonly string[];
  /** It shows more than other sandboxes do. */
  readonly gives: boolean;
}

export interface Masks {
  /** For a sandbox in which `given` (paths as a command sees them) are to be seen. */
  plan(given?: readonly string[]): Promise<MaskPlan>;
  /** What `MaskPlan.identity` would be now. */
  identity(): Promise<string>;
  /** The private files of the moment, as commands name them; at most `most`. */
  filesNow(most: number): readonly string[];
  close(): void;
}

export interface MaskOptions {
  readonly workspace: string;
  readonly scripts: string;
  /** Folders that stand in the workspace and lie elsewhere. */
  readonly letIn?: readonly LetInFolder[];
  readonly clock: Pick<Clock, 'now'>;
  /** Those that have secrets by their names if left out. */
  readonly privateNames?: PrivateNames;
  /** Where what is mounted over files is kept. */
  readonly maskFolder?: string;
}

export function masksOf(options: MaskOptions): Masks {
  const { workspace, scripts, clock, letIn = [], privateNames: names = privateNames(), maskFolder } = options;
  const disk: Disk = { roots: { workspace, scripts }, letIn };
  const scan = privateScan(disk, names, clock);
  const sources = maskSources(maskFolder);
  const tracked = trackedNames(disk);

  return {
    async plan(given = []) {
      const entries = await scan.entries();
      const isGiven = (entry: PrivateEntry) => entry.named.some(name => given.includes(name));
      const hidden = entries.filter(entry => !isGiven(entry));
      const { file, socket } = hidden.length === 0 ? { file: '', socket: '' } : await sources.open();
      const shownIn = (folder: PrivateEntry) => given.flatMap(path => inside(folder, path, disk));
      const parts = hidden.map(entry => ({ entry, shows: entry.kind === 'folder' ? shownIn(entry) : [] }));
      return {
        identity: identityOf(entries),
        mounts: [
          ...pins(entries, disk),
          ...parts.flatMap(({ entry, shows }): readonly MaskMount[] =>
            entry.kind === 'file'
              ? [{ target: targetOf(entry), kind: 'over', source: bytesOf(tracked(entry) ? socket : file) }]
              : [{ target: targetOf(entry), kind: 'empty' }, ...shows],
          ),
        ].toSorted((a, b) => a.target.split('/').length - b.target.split('/').length),
        hidden: hidden.flatMap(({ named }) => named.slice(0, 1)),
        gives: hidden.length < entries.length || parts.some(({ shows }) => shows.length > 0),
      };
    },
    identity: async () => identityOf(await scan.entries()),
    filesNow: most =>
      scan
        .entriesNow()
        .flatMap(({ named }) => named.slice(0, 1))
        .slice(0, most),
    close: sources.close,
  };
}

function identityOf(entries: readonly PrivateEntry[]): string {
  return entries.map(({ root, path, id, madeMs, kind }) => `${root}/${path} ${id} ${madeMs} ${kind}`).join('\n');
}

const idOf = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>) => `${dev}:${ino}`;

const targetOf = ({ root, path }: Pick<PrivateEntry, 'root' | 'path'>) => below(`/${root}`, path);

/** Does it lie in a folder in which no command changes anything? */
function isReadOnlyAt({ letIn }: Disk, { root, path }: SeenPlace): boolean {
  return root === 'workspace' && letInAt(letIn, path)?.folder.isWritable === false;
}

function isLetIn({ letIn }: Disk, { root, path }: SeenPlace): boolean {
  return root === 'workspace' && letInAt(letIn, path)?.rest === '' && !path.includes('/');
}

/** The folders around what is private where it lies, each mounted on itself. */
function pins(entries: readonly PrivateEntry[], disk: Disk): readonly MaskMount[] {
  const folders = new Map<string, MaskMount>();
  for (const { root, path, isByPlace } of entries)
    for (let { folder } = partsOf(path); isByPlace && folder !== ''; { folder } = partsOf(folder)) {
      // where nothing is changed nothing is moved, and neither is what is mounted already
      if (isReadOnlyAt(disk, { root, path }) || isLetIn(disk, { root, path: folder })) break;
      const target = targetOf({ root, path: folder });
      const source = placeBytes(disk, { root, path: folder });
      const stats = lstatSync(onDisk(source), { throwIfNoEntry: false });
      if (stats?.isDirectory()) folders.set(target, { target, kind: 'same', source, id: idOf(stats) });
    }
  return [...folders.values()];
}

/** What is named beneath a folder that is hidden: that alone, where no link leads to it. */
function inside({ root, path, named }: PrivateEntry, given: string, disk: Disk): readonly MaskMount[] {
  if (!named.some(name => given.startsWith(`${name}/`))) return [];
  const wanted = bytesOf(given).slice(`/${root}/`.length);
  if (!wanted.startsWith(`${path}/`) || wanted.split('/').some(part => part === '' || part === '.' || part === '..'))
    return [];
  try {
    const own = letInAt(root === 'workspace' ? disk.letIn : [], wanted);
    const base = realpathSync(bytesOrText(own?.folder.path ?? disk.roots[root]), { encoding: 'latin1' });
    const source = below(base, own?.rest ?? wanted);
    if (realpathSync(onDisk(source), { encoding: 'latin1' }) !== source) return [];
    const stats = lstatSync(onDisk(source));
    return stats.isFile() || stats.isDirectory()
      ? [
          {
            target: targetOf({ root, path: wanted }),
            kind: 'same' as const,
            source,
            id: idOf(stats),
            isReadOnly: isReadOnlyAt(disk, { root, path: wanted }) ? (true as const) : undefined,
          },
        ]
      : [];
  } catch {
    return [];
  }
}

const bytesOrText = (path: string) => onDisk(bytesOf(path));

/** Does git keep a file of that name in the project around it? Answered once for each state of its list. */
function trackedNames(disk: Disk): (entry: PrivateEntry) => boolean {
  const known = new Map<string, { readonly stamp: string; readonly list: Buffer }>();
  const listOf = (index: string | Buffer): Buffer | undefined => {
    const stats = statSync(index, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > mostListBytes) return undefined;
    const [key, stamp] = [index.toString(), `${stats.ino} ${stats.size} ${stats.mtimeMs}`];
    const before = known.get(key);
    if (before?.stamp === stamp) return before.list;
    if (known.size > 50) known.clear();
    const list = readFileSync(index);
    known.set(key, { stamp, list });
    return list;
  };
  return ({ root, path }) => {
    const { name } = partsOf(path);
    for (let { folder } = partsOf(path); ; { folder } = partsOf(folder)) {
      try {
        const list = listOf(onDisk(below(placeBytes(disk, { root, path: folder }), '.git/index')));
        if (list !== undefined) return list.includes(Buffer.from(`${name}\0`, 'latin1'));
      } catch {
        return true;
      }
      if (folder === '') return false;
    }
  };
}

const mostListBytes = 64 * 2 ** 20;
