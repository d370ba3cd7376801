/** Variables that decide what runs, whoever sets them. */
import { asked, type Finding } from './finding.ts';
import type { Ground } from './shell-ground.ts';

/** What setting `name` to `value` is worth asking about. */
export function variableFindings(name: string, value: string, ground: Ground): readonly Finding[] {
  if (!steers.test(name) || harmlessValue.test(value)) return [];
  const inside = runsItsValue.test(name)
    ? ground.text(value.replace(/^\|/, '')).filter(({ level }) => level === 3)
    : [];
  return [asked(`It sets ${name}, which decides what other programs run.`, 'high'), ...inside];
}

/** Pagers and editors that only show. */
const harmlessValue = /^(cat|less|more|true|:|)( -[A-Za-z]+)*$/;

const runsItsValue = /PAGER$|EDITOR$|VISUAL$|COMMAND$|OPEN$|CLOSE$|_SSH$|ASKPASS$|BROWSER$|SHELL$|EXTERNAL_DIFF$/;

const steers =
  /^(PATH|IFS|ENV|BASH.*|SHELL(OPTS)?|PS[0-4]|CDPATH|FPATH|HOME|HISTFILE|TMOUT|GCONV_PATH|LOCPATH|NLSPATH|TERMINFO.*|TERMCAP|INPUTRC|LD_.*|DYLD_.*|GIT_.*|LESS.*|MAN.*|PERL.*|PYTHON.*|RUBY.*|NODE_(OPTIONS|PATH|REPL.*)|NPM_.*|npm_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|CLASSPATH|GEM_.*|BUNDLE_.*|LUA_.*|PHPRC|PHP_INI.*|RUSTC.*|CARGO_.*|CC|CXX|LD|AR|MAKEFLAGS|MAKEFILES|GOFLAGS|GOPATH|GOROOT|R_.*|JULIA_.*|PIP_.*|UV_.*|RIPGREP_.*|FZF_.*|TAR_OPTIONS|GREP_OPTIONS|RSYNC_.*|SSH_.*|SUDO_.*|DOCKER_HOST|DOCKER_CONFIG|KUBECONFIG|XDG_.*|EDITOR|VISUAL|PAGER|.*_PAGER|.*_EDITOR|BROWSER|.*_COMMAND|.*_PRELOAD|.*_PROXY|.*_proxy|OPENSSL_.*|SSL_.*|CURL_.*)$/;
