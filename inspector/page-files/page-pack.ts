/**
 * Many modules in one request: those that an entry reaches, one after the other in one file, each in a function of its
 * own, so that only what it exports meets the others. The first page is one such file, each screen is, and what several
 * screens share.
 *
 * It is no bundler and no build: nothing is shortened, and left out are the lines that import, the word `export` and
 * comments that have lines to themselves. That works
 * because those modules keep three rules, and one that does not stops the page here with a sentence: imports and
 * exports are named and stay as they are named, what is exported is a `const`, a class or a function, and no two
 * modules export the same name.
 */

import type { PackedLibraries } from './page-libraries.ts';

export interface Pack {
  readonly text: string;
  /** What is in it, by path, in order. */
  readonly modules: readonly string[];
}

/**
 * `read` answers a module's text by its path (`main.js`, `parts/chip.js`). Throws an `Error` for what breaks a rule.
 */
export function packModules(
  entry: string,
  read: (path: string) => string,
  {
    elsewhere = () => undefined,
    root = './',
    libraries = none,
  }: {
    /** Libraries that go into it too. */
    readonly libraries?: PackedLibraries;
    /** The address of the file that has a module already; undefined: it belongs into this one. */
    readonly elsewhere?: (path: string) => string | undefined;
    /** What a path is put behind where a module is loaded later; `./` where the file stands beside main.js. */
    readonly root?: string;
  } = {},
): Pack {
  const found = new Map<string, Module>();
  const open = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    if (open.has(path)) throw new Error(`${path} imports itself by way of ${[...open].join(', ')}`);
    open.add(path);
    const module = takeApart(path, read(path), elsewhere, root);
    for (const inner of module.inner) visit(inner);
    open.delete(path);
    found.set(path, module);
  };
  visit(entry);

  const given = [...libraries.names].flatMap(([from, taken]) => taken.map(name => [name, from] as const));
  const owner = new Map<string, string>(given);
  const outer = new Map<string, Set<string>>();
  for (const [path, module] of found) {
    for (const name of module.exports) {
      const other = owner.get(name);
      if (other !== undefined) throw new Error(`${path} and ${other} both export ${name}; rename one`);
      owner.set(name, path);
    }
    for (const { from, names } of module.outer)
      if (!libraries.names.has(from)) outer.set(from, new Set([...(outer.get(from) ?? []), ...names]));
  }
  for (const [from, taken] of outer)
    for (const name of taken)
      if (owner.has(name)) throw new Error(`${owner.get(name)} exports ${name}, as ${from} does; rename one`);
  const imports = [...outer].map(([from, names]) => `import { ${[...names].sort().join(', ')} } from '${from}';`);
  const bodies = [...found].map(([path, { body, exports }]) => {
    const given = exports.length > 0 ? `{ ${exports.join(', ')} }` : undefined;
    return `\n// ── ${path} ──\n${given ? `const ${given} = ` : ''}(() => {\n${body}${given ? `return ${given};\n` : ''}})();`;
  });
  const names = [...owner.keys()];
  return {
    text: [...imports, libraries.text, ...bodies, `\nexport { ${names.join(', ')} };\n`].join('\n'),
    modules: [...found.keys()],
  };
}

const none: PackedLibraries = { text: '', names: new Map() };

interface Module {
  readonly body: string;
  /** Paths of the page's own modules. */
  readonly inner: readonly string[];
  /** What it takes of libraries. */
  readonly outer: readonly { readonly from: string; readonly names: readonly string[] }[];
  readonly exports: readonly string[];
}

const commentForm = /^[ \t]*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)[ \t]*\n/gm;
const importForm = /^import (?:\{([^}]*)\} from )?'([^']+)';\n/gm;
const exportForm = /^export ((?:async )?function\*?|const|class) (\w+)/gm;
/**
 * A module that is loaded later: its path was written from where the importing one lies, and is rewritten from where it is
 * now.
 */
const lateForm = /\bimport\('(\.[^']+)'\)/g;

function takeApart(path: string, text: string, elsewhere: (path: string) => string | undefined, root: string): Module {
  const inner: string[] = [];
  const outer: { from: string; names: readonly string[] }[] = [];
  const exports: string[] = [];
  const body = text
    .replaceAll(commentForm, '')
    .replaceAll(importForm, (_, list: string | undefined, from: string) => {
      const names = (list ?? '')
        .split(',')
        .map(name => name.trim())
        .filter(name => name !== '');
      const renamed = names.find(name => !/^\w+$/.test(name));
      if (renamed !== undefined)
        throw new Error(`${path} imports "${renamed}"; on the first page a name stays as it is`);
      const own = from.startsWith('.') ? pathFrom(path, from) : undefined;
      const address = own === undefined ? from : elsewhere(own);
      if (address !== undefined) outer.push({ from: address, names });
      else if (own !== undefined) inner.push(own);
      return '';
    })
    .replaceAll(exportForm, (_, form: string, name: string) => {
      exports.push(name);
      return `${form} ${name}`;
    })
    .replaceAll(lateForm, (_, from: string) => `import('./${pathFrom(path, from)}')`.replace('./', root));
  const foreign = /^(?:import|export)\b(?!\().*/m.exec(body);
  if (foreign) throw new Error(`${path} has "${foreign[0]}"; the first page takes plain named imports and exports`);
  return { body, inner, outer, exports };
}

/** The modules of the page that one takes at its start. */
export function importsOf(path: string, text: string): readonly string[] {
  const found = text.replaceAll(commentForm, '').matchAll(importForm);
  return [...found].flatMap(([, , from = '']) => (from.startsWith('.') ? [pathFrom(path, from)] : []));
}

function pathFrom(path: string, from: string): string {
  return new URL(from, `page:/${path}`).pathname.slice(1);
}
