/** What shells and the interpreters of other languages run: a file, a text among their words, or their input. */
import type { Finding } from '../../policy/finding.ts';
import type { Ground } from '../programs/ground.ts';
import { moduleFiles, node as readNode } from './languages/node.ts';
import { python as readPython } from './languages/python.ts';
import { inlineName, type Reader } from './languages/reader.ts';
import { awk as readAwk, perl as readPerl, script as readScript, sed as readSed } from './languages/scripts.ts';
import { type ObeyedKind, obeys, obeysHome, obeysUnknown } from './obeyed.ts';
import { isOption } from './operands.ts';
import type { Obeying } from './rule.ts';
import { type Start, type StartList, startOf } from './start.ts';
import { languageOf } from './written.ts';

/** A text of a language that stands in the command, or is sent into it. */
export function inline(text: string, { cwd }: Pick<Ground, 'cwd'>, read: Reader): readonly Finding[] {
  if (text.includes('\0')) return [obeysUnknown('the code that is put together only then', cwd)];
  return read(text, { path: cwd === '.' ? inlineName : `${cwd}/${inlineName}`, cwd });
}

const readers = { awk: readAwk, sed: readSed, perl: readPerl, script: readScript, node: readNode, python: readPython };
type Language = keyof typeof readers;

const odd = (start: Start, name: string, { cwd }: Ground) =>
  obeysUnknown(`what ${name} ${start.odd ?? ''} names`.slice(0, 120), cwd);

/** Its program comes from its input: what stands there, or nobody knows. */
function fromInput({ input, isPiped, isFed, cwd }: Ground, read: Reader, name: string): readonly Finding[] {
  if (input !== undefined) return inline(input, { cwd }, read);
  return isPiped || isFed ? [] : [obeysUnknown(`what ${name} is given`, cwd)];
}

/** By a list of options; `kind`: of the file that is run. */
function interpreter(
  list: StartList,
  written: Language,
  file: (word: string, cwd: string) => readonly Finding[],
): Obeying {
  return (args, ground, name) => {
    const start = startOf(args, list);
    if (start.odd !== undefined) return [odd(start, name, ground)];
    const found = [
      ...start.loaded.flatMap(one => file(one, ground.cwd)),
      ...start.code.flatMap(text => inline(text, ground, readers[written])),
    ];
    if (start.code.length > 0 && !(list.runsBoth && start.file !== undefined)) return found;
    if (list.loadsAll && start.loaded.length > 0) return found;
    if (start.file === undefined || start.file === '-' || start.file === '/dev/stdin')
      return [...found, ...fromInput(ground, readers[written], name)];
    return [...found, ...file(start.file, ground.cwd)];
  };
}

const fileOf = (kind: ObeyedKind) => (word: string, cwd: string) => [obeys(word, cwd, kind)];

const pythonList: StartList = {
  flags: 'bBdhiIOPqsSuvV',
  code: 'c',
  endsAtCode: true,
  values: {
    W: /^(ignore|error|default|always|module|once)(::\w*)*$/,
    X: /^(dev|utf8(=[01])?|faulthandler|importtime|no_debug_ranges|int_max_str_digits=\d+)$/,
  },
};
const python = interpreter(pythonList, 'python', fileOf({ written: 'python' }));

/** `-m` begins where a module of the folder would be found first. */
const pythonRule: Obeying = (args, ground, name) => {
  const at = args.findIndex(arg => /^-[bBdIOPqsSuv]*m./.test(arg) || /^-[bBdIOPqsSuv]*m$/.test(arg));
  const before = at < 0 ? undefined : startOf(args.slice(0, at), pythonList);
  if (at < 0 || before?.odd !== undefined || before?.file !== undefined || (before?.code.length ?? 0) > 0)
    return python(args, ground, name);
  const [, joined = ''] = /^-\w*?m(.*)$/.exec(args[at] ?? '') ?? [];
  const module = joined === '' ? (args[at + 1] ?? '') : joined;
  // modules of Python that run nothing else
  if (/^(json\.tool|calendar|this)$/.test(module)) return inline(`import ${module}`, ground, readPython);
  return [obeysUnknown(`the module ${module.slice(0, 60)}`, ground.cwd)];
};

const nodeList: StartList = {
  flags: 'v',
  code: 'e',
  loads: 'r',
  longCode: /^--eval$/,
  longLoads: /^--(require|import)$/,
  long: /^--(no-warnings|no-deprecation|trace-(warnings|uncaught|deprecation|exit)|enable-source-maps|experimental-strip-types|no-experimental-strip-types|unhandled-rejections=\w+|throw-deprecation|expose-gc|max-old-space-size=\d+|stack-trace-limit=\d+|version)$/,
};
const nodeFile = (word: string, cwd: string) =>
  /^\.{0,2}\//.test(word) || /\.([cm]?[jt]sx?|json)$/.test(word)
    ? moduleFiles(word, cwd)
    : [obeys(word, cwd, { written: 'node', orElse: `the module ${word.slice(0, 60)}` })];
const node = interpreter(nodeList, 'node', nodeFile);

const nodeRule: Obeying = (args, ground, name) => {
  // it is only read
  if (/^(-c|--check)$/.test(args[0] ?? '') && args.slice(1).every(arg => !isOption(arg))) return [];
  if (args.includes('--test')) return [obeysUnknown('the tests of the project', ground.cwd)];
  const words = args.map(arg => arg.replace(/^(-p|-pe)$/, '-e').replace(/^--print(?==|$)/, '--eval'));
  const package_ = startOf(words, nodeList).loaded.find(one => !/^\.{0,2}\//.test(one));
  return package_ === undefined ? node(words, ground, name) : [obeysUnknown(`the package ${package_}`, ground.cwd)];
};

/** Files of a shell’s own that it reads at its start; `home`: as a login, or with somebody in front of it. */
const shell: Obeying = (args, { cwd }, name) => {
  const written = languageOf(name) ?? 'other';
  const found: Finding[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (/^-[a-zA-Z]*l|^--login$/.test(arg)) found.push(...rcFiles('.bash_profile .bash_login .profile', cwd));
    if (/^-[a-zA-Z]*i/.test(arg)) found.push(...rcFiles('.bashrc', cwd));
    if (written === 'other' && isOption(arg)) return [obeysUnknown(`what ${name} ${arg} runs`.slice(0, 120), cwd)];
    if (/^[-+][a-zA-Z]*c[a-zA-Z]*$/.test(arg)) return found;
    if (/^(--rcfile|--init-file)$/.test(arg)) found.push(obeys(args[++at] ?? '', cwd, { written: 'shell' }));
    else if (/^[-+][a-zA-Z]*[oO]$/.test(arg)) at++;
    else if (arg === '-' || /^-[a-zA-Z]*s[a-zA-Z]*$/.test(arg)) return found;
    else if (arg === '--') return [...found, ...args.slice(at + 1, at + 2).map(file => obeys(file, cwd, { written }))];
    else if (!isOption(arg)) return [...found, obeys(arg, cwd, { written })];
    else if (!/^[-+][abefhkmnprtuvxilBCEHPT]+$|^--(norc|noprofile|posix|login|verbose|version|help)$/.test(arg))
      return [...found, obeysUnknown(`what ${name} ${arg} names`.slice(0, 120), cwd)];
  }
  return found;
};

function rcFiles(names: string, cwd: string): readonly Finding[] {
  return names.split(' ').map(name => obeysHome(name, cwd, { written: 'shell' }));
}

const perl = interpreter(
  {
    flags: 'acnpsTtuwWX',
    code: 'eE',
    rest: 'iF',
    digits: '0l',
    values: { M: /^(strict|warnings|utf8|List::Util|POSIX|Data::Dumper|JSON::PP)(=[\w,]+)?$/ },
  },
  'perl',
  fileOf({ written: 'perl' }),
);
const ruby = interpreter(
  { flags: 'alnpvw', code: 'e', rest: 'iF', digits: '0' },
  'script',
  fileOf({ written: 'script' }),
);
const php = interpreter(
  { flags: 'nq', code: 'r', loads: 'f', endsAtCode: true, loadsAll: true },
  'script',
  fileOf({ written: 'script' }),
);
const lua = interpreter({ flags: 'vW', code: 'e', runsBoth: true }, 'script', fileOf({ written: 'script' }));

/** With `-n`, `-p` or `<>` Perl runs what a file is named that ends in a bar. */
const perlRule: Obeying = (args, ground, name) => [
  ...perl(args, ground, name),
  ...(args.some(arg => /[\0*?[|]/.test(arg) && !isOption(arg)) &&
  args.some(arg => /^-\w*[np]/.test(arg)) &&
  !isPlainNames(args)
    ? [obeysUnknown(`what ${name} opens by the names of files`, ground.cwd)]
    : []),
];

/** Behind its code no word is left for the run, and none has a bar. */
function isPlainNames(args: readonly string[]): boolean {
  const { rest, file } = startOf(args, { flags: 'acnpsTtuwWX', code: 'eE', rest: 'iFM', digits: '0l' });
  return [file ?? '', ...rest].every(word => !/[\0*?[|]/.test(word));
}

const awkList: StartList = {
  flags: 'cPrk',
  code: 'e',
  loads: 'f',
  values: { F: /^/, v: /^/ },
  longLoads: /^--file$/,
  longCode: /^--source$/,
  long: /^--(posix|traditional|re-interval|csv|sandbox|version|help|(field-separator|assign)=.*)$/s,
};
const awk: Obeying = (args, ground, name) => {
  const { code, loaded, file, ...start } = startOf(args, awkList);
  if (start.odd !== undefined) return [odd({ code, loaded, ...start }, name, ground)];
  const texts = code.length + loaded.length > 0 || file === undefined ? code : [file];
  return [
    ...texts.flatMap(text => inline(text, ground, readAwk)),
    ...loaded
      .filter(one => one !== '-')
      .map(one => obeys(one, ground.cwd, { written: 'awk', orElse: `a program of awk named ${one.slice(0, 60)}` })),
  ];
};

const sedList: StartList = {
  flags: 'nErsuz',
  code: 'e',
  loads: 'f',
  rest: 'i',
  values: { l: /^\d+$/ },
  longLoads: /^--file$/,
  long: /^--(quiet|silent|regexp-extended|separate|unbuffered|null-data|posix|debug|sandbox|in-place(=.*)?|line-length=\d+|help|version)$/,
  longCode: /^--expression$/,
};
const sed: Obeying = (given, ground, name) => {
  const args = sorted(given);
  const { code, loaded, file, ...start } = startOf(args, sedList);
  if (start.odd !== undefined) return [odd({ code, loaded, ...start }, name, ground)];
  const texts = code.length + loaded.length > 0 || file === undefined ? code : [file];
  return [
    ...texts.flatMap(text => inline(text, ground, readSed)),
    ...loaded.filter(one => one !== '-').map(one => obeys(one, ground.cwd, { written: 'sed' })),
  ];
};

/** Options count behind other words, too: `sed s/a/b/ x -i`. */
function sorted(args: readonly string[]): readonly string[] {
  const at = args.findIndex(arg => !arg.startsWith('-'));
  const late = at < 0 ? [] : args.slice(at + 1).filter(arg => /^-./.test(arg));
  const isPlain = late.every(arg => /^-[nErsuzi]+$|^--(quiet|in-place|regexp-extended)$/.test(arg));
  return isPlain ? args : [...args.slice(0, Math.max(0, at)), '--that-option-stands-later'];
}

/** The language has no reader: its file is named, and what that loads is not known. */
const unread: Obeying = (args, { cwd }, name) => {
  const file = args.find(arg => !isOption(arg));
  return [
    ...(file === undefined ? [] : [obeys(file, cwd, { written: 'other', isOptional: true })]),
    obeysUnknown(`what ${name} loads or starts`, cwd),
  ];
};

const tsx: Obeying = ([first = '', ...args], { cwd }, name) =>
  isOption(first) || first === 'watch' || first === ''
    ? [obeysUnknown(`what ${name} ${[first, ...args][0] ?? ''} loads`, cwd)]
    : nodeFile(first, cwd);

const sourced: Obeying = ([file = ''], { cwd }) => [obeys(isOption(file) ? '' : file, cwd, { written: 'shell' })];

export const interpreterTable: Readonly<Record<string, Obeying>> = {
  'sh bash zsh dash ash ksh mksh pdksh fish csh tcsh rbash pwsh powershell cmd.exe cmd': shell,
  'source .': sourced,
  'python python2 python3 pypy pypy3': pythonRule,
  'node nodejs': nodeRule,
  tsx,
  perl: perlRule,
  ruby,
  php,
  'lua luajit': lua,
  'deno ts-node ipython R Rscript julia tclsh osascript guile gjs': unread,
  'awk gawk mawk nawk': awk,
  'sed gsed': sed,
};
