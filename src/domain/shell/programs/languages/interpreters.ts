/** Programs that run other programs' text: shells, and the interpreters of other languages. */

import { asks, asksAnywhere, asksDirectly, type Finding, leaves, refused, reports } from '../../../policy/finding.ts';
import { says } from '../../../policy/sentence.ts';
import { isUnclear, unknown as notKnown } from '../../grammar/unknown.ts';
import { readFindings, shown, writeFindings } from '../../paths.ts';
import { settingFindings } from '../../variables/settings.ts';
import { type Ground, type Rule, rulesFor } from '../ground.ts';
import { optionTable, readArguments } from '../options.ts';
import { cmd, powershell } from '../windows/shells.ts';
import { awkFindings, codeFindings, sedFindings } from './code.ts';

const onlyTells = /^(--version|--help|-V|-v|-h|-version)$/;

/** A shell with a text runs that text; with a file, that file; with neither, whatever comes: that is refused. */
const shell: Rule = (args, ground, name) => {
  if (args.length === 1 && /^--(version|help)$/.test(args[0] ?? '')) return [];
  const found: Finding[] = /^(ba|da|a|rba)?sh$/.test(name)
    ? []
    : [asks(says`${name} reads commands in a way of its own.`)];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (/^[-+][a-zA-Z]*c[a-zA-Z]*$/.test(arg)) {
      const rest = args.slice(at + 1);
      const begin = rest.findIndex(word => !/^[-+]./.test(word));
      const text = rest[begin];
      return [
        ...found,
        ...settingFindings(args.slice(0, at + 1 + Math.max(0, begin)), name),
        ...(text === undefined ? [asks(says`${name} is given no command.`)] : ground.text(text, rest.slice(begin + 1))),
      ];
    }
    if (/^(--rcfile|--init-file)$/.test(arg)) at++;
    else if (/^[-+]\w*[oO]$/.test(arg)) at++;
    else if (arg === '-s' || arg === '-' || arg.startsWith('/dev/') || /^-[a-z]*[si][a-z]*$/.test(arg)) break;
    else if (!arg.startsWith('-') && !arg.startsWith('+'))
      return [...found, asks(says`${name} runs the script ${shown(arg)}.`), ...ground.script(arg, args.slice(at + 1))];
  }
  if (ground.input !== undefined && !ground.input.includes(notKnown))
    return [...found, ...settingFindings(args, name), ...ground.text(ground.input, [name])];
  return [...found, refused(says`${name} runs whatever it is given, which nobody can judge beforehand.`)];
};

/** They have no such option, and read a program from their input instead. */
const tellsNothing = /^(tclsh|osascript)$/;

/** `python3 -v` tells more while it runs a program from its input. */
const readsOnFor = /^(python|pypy|ipython|R$|Rscript|guile|gjs)/;

interface Interpreter {
  /** The option whose value is code. */
  readonly code: RegExp;
  /** Options with a value that is not code. */
  readonly values?: RegExp;
  readonly modules?: boolean;
}

function interpreter({ code, values = /^$/, modules = false }: Interpreter): Rule {
  return (args, ground, name) => {
    const [only = ''] = args;
    if (args.length === 1 && onlyTells.test(only) && !tellsNothing.test(name))
      return readsOnFor.test(name) && !/^--|^-[Vh]$/.test(only) ? [asks(says`${name} runs whatever it is given.`)] : [];
    const started = modules ? startedModule(args) : undefined;
    if (started !== undefined) return module(started.words, ground, name, started.isIsolated);
    const written = [asks(says`${name} runs inline code.`, 'medium')];
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] ?? '';
      if (code.test(arg)) {
        // `perl -i -ne`: what is not printed is gone
        const flags = args.slice(0, at + 1).join(' ');
        const isEmptying =
          /^(perl|ruby)$/.test(name) &&
          /(^| )-\w*i( |$|\w)/.test(flags) &&
          /(^| )-\w*n/.test(flags) &&
          !/print|say|puts|\bp\b/.test(args[at + 1] ?? '');
        if (isEmptying) written.push(asksAnywhere(says`${name} takes everything out of the file.`));
        const text = arg.includes('=') && arg.startsWith('--') ? arg.slice(arg.indexOf('=') + 1) : (args[at + 1] ?? '');
        return [...written, ...codeFindings(text, ground)];
      }
      if (values.test(arg)) at++;
      else if (arg === '-' || arg === '/dev/stdin') break;
      else if (!arg.startsWith('-'))
        return [
          (/(^|\/)setup\.py$/.test(arg) && /^(install|develop|upload|register)$/.test(args[at + 1] ?? '')
            ? leaves
            : asks)(says`${name} runs the program ${shown(arg)}.`),
          ...args.slice(at + 1).flatMap(path => secretsOf(path, ground)),
        ];
    }
    if (ground.input !== undefined) return [...written, ...codeFindings(ground.input, ground)];
    return ground.isDecoded
      ? [refused(says`${name} runs what was fetched or decoded just before.`)]
      : [asks(says`${name} runs whatever it is given.`, 'high')];
  };
}

/**
 * `python3 -I -m json.tool x`, where the options before `-m` are all known; the value of one of them is never taken for
 * another.
 */
function startedModule(args: readonly string[]) {
  for (let at = 0, isIsolated = false; at < args.length; at++) {
    const [, letters = '', last = ''] = /^-([IPEsSBbOuqv]*)([mWX]?)$/.exec(args[at] ?? '') ?? [];
    if (letters === '' && last === '') return undefined;
    isIsolated ||= /[IP]/.test(letters);
    if (last === 'm') return { words: args.slice(at + 1), isIsolated };
    if (last !== '' && !harmlessValue.test(args[++at] ?? '')) return undefined;
  }
  return undefined;
}
/** A category of warnings can name a module, which is imported for it. */
const harmlessValue = /^(ignore|error|default|always|module|once|dev|utf8(=[01])?|faulthandler|importtime)$/;

/** `python3 -m`: what the module does. */
function module(
  [name = '', ...args]: readonly string[],
  ground: Ground,
  python: string,
  isIsolated: boolean,
): readonly Finding[] {
  if (/^(pytest|unittest|doctest|mypy|ruff|black|flake8|pylint|coverage|compileall|py_compile)$/.test(name))
    return [reports(says`${name} runs the project’s own checks.`)];
  if (/^(json\.tool|calendar|this)$/.test(name)) return ownModule(name, args, ground, isIsolated);
  if (name === 'ensurepip') return [leaves(says`${python} brings in pip.`, 'medium')];
  if (name === 'pip') return [...ground.words(['pip', ...args]), ...(isIsolated ? [] : [fromFolder(name)])];
  return [asks(says`${python} runs the module ${shown(name)}.`)];
}

/**
 * A module of Python’s own, unless the folder has one of that name: that is looked for first where nothing keeps Python
 * from it (-I, -P).
 */
function ownModule(name: string, args: readonly string[], { cwd }: Ground, isIsolated: boolean): readonly Finding[] {
  const [files, odd] = [args.filter(arg => !arg.startsWith('-')), args.filter(arg => arg.startsWith('-'))];
  const known =
    /^--(sort-keys|json-lines|no-ensure-ascii|indent|tab|no-indent|compact|help|type|year|month|day|locale|css|first-weekday)(=.*)?$|^-[h\d]\w*$/;
  return [
    ...odd
      .filter(option => !known.test(option))
      .map(option => asks(says`${name} ${shown(option)}: this option is not known.`)),
    // the second file is written
    ...files.flatMap((path, at) =>
      at === 1 && name === 'json.tool' ? writeFindings(path, cwd) : readFindings(path, cwd),
    ),
    ...(args.some(arg => isUnclear(arg))
      ? [asksDirectly(says`What ${name} is given is only known when it runs.`)]
      : []),
    ...(isIsolated ? [] : [fromFolder(name)]),
  ];
}

function fromFolder(name: string): Finding {
  return asksDirectly(
    says`Python runs ${shown(`${name.split('.')[0]}.py`)} of this folder instead, if there is one.`,
    1,
  );
}

function secretsOf(path: string, { cwd }: Ground): readonly Finding[] {
  return readFindings(path, cwd).filter(({ level, touches }) => level === 2 || touches !== undefined);
}

const node = interpreter({
  code: /^(-e|-p|-pe|--eval(=.*)?|--print(=.*)?)$/,
  values: /^(-r|--require|--import|-C|--env-file)$/,
});

const nodeRule: Rule = (args, ground, name) => {
  if (args[0] === '--check' || args[0] === '-c') {
    const odd = args.slice(1).filter(arg => arg.startsWith('-'));
    return [
      ...odd.map(option => asks(says`${name} ${shown(option)}: this option can run something.`)),
      ...args.slice(1).flatMap(path => readFindings(path, ground.cwd)),
    ];
  }
  if (args[0] === '--test' && args.slice(1).every(arg => !/^(-r|--require|--import|--loader|--eval|-e)/.test(arg)))
    return [reports('It runs the project’s own tests.')];
  return node(args, ground, name);
};

const awkOptions = optionTable({
  values: 'Fv',
  long: 'posix traditional re-interval csv sandbox help version',
  longValues: 'field-separator assign',
  flags: 'cPrk',
  endsAtOperand: true,
});

const awk: Rule = (args, ground, name) => {
  const { unknown, operands } = readArguments(args, awkOptions);
  const [program = '', ...files] = operands;
  return [
    ...unknown.map(option => asks(says`${name} ${shown(option)}: this option is not known, or loads a program.`)),
    ...awkFindings(program, ground),
    ...(args.some(arg => isUnclear(arg))
      ? [asksDirectly(says`What ${name} is given is only known when it runs.`)]
      : []),
    ...(/\bgetline\b|\bARGV\b/.test(program) ? [asksDirectly(says`${name} reads files of its own choosing.`)] : []),
    ...files.flatMap(path => readFindings(path, ground.cwd)),
  ];
};

const sedOptions = optionTable({
  flags: 'nErsuz',
  values: 'el',
  long: 'quiet silent regexp-extended separate unbuffered null-data posix debug sandbox help version',
  longValues: 'expression line-length',
});

/**
 * Takes away every line: a deletion without an address, the end after a line, an emptied line, or nothing printed at
 * all.
 */
function leavesNothing(script: string, isQuiet: boolean): boolean {
  const bare = script.trim().replace(/^(1|0),\$|^\$!|^1!|^\/\.?\*?\/!?|^\/\^\//, '');
  return (
    /^\{?\s*([dDQqz]\b|c\\?|s(.)\^?\.\*\$?\2\2)/.test(bare) ||
    /^\d*[qQ]/.test(bare) ||
    (isQuiet && !/[pPwlie]/.test(script))
  );
}

const sed: Rule = (args, ground, name) => {
  const isInPlace = (arg: string) => /^-[nErsuz]*i|^--in-place/.test(arg);
  // `-ni` and `-i.bak`: what follows the i is a suffix
  const plain = args.flatMap(arg =>
    isInPlace(arg) ? [/^-([nErsuz]+)i/.exec(arg)?.[1] ?? ''].filter(Boolean).map(flags => `-${flags}`) : [arg],
  );
  const { options, unknown, operands } = readArguments(plain, sedOptions);
  const scripts = options.flatMap(({ name: option, value }) =>
    /^(-e|--expression)$/.test(option) && value !== undefined ? [value] : [],
  );
  const files = scripts.length > 0 ? operands : operands.slice(1);
  if (scripts.length === 0) scripts.push(operands[0] ?? '');
  // with a suffix a copy of the file stays
  const isKept = args.some(arg => /^-[nErsuz]*i.|^--in-place=./.test(arg));
  const isQuiet = options.some(({ name: option }) => /^(-n|--quiet|--silent)$/.test(option));
  const empties = args.some(isInPlace) && !isKept && scripts.some(script => leavesNothing(script, isQuiet));
  return [
    ...unknown.map(option => asks(says`${name} ${shown(option)}: this option is not known, or loads a program.`)),
    ...(empties ? [asksAnywhere(says`${name} takes everything out of the file, or most of it.`)] : []),
    ...scripts.flatMap(script => sedFindings(script, ground)),
    ...(args.some(arg => isUnclear(arg))
      ? [asksDirectly(says`What ${name} is given is only known when it runs.`)]
      : []),
    ...files.flatMap(path =>
      args.some(isInPlace) ? writeFindings(path, ground.cwd, 'changes') : readFindings(path, ground.cwd),
    ),
  ];
};

const takesAway =
  /\b(drop\s+(table|database|schema|index|view|column|collection)|delete\s+from|truncate\s+(table\s+)?\w|\.drop\()/i;

/** Editors and debuggers take commands of their own; after a `!` they are the shell's. */
const editor: Rule = (args, ground, name) => [
  asks(says`${name} can change files and start programs.`, 'medium'),
  ...([...args, ground.input ?? ''].some(text => takesAway.test(text))
    ? [asksAnywhere(says`${name} deletes what a database holds.`)]
    : []),
  ...[...args, ground.input ?? ''].flatMap(arg => {
    const at = arg.search(/!|\bshell\b/);
    return at < 0 ? [] : ground.text(arg.slice(at).replace(/^(!|shell)\s*/, '')).filter(({ level }) => level === 3);
  }),
];

export const interpreters = rulesFor({
  'sh bash zsh dash ash ksh mksh pdksh fish csh tcsh rbash': shell,
  'pwsh powershell': powershell,
  cmd,
  'python python2 python3 pypy pypy3 ipython': interpreter({ code: /^-[a-zA-Z]*c$/, values: /^-[WX]$/, modules: true }),
  'node nodejs': nodeRule,
  'perl ruby': interpreter({ code: /^-[a-zA-Z0-9]*[eE]$/, values: /^-[IrMm]$/ }),
  'php lua luajit R Rscript julia tclsh osascript guile gjs': interpreter({ code: /^-[a-zA-Z]*[reE]$/ }),
  'awk gawk mawk nawk': awk,
  'sed gsed': sed,
  'vim vi nvim ex ed nano emacs view gdb lldb psql sqlite3 mysql mongosh ftp-script': editor,
});
