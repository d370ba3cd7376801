/**
 * The TypeScript of this repository as text, for the tests that hold its shape: what each file imports, exports and
 * says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Import {
  /** A path from the root of the repository, or the name of a package (`node:fs`, `zod`, `ollama/browser`). */
  readonly from: string;
  readonly isPackage: boolean;
  /** Nothing of it is left when types are erased. */
  readonly isType: boolean;
  /** The names taken; empty for `import 'x'`, `*` for a namespace or an `import()`. */
  readonly names: readonly string[];
}

export interface Export {
  readonly name: string;
  readonly isType: boolean;
}

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** The text without comments. */
  readonly code: string;
}

/** Every .ts file of ours below the folders; below the page, which is plain JavaScript, every .js file. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith(folder.startsWith('inspector/page') ? '.js' : '.ts') && !isInstalled(name))
        .map(name => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    .toSorted()
    .map(path => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, imports: importsOf(path, text), exports: exportsOf(text), code: withoutComments(text) };
    });
}

/** Whether a path leads into packages that were installed below a folder. */
export function isInstalled(path: string): boolean {
  return path.split(/[\\/]/).includes('node_modules');
}

/**
 * `import …`, `export … from …` and `import('…')`, as the formatter writes them; `load('…')` where `createRequire` made
 * `load`.
 */
function importsOf(path: string, text: string): readonly Import[] {
  const found: Import[] = [];
  const add = (from: string, isType: boolean, names: readonly string[]) => {
    const isPackage = !from.startsWith('.');
    found.push({ from: isPackage ? from : join(dirname(path), from).replaceAll('\\', '/'), isPackage, isType, names });
  };
  for (const [, type, clause = '', from = ''] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:([\w*{][^;'"]*?)\s+from\s+)?'([^'\n]+)';/gm,
  )) {
    const [before = '', inBraces] = clause.split(/[{}]/);
    const whole = before.split(',').map(name => (name.includes('*') ? '*' : name.trim() === '' ? '' : 'default'));
    const parts = (inBraces ?? '').split(',').map(name => name.trim());
    const isErased = (name: string) => type !== undefined || name.startsWith('type ');
    const names = [...whole, ...parts.map(name => name.replace(/^type /, '').split(' as ')[0] ?? '')];
    const all = [...whole, ...parts].filter(name => name !== '');
    add(
      from,
      all.length > 0 && all.every(isErased),
      names.filter(name => name !== ''),
    );
  }
  for (const [, from = ''] of withoutComments(text).matchAll(/\bimport\('([^']+)'\)/g)) add(from, false, ['*']);
  if (text.includes('const load = createRequire(import.meta.url)'))
    for (const [, from = ''] of withoutComments(text).matchAll(/\bload\(['`]([^'`$]+)/g)) add(from, false, ['*']);
  return found;
}

function exportsOf(text: string): readonly Export[] {
  return [...text.matchAll(/^export (?:async )?(function|const|let|class|interface|type)\*? (\w+)/gm)].map(
    ([, kind = '', name = '']) => ({ name, isType: kind === 'interface' || kind === 'type' }),
  );
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}
