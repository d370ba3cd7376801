/**
 * The first page in one request: the modules that main.js reaches, one after the other in one file.
 *
 * It is no bundler and no build: nothing is renamed, shortened or left out but the lines that import and the word `export`.
 * That works because those modules keep three rules, and one that does not stops the page here with a sentence: imports and
 * exports are named, none is renamed, and no two modules have the same name at their top.
 */

export interface Pack {
  readonly text: string;
  /** What is in it, by path, in order. */
  readonly modules: readonly string[];
}

/** `read` answers a module's text by its path (`main.js`, `parts/chip.js`). Throws an `Error` for what breaks a rule. */
export function packModules(entry: string, read: (path: string) => string): Pack {
  const found = new Map<string, Module>();
  const open = new Set<string>();
  const visit = (path: string) => {
    if (found.has(path)) return;
    if (open.has(path)) throw new Error(`${path} imports itself by way of ${[...open].join(', ')}`);
    open.add(path);
    const module = takeApart(path, read(path));
    for (const inner of module.inner) visit(inner);
    open.delete(path);
    found.set(path, module);
  };
  visit(entry);

  const modules = [...found];
  const owner = new Map<string, string>();
  for (const [path, { names }] of modules)
    for (const name of names) {
      const other = owner.get(name);
      if (other !== undefined) throw new Error(`${path} and ${other} both have ${name} at their top; rename one`);
      owner.set(name, path);
    }

  const outer = new Map<string, Set<string>>();
  for (const [, module] of modules)
    for (const { from, names } of module.outer) outer.set(from, new Set([...(outer.get(from) ?? []), ...names]));
  const imports = [...outer].map(([from, names]) => `import { ${[...names].sort().join(', ')} } from '${from}';`);
  const bodies = modules.map(([path, { body }]) => `\n// ── ${path} ──\n${body}`);
  const exports = modules.flatMap(([, module]) => module.exports);
  return {
    text: [...imports, ...bodies, `export { ${exports.join(', ')} };\n`].join('\n'),
    modules: modules.map(([path]) => path),
  };
}

interface Module {
  readonly body: string;
  /** Paths of the page's own modules. */
  readonly inner: readonly string[];
  /** What it takes of libraries. */
  readonly outer: readonly { readonly from: string; readonly names: readonly string[] }[];
  readonly names: readonly string[];
  readonly exports: readonly string[];
}

const importForm = /^import \{([^}]*)\} from '([^']+)';\n/gm;
const exportForm = /^export (?=(?:async )?(?:function|const|let|class)\b)/gm;
const topForm = /^(?:async )?(?:function\*?|const|let|class) (\w+)/gm;

function takeApart(path: string, text: string): Module {
  const inner: string[] = [];
  const outer: { from: string; names: readonly string[] }[] = [];
  const withoutImports = text.replaceAll(importForm, (_, list: string, from: string) => {
    const names = list
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '');
    const renamed = names.find(name => !/^\w+$/.test(name));
    if (renamed !== undefined) throw new Error(`${path} imports "${renamed}"; a name of the first page stays as it is`);
    if (from.startsWith('.')) inner.push(new URL(from, `page:/${path}`).pathname.slice(1));
    else outer.push({ from, names });
    return '';
  });
  const exports = [...withoutImports.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  const body = withoutImports.replaceAll(exportForm, '');
  const foreign = /^(?:import|export)\b(?!\().*|^(?:const|let) [{[].*/m.exec(body);
  if (foreign)
    throw new Error(`${path} has "${foreign[0]}" at its top; the first page takes plain named imports and exports`);
  return { body, inner, outer, names: [...body.matchAll(topForm)].map(([, name = '']) => name), exports };
}
