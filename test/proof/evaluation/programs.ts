// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands in them is shell.
/**
 * Shell programs from the grammar, the same for the same seed: every form of assignment, every place where bash
 * evaluates a text, and every way to put one inside another. Some values are numbers, some are names, and some are code
 * to whoever calculates with them.
 */
import { type Chance, random } from '../../domain/random.ts';

export interface Program {
  readonly seed: number;
  /** One after the other; fewer of them are a program too. */
  readonly statements: readonly string[];
  /** The programs it names as commands. */
  readonly programs: ReadonlySet<string>;
}

export function textOf({ statements }: Pick<Program, 'statements'>): string {
  return statements.join('\n');
}

export function programOf(seed: number): Program {
  const chance = random(Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995);
  for (let at = 0; at < 3; at++) chance.integer(2);
  const maker = new Maker(chance);
  const statements = Array.from({ length: 1 + chance.integer(4) }, () => maker.statement(0));
  // a value may name it, too; that it writes is seen all the same
  if (statements.some(one => one.includes('-exec touch new'))) maker.programs.add('touch');
  return { seed, statements, programs: maker.programs };
}

const names = ['x', 'y', 'n', 'i', 's', 'a', 'm'];
const steering = [
  ...[
    'PATH',
    'PATH',
    'IFS',
    'HOME',
    'PWD',
    'OLDPWD',
    'CDPATH',
    'ENV',
    'BASH_ENV',
    'PS4',
    'RANDOM',
    'OPTIND',
    'SECONDS',
  ],
  ...['GLOBIGNORE', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'PROMPT_COMMAND', 'BASH_CMDS', 'SHELLOPTS', 'HISTCMD', 'SRANDOM'],
];
const code = [
  ...[
    "'a[$(mark)]'",
    "'a[`mark`]'",
    "'a[0$(mark)]+1'",
    "'$(mark)'",
    '"x[\\$(mark)]"',
    "$'a[$(mark)]'",
    "'-va[$(mark)]'",
  ],
  ...["'-v a[$(mark)]'", "'($(mark))'", "'PATH'", "'PATH=.'", "'x=5'", "'y'", "'a[$(mark)]=1'"],
];
const paths = [
  ...['data.txt', 'numbers.txt', 'sales.csv', 'paths.txt', 'docs/note.md', './data.txt', '*.txt', '*', 'docs'],
  ...[
    '/home/owner/key',
    '~/key',
    '../0/data.txt',
    '/etc/hostname',
    '/dev/tcp/127.0.0.1/9',
    'docs/../../1/data.txt',
    '/dev/null',
  ],
];
const readers = [
  'cat',
  'head -n 2',
  'wc -l',
  'sort',
  'ls',
  'grep -c a',
  'tail -n 1',
  'nl',
  'od -c',
  'cut -d, -f2',
  'uniq',
  'tac',
];

/** Values of every length: none, short ones, such as end in other places than they seem to, and more than is judged. */
const lengths = [
  ...[
    "''",
    '""',
    'd',
    'docs',
    "'?a'",
    "'%..'",
    "'a b'",
    "'..'",
    "'/'",
    "'🙂/home/owner/key'",
    "'docs/../../home/owner'",
  ],
  ...[`'${'-true '.repeat(70)}-exec touch new {} +'`, `'${'-true '.repeat(260)}-exec mark {} +'`],
  `'${'a'.repeat(4_100)}/../../home/owner/key'`,
];
/** Commands that do what their text does not say by itself, if a value of it is read wrongly. */
const hidden = ['mark', 'touch new', 'cat /home/owner/key', 'cat ~/key', 'ls', 'cat numbers.txt'];

class Maker {
  readonly #chance: Chance;
  readonly programs = new Set<string>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  #one<Item>(...items: readonly Item[]): Item {
    return this.#chance.pick(items);
  }

  #maybe(percent: number): boolean {
    return this.#chance.integer(100) < percent;
  }

  /** A program, and that it is named. */
  #run(line: string): string {
    this.programs.add(line.split(' ')[0] ?? '');
    return line;
  }

  #name(): string {
    return this.#maybe(8) ? this.#chance.pick(steering) : this.#chance.pick(names);
  }

  #number(): string {
    return this.#one('0', '1', '3', '5', '-2', '10', '08', '0x1f', '16#ff');
  }

  /** What is put into a variable. */
  #value(depth: number): string {
    switch (this.#chance.integer(depth > 3 ? 6 : 13)) {
      case 0:
      case 1:
      case 2:
        return this.#number();
      case 3:
        return this.#chance.pick(names);
      case 4:
        return this.#maybe(50) ? this.#chance.pick(code) : this.#number();
      case 5:
        return this.#one(
          '$x',
          '"$y"',
          '${n}',
          '"${i:-3}"',
          '$#',
          '${#x}',
          '$?',
          '"$@"',
          '$1',
          '${a[0]}',
          '"${a[@]}"',
          "''",
          '{1..3}',
        );
      case 6:
        return `$((${this.#calculation(depth + 1)}))`;
      case 7:
        return `$(${this.#simple(depth + 1)})`;
      case 8:
        return `"$(${this.#run('cat')} ${this.#one('data.txt', 'numbers.txt', 'paths.txt')})"`;
      case 9:
        return this.#one(
          `$(${this.#run('wc')} -l < data.txt)`,
          `$(${this.#run('date')} +%s)`,
          `$(${this.#run('seq')} 1 3)`,
        );
      case 10:
        return this.#expansion(depth + 1);
      case 11:
        return this.#chance.pick(paths);
      default:
        return `${this.#one('', '"', "'")}`.length > 0
          ? `"${this.#one('$x', '$n', '5', 'a')}${this.#one('$y', '7', 'b', '')}"`
          : '4';
    }
  }

  #index(depth: number): string {
    return this.#one('0', '1', 'n', '$i', '@', '$x', '"$y"', this.#calculation(depth + 1), '"a[\\$(mark)]"');
  }

  /** The text between the brackets of `$(( ))`. */
  #calculation(depth: number): string {
    const inner = () => this.#calculation(depth + 1);
    const name = this.#name();
    switch (this.#chance.integer(depth > 3 ? 6 : 16)) {
      case 0:
      case 1:
        return this.#number();
      case 2:
      case 3:
        return this.#chance.pick(names);
      case 4:
        return this.#one(`$${name}`, `\${${name}}`, '$#', '${#x}', '$?', '$1', '"$n"', '${x:-0}', '${n:-y}');
      case 5:
        return this.#one('RANDOM', 'SECONDS', 'LINENO', 'UID', '1', '2');
      case 6:
        return `${inner()}${this.#one('+', ' - ', '*', ' / ', '%', ' < ', '==', '&&', '||', '**', ',', '<<', '^')}${inner()}`;
      case 7:
        return `(${inner()})`;
      case 8:
        return `${inner()} ? ${inner()} : ${inner()}`;
      case 9:
        return `${name}${this.#one('=', '+=', ' = ', '*=', '|=', '<<=')}${inner()}`;
      case 10:
        return this.#one(`${name}++`, `--${name}`, `++${name}`, `-${name}`, `!${name}`, `~${name}`);
      case 11:
        return `${this.#one('a', 'x', 'm')}[${inner()}]`;
      case 12:
        return `$((${inner()}))`;
      case 13:
        return `$(${this.#one(`${this.#run('wc')} -l < data.txt`, `${this.#run('cat')} data.txt`, 'echo 5', `echo ${this.#chance.pick(code)}`)})`;
      case 14:
        return this.#one(`$[${inner()}]`, `\${a[${inner()}]}`, `a$n`, `$x$y`, `"x"$n`, `\${x}y`, `\${y:${inner()}}`);
      default:
        return `a[${inner()}]=${inner()}`;
    }
  }

  #expansion(depth: number): string {
    const name = this.#name();
    const inner = () => this.#calculation(depth + 1);
    const value = () => this.#value(depth + 1);
    const all = [
      () => `\${${name}:${inner()}}`,
      () => `\${${name}:${inner()}:${inner()}}`,
      () => `\${${name}: -${this.#number()}}`,
      () => `\${a[${this.#index(depth)}]}`,
      () => `\${${name}[${this.#index(depth)}]}`,
      () => `\${#a[${this.#index(depth)}]}`,
      () => `\${!${name}}`,
      () => `\${!${name}@}`,
      () => `\${!a[@]}`,
      () => `\${${name}@${this.#one('P', 'Q', 'E', 'A', 'K', 'a')}}`,
      () => `\${${name}${this.#one(':=', '=', ':-', '+', ':+', '-')}${value()}}`,
      () =>
        `\${${name}${this.#one('#', '##', '%', '%%', '/', '//', '^^', ',,')}${this.#one('a', '?', '*', '$y', '$((n))')}}`,
      () => `"\${@:${inner()}}"`,
      () => `\${a[@]:${inner()}:${inner()}}`,
      () => `\${!${name}:=${value()}}`,
      () => `$[${inner()}]`,
    ];
    return this.#chance.pick(all)();
  }

  /** An operator and a value it changes, keeps or replaces. */
  #operated(): string {
    const name = this.#one('x', 'y', 's', 'nope');
    const piece = () => this.#one('a', '?', '??', '*', '"?"', '$x', '&', '/', '..', '[a-z]', '%', "''");
    return this.#one(
      `\${${name}${this.#one(':-', '-', ':+', '+', ':=', '=')}${this.#one(...hidden, 'docs', '/home/owner', '..', '')}}`,
      `\${${name}${this.#one('/', '//', '/#', '/%')}${piece()}/${piece()}}`,
      `\${${name}${this.#one('#', '##', '%', '%%')}${piece()}}`,
      `\${${name}:${this.#one('0', '1', ' -1', ' -5', '3')}${this.#one('', ':1', ':-1', ':99')}}`,
      `\${${name}${this.#one('^', '^^', ',', ',,', '@U', '@L', '@Q')}}`,
      `\${!${name}}`,
    );
  }

  /** A substitution whose output looks as if it were plain to see. */
  #printed(): string {
    const words = this.#one('-name f -exec mark {} +', '/home/owner/key', '..', 'docs -o new', ': \\; mark', '');
    this.programs.add('cat');
    return this.#one(
      `$(printf ${this.#one("'%s '", "'%s'", "'%c'", "'%s/%s'", "'%b'", "'%5s'", "'\\57%s'")} ${words})`,
      `$(echo ${this.#one('', '-n ', '-e ')}${this.#one(words, "'\\x2fhome'", "'\\U2fhome'", "'a\\c'")})`,
      `$(echo ${words} ${this.#one('>&2', '> /dev/null', '2>&1', '| cat', '| cat < paths.txt', '| cat <<< docs')})`,
      `$(cat <<< ${this.#one('docs', '-true')} ${this.#one('', '< paths.txt', '< numbers.txt')})`,
      `$(which ${this.#one('nope', 'docs')})`,
      '$(< paths.txt)',
    );
  }

  /** A word that is put together, where it decides what happens. */
  #guessed(): string {
    const word = () =>
      this.#maybe(50)
        ? this.#operated()
        : this.#maybe(60)
          ? this.#printed()
          : this.#one('$x', '$1', '$2', '"$@"', '${a[1]}', '"${a[@]}"', '$s', '"$s"', '{d,n}{,a}');
    const quoted = (text: string) => (text.startsWith('"') || this.#maybe(60) ? text : `"${text}"`);
    const all = [
      () => word(),
      () => `${word()} new`,
      () => `${this.#run('find')} . ${word()}`,
      () => `${this.#run('sort')} ${word()}`,
      () => `${this.#run(this.#chance.pick(readers))} ${quoted(word())}`,
      () => `${this.#run('cat')} ${quoted(word())}${this.#one('/key', '/home/owner/key', '/../key', '')}`,
      () => `${this.#run('cat')} < ${word()}/home/owner/key`,
      () => `echo hi > ${word()}/${this.#one('new', 'tmp/new')}`,
      () => `bash -c ${quoted(word())}`,
      () => `trap ${quoted(word())} EXIT`,
      () => `echo numbers.txt | ${this.#run('xargs')} ${word()} ${this.#run('cat')}`,
      () => `declare ${quoted(`${word()}PATH`)}=.:/usr/bin; ${this.#run('ls')}`,
      () => `echo() { mark; }; ${this.#run('cat')} $(echo docs)`,
      () => `f() { shift; "$@"; }; f ls ${word()}`,
      () => `f() { ${this.#run('cat')} $1/home/owner/key; }; f ${word()}`,
    ];
    const before = this.#one(
      ...[`x=${this.#chance.pick(lengths)}`, `x=${this.#chance.pick(lengths)}; x+=${this.#chance.pick(lengths)}`],
      ...[
        `s=${this.#chance.pick(lengths)}`,
        `unset x`,
        `x=docs true`,
        `(x=docs)`,
        `false && x=docs`,
        `x=docs; unset x`,
      ],
      ...[
        `set -- ${this.#chance.pick(lengths)} ls`,
        `a=(* docs ${this.#chance.pick(lengths)})`,
        'a=([1]=docs [0]=/home/owner/key)',
      ],
      ...[
        `f() { local x; }; x=docs`,
        `declare -u x; x=docs`,
        `x=docs | :`,
        `set -- ls mark; shift`,
        `for x in docs ''; do :; done`,
      ],
    );
    return this.#maybe(85) ? `${before}; ${this.#chance.pick(all)()}` : this.#chance.pick(all)();
  }

  /** Something that sets a variable. */
  #assignment(depth: number): string {
    const name = this.#name();
    const value = () => this.#value(depth + 1);
    const declare = () => this.#one('declare', 'typeset', 'export', 'readonly', 'declare -x', 'declare -g');
    const all = [
      ...Array.from({ length: 12 }, () => () => `${name}=${value()}`),
      () => `${name}+=${value()}`,
      () => `${name}[${this.#index(depth)}]=${value()}`,
      () => `a=(${value()} ${value()})`,
      () => `a=([${this.#index(depth)}]=${value()})`,
      () => `a+=(${value()})`,
      () => `${declare()} ${name}=${value()}`,
      () => `${declare()} "${name}=${this.#one('$x', '5', '$(mark)', '(\\$(mark))')}"`,
      () => `declare ${this.#one('-i', '-i', '-a', '-A', '-ai', '-u', '-n', '-r', '-t')} ${name}=${value()}`,
      () => `declare ${this.#one('-i', '-a', '-A', '-n', '-x')} ${name}`,
      () => `declare -a "${name}=(\\$(mark))"`,
      () => `declare "$y=${this.#number()}"`,
      () => `read ${name} <<< ${value()}`,
      () => `read -r ${name} ${this.#name()} < ${this.#one('data.txt', 'numbers.txt', 'sales.csv')}`,
      () => `read ${this.#one('-a ', '-ra', '-r -a ', '-n 3 ')}${name} <<< ${value()}`,
      () => `read ${this.#one('"$x"', '$y', "'a[$(mark)]'", 'a[n]', 'x[$i]')} <<< 1`,
      () => `printf -v ${name} ${this.#one('%s', '%d', '5')} ${value()}`,
      () => `printf -v${name} %s ${value()}`,
      () => `printf -v ${this.#one('"$x"', 'a[$n]', "'a[$(mark)]'", '$y')} %s 1`,
      () => `mapfile -t ${name} < ${this.#one('data.txt', 'numbers.txt')}`,
      () => `mapfile ${this.#one('-C mark -c 1 ', '-n 2 ', '')}${name} < data.txt`,
      () => `: \${${name}${this.#one(':=', '=')}${value()}}`,
      () => `((${name}${this.#one('=', '+=')}${this.#calculation(depth + 1)}))`,
      () => `let ${this.#one('', '"')}${name}=${this.#one('5', 'n', 'n+1')}`.replace(/^let "(.*)$/, 'let "$1"'),
      () => `getopts ${this.#one('ab', 'a:')} ${name}`,
      () => `coproc ${name} { :; }`,
      () => `exec {${name}}>&1`,
      () => `exec {a[${this.#one('n', '0', 'x')}]}>&1`,
      () => `wait -n -p ${this.#one(name, "'a[$(mark)]'", '"$x"')}`,
      () => `unset ${this.#one(name, '-v x', "'a[$(mark)]'", '"$x"', 'a[n]', '-n y')}`,
      () => `set -- ${value()} ${value()}`,
      () => `set ${this.#one('-x', '-k', '-a', '-f', '-o posix', '-u', '-o pipefail', '-- $x', '$x', '-T')}`,
      () =>
        `shopt -s ${this.#one('extglob', 'expand_aliases', 'lastpipe', 'nullglob', 'cdable_vars', 'localvar_inherit')}`,
      () =>
        `trap '${this.#one('x=5', 'n="a[\\$(mark)]"', 'echo $((n))', 'PATH=.')}' ${this.#one('DEBUG', 'EXIT', 'ERR', 'RETURN')}`,
      () =>
        `${this.#one('command', 'builtin')} ${this.#one('read', 'mapfile', 'declare', 'export', 'printf -v')} ${name}`,
      () => `command read ${name} < data.txt`,
      () => `\\read ${name} < data.txt`,
      () => `alias ${this.#one('ls', 'cat', 'e')}=${this.#one("'mark'", "'echo'", "'cat '")}`,
      () => `cd ${this.#one('docs', 'missing', '..', '5', 'docs/..', '"$x"', '~', '/home/owner', '-', '.')}`,
      () => `declare -A m; m[${this.#one('$x', 'k', '"$y"', 'n')}]=${value()}`,
    ];
    return this.#chance.pick(all)();
  }

  /** A command that uses what was set. */
  #simple(depth: number): string {
    const word = () => this.#one(this.#value(depth + 1), this.#expansion(depth + 1), '$x', '"$y"', '"$n"', '5', 'a');
    const calculation = () => this.#calculation(depth + 1);
    const file = () => this.#one(...paths.slice(0, 9), ...paths, '"$x"', '$y', '"$f"');
    const all = [
      ...Array.from({ length: 4 }, () => () => `echo ${word()} ${word()}`),
      ...Array.from({ length: 4 }, () => () => `echo $((${calculation()}))`),
      ...Array.from({ length: 5 }, () => () => `${this.#run(this.#chance.pick(readers))} ${file()}`),
      () => `((${calculation()}))`,
      () => `let ${this.#one('n', 'x=y', '"$x"', 'i++', 'a[n]=1', "'x = 5 + n'")}`,
      () => `echo ${this.#expansion(depth + 1)}`,
      () => `[[ ${word()} ${this.#one('-gt', '-eq', '-lt', '==', '=~', '-nt', '<')} ${word()} ]]`,
      () => `[[ -v ${this.#one('x', 'a[n]', '$x', 'a[0]', '"$y"')} ]]`,
      () => `[[ ${this.#one('-n', '-f', '-d', '-R', '-t', '-o')} ${word()} ]]`,
      () =>
        `${this.#one('[', 'test')} ${this.#one('-n', '-f', '-v', '-v', '', '!')} ${word()} ]`.replace(
          /^test (.*) \]$/,
          'test $1',
        ),
      () => `[ ${word()} ${this.#one('-gt', '-eq', '=', '!=', '-a', '-o')} ${word()} ]`,
      () => `printf ${this.#one("'%s\\n'", '%d', '"$x"', '$y', '"$x\\n"', '-- "$x"')} ${word()}`,
      () => `${this.#run('cat')} <<< ${word()}`,
      () => `${this.#run('cat')} <<END\n${this.#one('$x', '$((n))', '${a[x]}', '$(echo 5)', '${y:n}')}\nEND\n`,
      () => `${this.#run('cat')} < ${file()}`,
      () => `wait ${this.#one('$!', '"$x"', '$y', '')}`,
      () => `${this.#one('shift', 'return', 'ulimit -n', 'umask')} ${this.#one('"$x"', '1', '$n')}`,
      () =>
        `${this.#run('env')} ${this.#name()}=${this.#value(depth + 1)} ${this.#run(this.#one('ls', 'cat numbers.txt', 'wc -l data.txt'))}`,
      () =>
        `${this.#name()}=${this.#value(depth + 1)} ${this.#run(this.#one('ls', 'cat numbers.txt', 'sort data.txt'))}`,
      () =>
        `echo ${this.#run('cat')} numbers.txt | ${this.#run('xargs')} ${this.#run('ls')}`.replace(
          'cat numbers',
          'numbers',
        ),
      () => `${this.#run('find')} . -name '*.md' -exec ${this.#run('cat')} {} +`,
      () => `echo hi > ${this.#one('out.txt', 'docs/out.txt', '"$x"', '/home/owner/out', '/tmp/out', '$n.txt')}`,
      () =>
        `${this.#run(this.#one('touch', 'mkdir', 'tee', 'cp data.txt'))} ${this.#one('new', 'docs/new', '"$x"', '$n')} < /dev/null`,
      () => `echo 5 ${this.#one('>&', '2>&', '<&')} ${this.#one('$x', '2', '"$n"', '1')}`,
      () => this.#one('$x', '"$y"', '${a[0]}', 'mark', './ls', '"$x" data.txt', 'eval "$x"', '. ./data.txt'),
      () => `type ${word()}`,
    ];
    return this.#chance.pick(all)();
  }

  #body(depth: number): string {
    return this.#maybe(50) ? this.#simple(depth + 1) : this.statement(depth + 1);
  }

  statement(depth: number): string {
    if (this.#maybe(25)) return this.#guessed();
    if (depth > 2) return this.#maybe(45) ? this.#assignment(depth) : this.#simple(depth);
    const body = () => this.#body(depth);
    const name = this.#name();
    const words = () =>
      this.#one(
        '1 2 3',
        '{1..3}',
        '*.txt',
        '*',
        '$(seq 1 2)',
        `${this.#value(depth)} ${this.#value(depth)}`,
        '"$@"',
        '"${a[@]}"',
      );
    const compound = [
      () => `for ${name} in ${this.#listed(words())}; do ${body()}\ndone`,
      () =>
        `for ((${this.#one('i=0', 'n=x', this.#calculation(depth))}; ${this.#one('i<3', 'i<$n', 'n++<2')}; i++)); do ${body()}\nbreak; done`,
      () =>
        `while read ${this.#one('', '-r ')}${name}; do ${body()}\ndone < ${this.#one('data.txt', 'numbers.txt', 'sales.csv', 'paths.txt')}`,
      () => `${this.#run('cat')} ${this.#one('data.txt', 'numbers.txt')} | while read ${name}; do ${body()}\ndone`,
      () => `i=0; while [ $i -lt 2 ]; do ${body()}\ni=$((i+1)); done`,
      () => `select ${name} in ${this.#value(depth)}; do ${body()}\nbreak; done <<< 1`,
      () => `if ${this.#simple(depth + 1)}\nthen ${body()}\nelse ${body()}\nfi`,
      () => `case ${this.#value(depth)} in ${this.#one('5', '*', '$((n))', '"$x"')}) ${body()}\n;; esac`,
      () => `{ ${body()}\n${body()}\n}`,
      () => `( ${body()}\n${body()}\n)`,
      () =>
        `f() { ${this.#one('local n=$1', 'local x', 'local -i n=$1', `local PATH`, 'local y="$1"', ':')}; ${body()}\n}; f ${this.#value(depth)}`,
      () => `${this.#assignment(depth)}; ${body()}`,
      () => `${this.#assignment(depth)}\n${this.#assignment(depth)}\n${body()}`,
      () => `${this.#assignment(depth)} && ${body()}`,
      () => `false && ${this.#assignment(depth)}\n${body()}`,
      () => `${this.#assignment(depth)} | ${body()}`,
      () => `${body()} &\nwait`,
      () => `${this.#run('time')} ${body()}`,
      () => `! ${body()}`,
      () => `bash -c '${body().replaceAll("'", "'\\''")}' ${this.#one('', 'sh 5', 'sh "$x"')}`,
      () => `export ${name}=${this.#value(depth)}; bash -c '${body().replaceAll("'", "'\\''")}'`,
      () => `bash <<'INNER'\n${body()}\nINNER\n`,
      () => `echo "$(${body()}\n)"`,
      () => `${this.#run('cat')} <(${body()}\n)`,
      () => `echo \`${this.#simple(depth + 1).replace(/[`\\]/g, '\\$&')}\``,
    ];
    return this.#maybe(45)
      ? this.#chance.pick(compound)()
      : this.#maybe(55)
        ? this.#assignment(depth)
        : this.#simple(depth);
  }

  #listed(words: string): string {
    if (words.includes('seq')) this.#run('seq');
    return words;
  }
}
