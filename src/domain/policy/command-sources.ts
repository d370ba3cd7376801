/**
 * What a command reads, where its text tells for sure: then its output is trusted as far as those files are.
 *
 * An allow-list, and not the rules by which commands are judged: those say what a command may do, this one says that
 * nothing but the named files and the words of the command itself can come out of it. It knows a small part of the
 * shell (plain and quoted words, pipes,
 * `&&`, `||`, `;`). Whatever else stands there, a variable, a pattern, a redirection, a program that is not listed,
 * leaves it unknown.
 */

/**
 * Files by the names the command gives them. `isPython`: Python runs inline code, and is to look for modules in its own
 * folders only.
 */
export interface CommandSources {
  readonly files: readonly string[];
  readonly isPython: boolean;
  /** It lists names of folders, or names that are to go. */
  readonly isListing?: boolean;
}

/** Undefined: it cannot be told what it reads. */
export function commandSources(text: string): CommandSources | undefined {
  const commands = commandsIn(text);
  if (commands === undefined) return undefined;
  const files: string[] = [];
  let [isPython, isListing] = [false, false];
  for (const [program = '', ...args] of commands) {
    if (program === 'python3' || program === 'python') {
      if (!isInlineFigures(args)) return undefined;
      isPython = true;
      continue;
    }
    if (program === 'ls') {
      if (!args.every(arg => !arg.startsWith('-') || /^-[1aAFhlprSt]+$/.test(arg))) return undefined;
      isListing = true;
      continue;
    }
    // it says only which names stay
    if (program === 'rm') {
      if (!args.every(arg => arg === '--' || !arg.startsWith('-') || /^-[rRfd]+$/.test(arg))) return undefined;
      isListing = true;
      continue;
    }
    const reads = Object.hasOwn(readers, program) ? readers[program]?.(args) : undefined;
    if (reads === undefined) return undefined;
    files.push(...reads.filter(file => file !== '-'));
  }
  return { files, isPython, isListing: isListing || undefined };
}

/** A word: plain letters, single quotes, or double quotes without anything that is expanded. */
const token =
  /[ \t]*(?:(?<end>\|\||&&|;|\|)|(?<quiet>(?:2>&1|[12]?> ?\/dev\/null)(?=[ \t;|&]|$))|(?<word>(?:[\w@%+=:,./-]+|'[^'\n]*'|"[^"$`\\!\n]*")+)(?=[ \t;|&]|$))/y;

/** The simple commands of a text, as words; undefined where anything else stands in it. */
function commandsIn(text: string): readonly (readonly string[])[] | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 10_000) return undefined;
  const commands: string[][] = [[]];
  token.lastIndex = 0;
  while (token.lastIndex < trimmed.length) {
    const found = token.exec(trimmed)?.groups;
    if (found === undefined) return undefined;
    const { end, word } = found;
    if (end !== undefined) commands.push([]);
    else if (word !== undefined)
      commands.at(-1)?.push(word.replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double));
  }
  if (commands.length > 1 && commands.at(-1)?.length === 0 && trimmed.endsWith(';')) commands.pop();
  return commands.every(words => words.length > 0) ? commands : undefined;
}

/** The files a program reads with these words; undefined: that cannot be told. */
type Reader = (args: readonly string[]) => readonly string[] | undefined;

const nothing: readonly string[] = [];
/** It says its own words again. */
const saying: Reader = () => nothing;
/** It says something of the machine, and takes options alone. */
const telling: Reader = args => (args.every(arg => /^-{1,2}[a-z-]+$/.test(arg)) ? nothing : undefined);
const dating: Reader = args =>
  args.every((arg, at) => /^(?:\+.*|-u|-R|-d|--date=.*|-I\w*|--utc|--iso-8601\S*)$/.test(arg) || args[at - 1] === '-d')
    ? nothing
    : undefined;

/** Options without a value, options with one in the next word, and how many of the other words are no files. */
function filter(flags: RegExp, values = '', { words = 0, most = Number.POSITIVE_INFINITY } = {}): Reader {
  return args => {
    const operands: string[] = [];
    for (let at = 0; at < args.length; at += 1) {
      const arg = args[at] ?? '';
      if (arg === '-' || !arg.startsWith('-')) operands.push(arg);
      else if (arg.length === 2 && values.includes(arg[1] ?? '')) {
        at += 1;
        if (!/^[+-]?[\d,.:nrbgi-]*$|^.$/.test(args[at] ?? '-f')) return undefined;
      } else if (!flags.test(arg)) return undefined;
    }
    const files = operands.slice(words);
    return operands.length < words || files.length > most ? undefined : files;
  };
}

const checksum = filter(/^$/);
const readers: Readonly<Record<string, Reader>> = {
  echo: saying,
  printf: saying,
  true: saying,
  false: saying,
  seq: saying,
  expr: saying,
  sleep: saying,
  basename: saying,
  dirname: saying,
  pwd: telling,
  uname: telling,
  whoami: telling,
  nproc: telling,
  arch: telling,
  date: dating,
  cat: filter(/^-[AbeEnstTuv]+$/),
  tac: filter(/^$/),
  rev: filter(/^$/),
  head: filter(/^-(?:\d+|[nc]-?\d+)$/, 'nc'),
  tail: filter(/^-(?:\d+|[nc][+-]?\d+)$/, 'nc'),
  wc: filter(/^-[lwcmL]+$/),
  nl: filter(/^-b[atn]$/),
  sort: filter(/^-[bdfghinRrsuV]+$/, 'kt'),
  // a second name is written to
  uniq: filter(/^-[cdiu]+$/, '', { most: 1 }),
  cut: filter(/^-[dfcb].+$/, 'dfcb'),
  tr: filter(/^-[cCdst]+$/, '', { words: 1, most: 0 }),
  grep: filter(/^-[EFPivwxclqnhHos]+$/, 'm', { words: 1 }),
  diff: filter(/^-[uqbwi]+$/),
  md5sum: checksum,
  sha1sum: checksum,
  sha256sum: checksum,
  cksum: checksum,
};

/** Code given on the command line that reckons: no file, no input, no module beside those of figures and dates. */
function isInlineFigures(args: readonly string[]): boolean {
  const [flag, code = '', ...more] = args;
  if (flag !== '-c' || more.length > 0) return false;
  const imports = code.split(/[;\n]/).filter(line => /\bimport\b/.test(line));
  return imports.every(line => figures.test(line)) && !reaching.test(code);
}

/** One module a statement, of those that only reckon. */
const figures =
  /^\s*(?:import (?:math|cmath|datetime|decimal|fractions|statistics)|from (?:math|datetime|decimal|fractions|statistics) import [\w, ]+)\s*$/;
/** What could bring in anything else. */
const reaching =
  /\b(?:open|exec|eval|compile|input|getattr|globals|locals|vars|dir|breakpoint|help|license|credits|copyright|os|sys|io|path|codecs|locale|modules)\b|\b_\w/;
