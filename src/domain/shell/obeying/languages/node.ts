/**
 * What a text of JavaScript or TypeScript loads and starts under Node.
 *
 * Each `require` and `import` in it has to be a plain one of a text without escapes; any other use of these words, and
 * words with which code can be loaded or a program started in another way, leave it unknown.
 */
import type { Finding } from '../../../policy/finding.ts';
import { obeys, obeysUnknown } from '../obeyed.ts';
import { type At, beside, opens, type Reader } from './reader.ts';

/** Modules of Node that load and start nothing by themselves. */
const plain =
  /^(node:)?(assert|assert\/strict|async_hooks|buffer|console|constants|crypto|dgram|diagnostics_channel|dns|dns\/promises|domain|events|fs|fs\/promises|http|http2|https|net|os|path|path\/posix|path\/win32|perf_hooks|punycode|querystring|readline|readline\/promises|stream|stream\/(promises|web|consumers)|string_decoder|timers|timers\/promises|tls|tty|url|util|util\/types|zlib)$/;

const loads =
  /\b(eval|Function|GeneratorFunction|AsyncFunction|Worker|SharedWorker|importScripts|fork|createRequire|child_process|worker_threads|cluster|inspector|repl|wasi|WebAssembly|dlopen|_load|_extensions|_compile|_linkedBinding|registerHooks|runInContext|runInNewContext|runInThisContext|getBuiltinModule|mainModule|globalThis|Reflect|Proxy|__proto__|getPrototypeOf|getOwnProperty\w+|ownKeys|Deno|Bun)\b|\bvm\s*\.|\bmodule\b(?!\s*\.\s*exports\b)|\bglobal\s*[.[]|\bprocess\b(?!\s*\.\s*(argv|env|exit|exitCode|stdout|stderr|stdin|cwd|platform|arch|on|once|off|\w*time|version|versions|pid|ppid|nextTick|memoryUsage|uptime|title|emitWarning|cpuUsage|umask|getuid|getgid|loadEnvFile)\b)|\bconstructor\b(?!\s*\()|\.\s*constructor\b|\bwith\s*\(|\[\s*['"`](constructor|require|__proto__)['"`]|\[[^[\]\n]*['"`]\s*\+|\[[^[\]\n]*\+\s*['"`]|\[\s*`[^[`\n]*\$\{|\]\s*\(|\\u(00[2-7][0-9a-fA-F]|\{0*[2-7][0-9a-fA-F]\})/;

const literal = String.raw`(?:"[^"\n\\]{1,300}"|'[^'\n\\]{1,300}'|${'`'}[^${'`'}\n\\$]{1,300}${'`'})`;
const required = new RegExp(String.raw`^\s*\(\s*(${literal})\s*\)`);
const binding = String.raw`[\w$]+|\*\s*as\s+[\w$]+|\{[\w$\s,]*\}`;
const imported = new RegExp(
  String.raw`^(?:\s*\(\s*(${literal})\s*\)|\s*(${literal})|\s*(?:type\b\s*)?(?:${binding})(?:\s*,\s*(?:${binding}))*\s*from\s*(${literal}))`,
);
const meta = /^\s*\.\s*meta\s*\.\s*(url|dirname|filename|main)\b/;
const exported = new RegExp(
  String.raw`^\s*(?:type\b\s*)?(?:\*(?:\s*as\s+[\w$]+)?\s*from\s*(${literal})|\{[\w$\s,]*\}(?:\s*from\s*(${literal})|(?!\s*(?:from\b|\/[*/])))|(?![\s]*[{*/]|\s*type\s*[{*/]))`,
);

export const node: Reader = (given, at) => {
  const found: Finding[] = [];
  const names = new Set<string>();
  // a file asks in that form whether it was started itself
  const text = given.replace(/\brequire\.main\s*===\s*module\b(?!\s*[.[(])/g, 'true');
  const open = loads.exec(withoutProcess(text))?.[0];
  if (open !== undefined) found.push(opens(at, open));
  for (const [form, isFine] of [
    ['require', required],
    ['import', imported],
    ['export', exported],
  ] as const)
    for (const { index } of text.matchAll(new RegExp(String.raw`(?<![\w$])${form}(?![\w$])`, 'g'))) {
      const rest = text.slice(index + form.length, index + 4_000);
      if (form === 'import' && meta.test(rest)) continue;
      const match = isFine.exec(rest);
      if (match === null) found.push(opens(at, `${form}${rest.slice(0, 30)}`));
      for (const name of match?.slice(1) ?? []) if (name !== undefined) names.add(name.slice(1, -1));
    }
  if (names.size > 40) return [...found, opens(at)];
  return [...found, ...[...names].flatMap(name => loadedFindings(name, at))];
};

/** That one module is harmless where it is taken as a whole, under its own name. */
function withoutProcess(text: string): string {
  return text.replace(/\bimport\s+process\s+from\s+(['"])(node:)?process\1/g, '');
}

/** What `name` stands for, loaded from the file `path`. */
function loadedFindings(name: string, { path, cwd }: At): readonly Finding[] {
  if (plain.test(name) || /^(node:)?process$/.test(name)) return [];
  if (!/^\.{0,2}\//.test(name) || /[?#%:]/.test(name)) return [obeysUnknown(`the package ${name.slice(0, 60)}`, cwd)];
  return moduleFiles(beside(path, name), '.');
}

/** The files that Node may take for a module of that name. */
export function moduleFiles(name: string, cwd: string): readonly Finding[] {
  const file = (end: string) => {
    const isData = /\.json$/.test(name + end);
    const read = isData
      ? { how: 'lists' as const }
      : ({ written: /\.node$/.test(name + end) ? 'other' : 'node' } as const);
    return {
      isOptional: true as const,
      ...read,
    };
  };
  if (/\.([cm]?[jt]sx?|json)$/.test(name)) return [obeys(name, cwd, { ...file(''), orElse: `the module ${name}` })];
  return ['', '.js', '.json', '.node', '.ts', '.tsx', '.mjs', '.cjs'].map(end =>
    obeys(`${name}${end}`, cwd, file(end)),
  );
}
