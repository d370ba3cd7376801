/**
 * What a text of Python loads and starts.
 *
 * Every word `import` in it counts, in whatever line, text or comment it stands: what follows it is either a list of
 * modules, or no import that Python would accept. Words with which code can be loaded or a program started in another
 * way leave it unknown.
 */
import type { Finding } from '../../../policy/finding.ts';
import { obeys, obeysUnknown } from '../obeyed.ts';
import { isPlainModule } from './python-modules.ts';
import { beside, folderOf, inlineName, nameOf, opens, type Reader } from './reader.ts';

const loads =
  /\b(importlib|__import__|__builtins__|__loader__|__spec__|__path__|__dict__|__globals__|__getattribute__|__subclasses__|__reduce\w*__|__code__|builtins|runpy|exec[vlpe]{0,3}|execfile|eval|(?<!\bre[ \t]?\.[ \t]?)compile|FunctionType|CodeType|get_type_hints|get_annotations|ForwardRef|find_spec|load_module|zipimport|pkgutil|\w*pickle\w*|shelve|marshal|joblib|dill|codeop|ctypes|cffi|\w*subprocess\w*|CGIHTTPRequestHandler|_getframe|\w+_(frame|globals|builtins)|__self__|get_field|vformat|popen\w*|system|posix_spawn\w*|spawn\w*|startfile|fork\w*|pty|getattr\w*|getmembers\w*|attrgetter|methodcaller|globals|locals|vars|breakpoint\w*|meta_path|path_hooks|path_importer_cache|addsitedir|usercustomize|sitecustomize|PYTHON[A-Z]+|\w*load_extension|dictConfig|fileConfig|get_objects|get_referrers|ProcessPoolExecutor|settrace|setprofile|make_parser|create_parser|expatreader)\b|\bsys[ \t]*\.[ \t]*(path|modules|\w*hook\w*)\b|\bfrom[ \t]+sys[ \t]+import\b|\bsys[ \t]+as\b/;

/** Names of Python may hold letters of every script. */
const word = String.raw`[\p{L}\p{M}\p{N}\p{Pc}]+`;
const dotted = String.raw`${word}(?:[ \t\f]*\.[ \t\f]*${word})*`;
const one = String.raw`${dotted}(?:[ \t\f]+as[ \t\f]+${word})?`;
const listed = new RegExp(String.raw`^[ \t\f]+(${one}(?:[ \t\f]*,[ \t\f]*${one})*)[ \t\f]*$`, 'u');
const origin = new RegExp(String.raw`\bfrom[ \t\f]*(?:((?:\.[ \t\f]*)+)(${dotted})?|[ \t\f](${dotted}))[ \t\f]*$`, 'u');

/** A longer line is not followed. */
const longest = 2_000;

/** Python reads its source by the encoding that one of its first two lines names. */
const encoded = /coding[:=][ \t]*([-\w.]+)/;

export const python: Reader = (given, at) => {
  const { path, cwd } = at;
  const encoding = given
    .split(/\r\n|\r|\n/, 2)
    .map(line => (line.includes('#') ? encoded.exec(line)?.[1] : undefined))
    .find(one => one !== undefined);
  if (encoding !== undefined && !/^(utf-?8|ascii|us-ascii)$/i.test(encoding)) return [opens(at, encoding)];
  // names are compared in that form, and a line goes on behind a backslash
  const text = given.normalize('NFKC').replace(/\\\r?\n|\\\r/g, ' ');
  const found: Finding[] = [];
  const names = new Set<string>();
  for (const { index } of text.matchAll(/\bimport\b/g)) {
    const before = text.slice(Math.max(0, index - longest), index);
    const from = origin.exec(before);
    const end = text.slice(index + 'import'.length, index + longest).search(/[\n\r;#]/);
    if (from !== null) {
      const [, dots, relative, absolute] = from;
      // a package is more than anybody looks through beforehand
      if (dots !== undefined) found.push(opens(at, `from ${dots}${relative ?? ''}`));
      else names.add(firstOf(absolute ?? ''));
    } else if ((end < 0 && index + longest < text.length) || (index > longest && !/[\n\r;]/.test(before)))
      found.push(opens(at, 'a long line'));
    else {
      const rest = text.slice(index + 'import'.length, end < 0 ? undefined : index + 'import'.length + end);
      for (const name of listed.exec(rest)?.[1]?.split(',') ?? []) names.add(firstOf(name));
    }
  }
  const open = loads.exec(text)?.[0] ?? (nameOf(path) === inlineName ? /\bchdir\b/.exec(text)?.[0] : undefined);
  if (open !== undefined) found.push(opens(at, open));
  if (names.size > 40) return [...found, opens(at)];
  for (const name of names) found.push(...moduleFindings(name, path, cwd));
  // a new file there can take the place of any module that those import
  found.push(obeys(folderOf(path), '.', { folder: 'modules' }));
  found.push(obeys(beside(path, '__pycache__'), '.', { folder: 'compiled', isOptional: true }));
  return found;
};

function firstOf(name: string): string {
  return name.trim().split(/[.\s]/)[0] ?? '';
}

function moduleFindings(name: string, path: string, cwd: string): readonly Finding[] {
  // a package goes before a module of the same name
  const folder = obeys(beside(path, name), '.', { isOptional: true, isAbsent: true });
  const file = { isOptional: true, written: 'python' } as const;
  if (isPlainModule(name)) return [folder, obeys(beside(path, `${name}.py`), '.', file)];
  if (/^(__main__|_*)$/.test(name)) return [obeysUnknown(`the module ${name.slice(0, 60)}`, cwd)];
  return [folder, obeys(beside(path, `${name}.py`), '.', { ...file, orElse: `the module ${name.slice(0, 60)}` })];
}
