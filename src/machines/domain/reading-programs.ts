/**
 * The programs that only read, and what makes them so.
 *
 * Each has its options by allow-list, exactly as written here: abbreviations that a program would take (`--fol` for
 * `--follow`) are not taken. Left out, with intent: whatever writes (`sort -o`, `file -C`), sets (`date -s`, `hostname NAME`), runs a program
 * (`sort --compress-program`), waits for ever (`tail -f`, `free -s`), reads names of files from a file (`--files0-from`), or reads what is not named
 * (`grep -r`, which would come to dot-files). Programs that read anything at all of this machine are not here.
 */
import type { Word } from './plain-command.ts';

/** What may stand as a value or operand: a check, answering the problem. */
type Check = (text: string) => string | undefined;

interface ReadingProgram {
  /** One-letter options without a value; may be joined. */
  readonly flags?: string;
  /** Long options that may stand without a value. */
  readonly long?: readonly string[];
  /** Options with a value, `-n` or `--lines`: joined, after `=`, or as the next word. */
  readonly values?: Readonly<Record<string, Check>>;
  /** `head -20`. */
  readonly count?: boolean;
  /** What else may stand there; without it nothing may. */
  readonly operands?: Check;
  /** Operands before those, such as grep's pattern; `-e` gives it too. */
  readonly pattern?: boolean;
  /** Every word is text, options too. */
  readonly textOnly?: boolean;
}

const text: Check = () => undefined;
const matching =
  (pattern: RegExp, wanted: string): Check =>
  value =>
    pattern.test(value) ? undefined : `“${value}” is not ${wanted}`;
const count = matching(/^[+-]?\d{1,15}([bkKMG]B?|[KMG]iB)?$/, 'a number');
const name = matching(/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/, 'a plain name');

const privateName =
  /^(id_(rsa|dsa|ecdsa|ed25519)|(credential|secret|token|password|passwd|key)s?)(\.|$)|\.(pem|key|p12|pfx|jks|keystore|kdbx|gpg|asc)$/i;

/** A file the agent may read unasked: of the workspace or the scripts, not hidden, not named like a secret. `-` is standard input. */
const file: Check = path => {
  if (path === '-') return undefined;
  const parts = path.split('/');
  if (path === '' || parts.includes('..')) return `“${path}” may lie outside the workspace`;
  if (path.startsWith('/') && parts[1] !== 'workspace' && parts[1] !== 'scripts')
    return `“${path}” lies outside the workspace`;
  if (parts.some(part => part.startsWith('.') && part !== '.')) return `“${path}” is hidden and may hold secrets`;
  if (parts.some(part => privateName.test(part))) return `“${path}” may hold secrets`;
  return undefined;
};

const size = { '-n': count, '-c': count, '--lines': count, '--bytes': count };
const sums: ReadingProgram = { flags: 'bt', long: ['--binary', '--text', '--tag'], operands: file };

const programs = new Map<string, ReadingProgram>(
  Object.entries({
    // Prints its words; its options (-n, -e, -E) only say how.
    echo: { textOnly: true },
    pwd: { flags: 'LP' },
    whoami: {},
    // With an operand or an option it could set the name.
    hostname: {},
    nproc: { long: ['--all'] },
    arch: {},
    uname: {
      flags: 'asnrvmpio',
      long: ['--all', '--kernel-name', '--kernel-release', '--machine', '--operating-system'],
    },
    id: { flags: 'ugGnr', long: ['--user', '--group', '--groups', '--name', '--real'], operands: name },
    groups: { operands: name },
    uptime: { flags: 'ps', long: ['--pretty', '--since'] },
    free: { flags: 'bkmghwtl', long: ['--bytes', '--kibi', '--mebi', '--gibi', '--human', '--wide', '--total'] },
    which: { flags: 'a', operands: name },
    basename: { flags: 'az', long: ['--multiple'], values: { '-s': text, '--suffix': text }, operands: text },
    dirname: { flags: 'z', operands: text },
    // An operand without + would set the clock.
    date: {
      flags: 'uR',
      long: ['--utc', '--universal', '--rfc-email', '--iso-8601'],
      values: {
        '-d': text,
        '--date': text,
        '-r': file,
        '--reference': file,
        '--iso-8601': matching(/^(date|hours|minutes|seconds|ns)$/, 'a precision'),
        '--rfc-3339': matching(/^(date|seconds|ns)$/, 'a precision'),
        '-I': matching(/^(date|hours|minutes|seconds|ns)$/, 'a precision'),
      },
      operands: matching(/^\+/, 'a format, which begins with +'),
    },
    ls: {
      flags: 'aABcdfFgGhHiklLmnNopqQrRsStuUvxX1',
      long: [
        ...['--all', '--almost-all', '--classify', '--directory', '--dereference', '--human-readable', '--inode'],
        ...['--no-group', '--numeric-uid-gid', '--recursive', '--reverse', '--size', '--full-time', '--color'],
        '--group-directories-first',
      ],
      values: {
        '--color': matching(/^(auto|always|never)$/, 'a choice of colours'),
        '--sort': matching(/^[a-z]+$/, 'an order'),
        '--time': matching(/^[a-z]+$/, 'a time'),
        '--time-style': matching(/^[a-z-]+$/, 'a style'),
        '--format': matching(/^[a-z-]+$/, 'a format'),
      },
      operands: file,
    },
    cat: {
      flags: 'AbeEnstTuv',
      long: ['--show-all', '--number', '--number-nonblank', '--show-ends', '--show-tabs', '--squeeze-blank'],
      operands: file,
    },
    head: { flags: 'qv', long: ['--quiet', '--silent', '--verbose'], values: size, count: true, operands: file },
    tail: { flags: 'qv', long: ['--quiet', '--silent', '--verbose'], values: size, count: true, operands: file },
    wc: { flags: 'lwcmL', long: ['--lines', '--words', '--bytes', '--chars', '--max-line-length'], operands: file },
    nl: { operands: file },
    tac: { operands: file },
    df: {
      flags: 'ahHiklPT',
      long: ['--all', '--human-readable', '--inodes', '--local', '--portability', '--print-type', '--si', '--total'],
      operands: file,
    },
    du: {
      flags: 'abchHkmsSx',
      long: ['--all', '--apparent-size', '--bytes', '--total', '--human-readable', '--summarize', '--one-file-system'],
      values: { '-d': count, '--max-depth': count, '-t': count, '--threshold': count },
      operands: file,
    },
    stat: {
      flags: 'Lft',
      long: ['--dereference', '--file-system', '--terse'],
      values: { '-c': text, '--format': text, '--printf': text },
      operands: file,
    },
    file: {
      flags: 'bhikL',
      long: ['--brief', '--mime', '--mime-type', '--mime-encoding', '--dereference', '--keep-going'],
      operands: file,
    },
    realpath: { flags: 'ems', operands: file },
    readlink: { flags: 'fem', operands: file },
    md5sum: sums,
    sha1sum: sums,
    sha256sum: sums,
    sha512sum: sums,
    grep: {
      flags: 'icnlLvwxEFGHhoqs',
      long: [
        ...[
          '--ignore-case',
          '--count',
          '--line-number',
          '--files-with-matches',
          '--files-without-match',
          '--invert-match',
        ],
        ...['--word-regexp', '--line-regexp', '--extended-regexp', '--fixed-strings', '--only-matching', '--color'],
      ],
      values: {
        ...{ '-A': count, '-B': count, '-C': count, '-m': count, '--max-count': count, '-e': text, '--regexp': text },
        ...{ '--context': count, '--after-context': count, '--before-context': count },
      },
      pattern: true,
      operands: file,
    },
    sort: {
      flags: 'bdfghinMrRuV',
      long: ['--numeric-sort', '--reverse', '--unique', '--human-numeric-sort', '--version-sort', '--ignore-case'],
      values: { '-k': text, '--key': text, '-t': text, '--field-separator': text },
      operands: file,
    },
    cut: {
      flags: 's',
      long: ['--only-delimited', '--complement'],
      values: { '-d': text, '--delimiter': text, '-f': text, '--fields': text, '-c': text, '-b': text },
      operands: file,
    },
    diff: {
      flags: 'uqsybwiB',
      long: ['--unified', '--brief', '--side-by-side', '--ignore-case', '--ignore-all-space', '--ignore-blank-lines'],
      values: { '-U': count, '--unified': count },
      operands: file,
    },
    cmp: { flags: 'bls', operands: file },
  } satisfies Record<string, ReadingProgram>),
);

/** Why these words are not one of the reading programs with options that only read; undefined: they are. */
export function notReading([first, ...rest]: readonly Word[]): string | undefined {
  if (first === undefined) return 'there is no command in it';
  if (first.quoted) return 'the program’s name stands in quotes';
  if (/^[^=]*=/.test(first.text)) return `“${first.text}” sets a variable`;
  const program = programs.get(first.text);
  if (program === undefined) return `“${first.text}” is not among the programs that only read`;
  const problem = program.textOnly
    ? undefined
    : argumentProblem(
        program,
        rest.map(word => word.text),
      );
  return problem && `${first.text}: ${problem}`;
}

function argumentProblem(program: ReadingProgram, words: readonly string[]): string | undefined {
  const operands: string[] = [];
  let pattern = program.pattern !== true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      operands.push(word);
      continue;
    }
    if (program.count && /^-\d+$/.test(word)) continue;
    const option = word.startsWith('--') ? longOption(program, word) : shortOptions(program, word);
    if ('problem' in option) return option.problem;
    if (option.name === '-e' || option.name === '--regexp') pattern = true;
    if (option.check === undefined) continue;
    const value = option.value ?? words[++at];
    if (value === undefined) return `${option.name} stands without its value`;
    const problem = option.check(value);
    if (problem) return problem;
  }
  const files = pattern ? operands : operands.slice(1);
  for (const operand of files) {
    const problem = program.operands === undefined ? `it takes no “${operand}” here` : program.operands(operand);
    if (problem) return problem;
  }
  return undefined;
}

/** With `check`, a value follows: `value`, or else the next word. */
type Option =
  | { readonly name: string; readonly check?: Check | undefined; readonly value?: string | undefined }
  | { readonly problem: string };

function longOption({ long = [], values = {} }: ReadingProgram, word: string): Option {
  const [option = ''] = word.split('=', 1);
  if (word === option && long.includes(option)) return { name: option };
  const check = Object.hasOwn(values, option) ? values[option] : undefined;
  if (check === undefined) return { problem: `${option} is not among its options that only read` };
  return { name: option, check, value: word === option ? undefined : word.slice(option.length + 1) };
}

/** `-la`, `-n5`, `-n 5`. Only the last of joined options can have a value. */
function shortOptions({ flags = '', values = {} }: ReadingProgram, word: string): Option {
  for (let at = 1; at < word.length; at++) {
    const option = `-${word[at]}`;
    if (flags.includes(word[at] ?? '')) continue;
    const check = Object.hasOwn(values, option) ? values[option] : undefined;
    if (check === undefined) return { problem: `${option} is not among its options that only read` };
    return { name: option, check, value: at + 1 < word.length ? word.slice(at + 1) : undefined };
  }
  return { name: word };
}
