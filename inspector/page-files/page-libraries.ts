/**
 * The libraries of the first page, in one file with it: each of their files in a function of its own, under a name. They
 * import and export by lists alone, minified or not; one that does not stops the page here with a sentence.
 */

export interface PackedLibraries {
  readonly text: string;
  /** What the page takes of each, by the name it imports it by. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/**
 * `read` answers the text of a library's file by its address, `addressOf` the address of what a file imports. `taken`:
 * what the page imports of each library.
 */
export function packLibraries(
  taken: ReadonlyMap<string, readonly string[]>,
  read: (address: string) => string,
  addressOf: (name: string, from?: string) => string,
): PackedLibraries {
  const variables = new Map<string, string>();
  const bodies: string[] = [];
  const visit = (address: string): string => {
    const known = variables.get(address);
    if (known !== undefined) return known;
    const body = asFunction(address, read(address), name => visit(addressOf(name, address)));
    const variable = `library${variables.size}`;
    variables.set(address, variable);
    bodies.push(`\n// ── ${address} ──\nconst ${variable} = (() => {\n${body}})();`);
    return variable;
  };
  const given = [...taken].map(([name, names]) => `const { ${names.join(', ')} } = ${visit(addressOf(name))};`);
  return { text: [...bodies, ...given].join('\n'), names: taken };
}

const commentForm = /^[ \t]*(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)[ \t]*\n/gm;
const importForm = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?["']([^"']+)["'];?/g;
const exportForm = /\bexport\s*\{([^}]*)\}(?:\s*from\s*["']([^"']+)["'])?;?/g;

/** `variableOf` answers what the library that a file imports is called. */
function asFunction(address: string, text: string, variableOf: (name: string) => string): string {
  const given: string[] = [];
  const body = text
    .replaceAll(commentForm, '')
    .replaceAll(exportForm, (_, list: string, from: string | undefined) => {
      const source = from === undefined ? '' : `${variableOf(from)}.`;
      for (const [inner, outer] of pairsIn(list)) given.push(`${outer}: ${source}${inner}`);
      return '';
    })
    .replaceAll(importForm, (_, list: string | undefined, from: string) => {
      const source = variableOf(from);
      const taken = pairsIn(list ?? '').map(([theirs, own]) => (theirs === own ? own : `${theirs}: ${own}`));
      return taken.length > 0 ? `const { ${taken.join(', ')} } = ${source};` : '';
    });
  const foreign = /(?:^|[;}])\s*(?:import|export)\b(?![(.:])[^\n]{0,60}/.exec(body);
  if (foreign) throw new Error(`${address} has "${foreign[0].trim()}"; the first page takes lists of names alone`);
  return `${body.trim()}\nreturn { ${given.join(', ')} };\n`;
}

/** `a as b, c` as pairs of names. */
function pairsIn(list: string): readonly (readonly [string, string])[] {
  return list
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '')
    .map(one => {
      const [inner = '', outer = inner] = one.split(/\s+as\s+/);
      return [inner, outer] as const;
    });
}
