/** Variables that decide what runs, in whatever way they are set. */

import { asks, type Finding } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { isOpen } from '../grammar/unknown.ts';
import { obeysUnknown } from '../obeying/obeyed.ts';

/** What is needed to judge a value. */
export interface SetVariable {
  /** Judges a text that is given to a shell. */
  readonly text: (text: string) => readonly Finding[];
}

/** What setting `name` to `value` is worth asking about. */
export function variableFindings(name: string, value: string, { text }: SetVariable): readonly Finding[] {
  if (isOpen(name)) return [asks('Which variable it sets is only known when it runs.', 'high')];
  if (calculates.test(name) && !/^[-+]?(\d|\0\x01)*$/.test(value))
    return [
      asks(says`It gives ${name} what need not be a number, and bash runs the commands that stand in it.`, 'high'),
    ];
  if (!steers.test(name) || isHarmless(name, value)) return [];
  const inside = runsItsValue.test(name) ? text(value.replace(/^\|/, '')).filter(({ level }) => level === 3) : [];
  return [
    asks(says`It sets ${name}, which decides what other programs run.`, 'high'),
    obeysUnknown(`what ${name} names`, '.'),
    ...inside,
  ];
}

/** Nothing at all, but where that stands for this folder; pagers and editors that only show; a zone by its name. */
function isHarmless(name: string, value: string): boolean {
  if (value === '')
    return !/^(PATH|HOME|PWD|OLDPWD|PYTHON(NOUSERSITE|DONTWRITEBYTECODE)|npm_config_userconfig)$/.test(name);
  if (name === 'TZ') return /^[A-Za-z0-9+_-][\w/+-]*$/.test(value);
  return runsItsValue.test(name) && /^(cat|less|more|true|:)( -[A-Za-z]+)*$/.test(value);
}

const runsItsValue = /PAGER$|EDITOR$|VISUAL$|COMMAND$|OPEN$|CLOSE$|_SSH$|ASKPASS$|BROWSER$|SHELL$|EXTERNAL_DIFF$/;

/** Bash calculates with what they are given. */
const calculates = /^(RANDOM|SRANDOM|OPTIND|HISTCMD|SECONDS)$/;

const steers =
  /^(PATH|IFS|ENV|BASH.*|SHELL(OPTS)?|PS[0-4]|CDPATH|FPATH|HOME|(OLD)?PWD|DIRSTACK|HISTFILE|TMOUT|TMPDIR|TZ|TZDIR|GLOBIGNORE|EXECIGNORE|POSIXLY_CORRECT|TEXTDOMAIN.*|GCONV_PATH|LOCPATH|NLSPATH|HOSTALIASES|GLIBC_.*|MALLOC_.*|MAGIC|FFREPORT|XML_CATALOG.*|SGML_.*|AWK.*PATH|GAWK_.*|VIMINIT|EXINIT|BAT_.*|TERMINFO.*|TERMCAP|INPUTRC|LD_.*|DYLD_.*|GIT_.*|LESS.*|MAN.*|PERL.*|PYTHON.*|RUBY.*|NODE_(OPTIONS|PATH|REPL.*)|NPM_.*|npm_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|CLASSPATH|GEM_.*|BUNDLE_.*|LUA_.*|PHPRC|PHP_INI.*|RUSTC.*|CARGO_.*|CC|CXX|LD|AR|MAKEFLAGS|MAKEFILES|GOFLAGS|GOPATH|GOROOT|R_.*|JULIA_.*|PIP_.*|UV_.*|RIPGREP_.*|FZF_.*|TAPE|TAR_.*|GREP_OPTIONS|RSYNC_.*|SSH_.*|SUDO_.*|DOCKER_HOST|DOCKER_CONFIG|KUBECONFIG|XDG_.*|EDITOR|VISUAL|PAGER|.*_PAGER|.*_EDITOR|BROWSER|.*_COMMAND|.*_PRELOAD|.*_PROXY|.*_proxy|OPENSSL_.*|SSL_.*|CURL_.*)$/;
