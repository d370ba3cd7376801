/** What a folder holds, where that counts as much as a file that is run: as its hash, or that it is not known. */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isOwnModule } from '../../domain/shell/obeying/languages/python-modules.ts';
import type { FolderKind } from '../../domain/shell/obeying/obeyed-file.ts';
import type { RunFile } from '../../domain/tools/run-file.ts';

type Found = Pick<RunFile, 'sha256' | 'provenance' | 'path'>;

/** `shown`: as the owner reads it. Throws as the file system does. */
export function folderOf(kind: FolderKind, path: string, shown: string): Found {
  const name = shown === '' ? '.' : shown;
  try {
    return kinds[kind](path, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    // something in it leads nowhere from here, and may lead somewhere for a command
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return unclear(titles[kind](name));
    return { path: titles[kind](name), sha256: 'missing', provenance: 'external' };
  }
}

const titles: Readonly<Record<FolderKind, (shown: string) => string>> = {
  modules: shown => `the names of modules in ${shown}`,
  compiled: shown => `compiled modules in ${shown}`,
  hooks: shown => `the hooks in ${shown}`,
  makefiles: shown => `what ${shown} is made of`,
  repository: shown => `repositories in ${shown}`,
};

const kinds: Readonly<Record<FolderKind, (path: string, shown: string) => Found>> = {
  modules,
  compiled,
  hooks,
  makefiles,
  repository,
};

function found(path: string, names: readonly string[]): Found {
  return { path, sha256: hash('sha256', names.join('\n')), provenance: 'external' };
}

const unclear = (path: string): Found => ({ path, sha256: 'unknown', provenance: 'external' });

/** Names that an import could find in a folder. */
function modules(path: string, shown: string): Found {
  const entries = readdirSync(path, { withFileTypes: true });
  const folders = new Set(entries.filter(entry => !entry.isFile()).map(({ name }) => name));
  const names = entries
    .filter(entry => entry.isDirectory() || entry.isSymbolicLink() || /\.(py|pyc|pyd|so|pth|zip|egg)$/.test(entry.name))
    .filter(({ name }) => !/^(\.|__pycache__$|inbox$)/.test(name))
    .map(({ name }) => name)
    .sort();
  const what = titles.modules(shown);
  // what is no text, or takes the place of a module of Python’s own, is followed by nobody
  const odd = names.find(
    name =>
      /\.(pyc|pyd|so)$/.test(name) ||
      (isOwnModule(name.replace(/\.py$/, '')) && (!folders.has(name) || isPackage(join(path, name)))),
  );
  return odd === undefined ? found(what, names) : unclear(`the module ${odd} in ${shown}`);
}

/** A folder without such a file comes after the modules of Python. */
function isPackage(folder: string): boolean {
  return readdirSync(folder).some(name => name.startsWith('__init__.'));
}

const mostCompiled = 100;

/** Python takes them for their source, by their time or unseen. */
function compiled(path: string, shown: string): Found {
  const names = readdirSync(path).sort();
  const what = titles.compiled(shown);
  if (names.length > mostCompiled || names.some(name => statSync(join(path, name)).size > 2 ** 22))
    return unclear(what);
  return found(
    what,
    names.map(name => `${name} ${hash('sha256', readFileSync(join(path, name)))}`),
  );
}

function hooks(path: string, shown: string): Found {
  const [hook] = readdirSync(path).filter(name => !name.endsWith('.sample'));
  const what = titles.hooks(shown);
  return hook === undefined ? { ...found(what, []), sha256: 'missing' } : unclear(`the hook ${shown}/${hook}`);
}

const sources =
  /\.(out|a|ln|o|c|cc|C|cpp|p|f|F|m|r|y|l|ym|yl|s|S|mod|sym|def|h|info|dvi|tex|texinfo|texi|txinfo|w|ch|web|sh|elc|el)$/;

/** What make would make that makefile of, by the rules it has of its own. */
function makefiles(path: string, shown: string): Found {
  const name = basename(path);
  const source = readdirSync(dirname(path)).find(
    one =>
      (one.startsWith(`${name}.`) && sources.test(one)) ||
      /^(RCS|SCCS)$/.test(one) ||
      one === `s.${name}` ||
      one === `${name},v`,
  );
  const what = titles.makefiles(shown);
  return source === undefined ? { ...found(what, []), sha256: 'missing' } : unclear(`${source} for ${shown}`);
}

/** How the index of git marks another repository in it, which has settings of its own. */
const otherRepository = Buffer.from([0, 0, 0xe0, 0]);
const mostIndex = 2 ** 25;

function repository(path: string, shown: string): Found {
  const what = titles.repository(shown);
  // a file in its place says where it lies
  if (!statSync(path).isDirectory()) return unclear(what);
  const names = readdirSync(path);
  const isElsewhere = names.some(name => name === 'commondir' || name.startsWith('sharedindex.'));
  const index = join(path, 'index');
  const isOther =
    names.includes('index') && (statSync(index).size > mostIndex || readFileSync(index).includes(otherRepository));
  return isElsewhere || isOther ? unclear(what) : { ...found(what, []), sha256: 'missing' };
}
