/**
 * Files that act later: another program runs them, or does what they say, without anybody naming them again.
 *
 * Writing one leaves something behind. The sentence for it stands beneath the reply, whichever tool wrote the
 * file.
 */

/**
 * What will act because of this file, as the end of a sentence; undefined where nothing does. `path`: in order and in
 * small letters.
 */
export function actsLater(path: string): string | undefined {
  const end = path.slice(-mostPath);
  for (const [pattern, what] of files) if (pattern.test(end)) return what;
  return undefined;
}

/** Linux takes no longer path; what a command calls one may have any length, and some patterns take its square. */
const mostPath = 4_096;

/** A name at the end of a path. */
const name = (source: string) => new RegExp(`(^|/)(${source})$`);
/** Anything below a folder, or the folder itself. */
const below = (source: string) => new RegExp(`(^|/)(${source})(/|$)`);

const files: readonly (readonly [RegExp, string])[] = [
  // git
  [below(String.raw`\.git/hooks|\.husky|\.githooks`), 'git runs it as a hook'],
  [
    name(String.raw`\.git/config(\.worktree)?|\.git/modules/.*/config|\.gitconfig|\.config/git/config`),
    'git does what it says, programs it names included',
  ],
  [
    name(String.raw`\.gitmodules|\.gitattributes|\.git/info/attributes|\.config/git/attributes`),
    'git does what it says',
  ],
  [below(String.raw`\.git`), 'git works with it'],
  [
    name(
      String.raw`\.pre-commit-config\.ya?ml|lefthook\.ya?ml|\.lintstagedrc.*|lint-staged\.config\.\w+|\.overcommit\.yml`,
    ),
    'it runs with each commit',
  ],
  // editors and folders that are entered
  [name(String.raw`[^/]*\.code-workspace`), 'the editor runs its tasks'],
  [below(String.raw`\.vscode|\.idea|\.fleet|\.zed`), 'the editor runs its tasks and programs'],
  [below(String.raw`\.devcontainer`), 'the editor builds and starts it'],
  [
    name(String.raw`\.envrc|\.env\.lua|\.autoenv|\.tool-versions|\.?mise\.toml`),
    'it counts as soon as somebody enters the folder',
  ],
  [
    name(String.raw`\.vimrc|\.nvimrc|\.exrc|\.gvimrc|\.editorconfig|\.dir-locals\.el|\.emacs`),
    'the editor does what it says',
  ],
  [below(String.raw`\.config/nvim|\.vim|\.emacs\.d`), 'the editor runs it'],
  // Python
  [name(String.raw`conftest\.py`), 'pytest runs it'],
  [
    name(String.raw`(site|user)customize\.py|[^/]*\.pth|\.pythonrc(\.py)?|\.python_startup\.py`),
    'Python runs it at each start',
  ],
  [
    name(String.raw`setup\.(py|cfg)|pyproject\.toml|tox\.ini|noxfile\.py|pytest\.ini|dodo\.py|fabfile\.py|pipfile`),
    'Python’s tools run it, or what it names',
  ],
  // JavaScript
  [name(String.raw`package\.json`), 'npm runs its scripts'],
  [
    name(String.raw`\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.c?js|pnpm-workspace\.yaml|bunfig\.toml`),
    'npm and its like do what it says',
  ],
  [below(String.raw`\.yarn/(releases|plugins)`), 'yarn runs it'],
  [
    name(
      String.raw`(eslint|prettier|vite|vitest|jest|webpack|rollup|babel|next|nuxt|svelte|astro|tailwind|postcss|playwright|cypress|karma|ava|metro|remix|stylelint|commitlint|release|esbuild)\.config\.\w+|\.(eslintrc|prettierrc|babelrc|mocharc|stylelintrc|swcrc|nycrc)(\.\w+)?|(gulp|grunt)file\.\w+`,
    ),
    'the project’s tools run it',
  ],
  // other languages and builds
  [
    name(
      String.raw`makefile(\..+)?|gnumakefile|[^/]*\.mk|justfile|\.justfile|taskfile\.ya?ml|rakefile|gemfile|[^/]*\.gemspec|cmakelists\.txt|sconstruct|meson\.build|build\.(rs|zig|sbt|xml)|(build|settings|init)\.gradle(\.kts)?|gradle\.properties|gradlew|mvnw|pom\.xml|mix\.exs|vagrantfile|procfile|brewfile|snakefile|earthfile|tiltfile`,
    ),
    'the build runs it',
  ],
  [
    name(
      String.raw`cargo\.toml|rust-toolchain(\.toml)?|\.cargo/config(\.toml)?|go\.(mod|work)|\.bazelrc|(module\.bazel|workspace\.bazel|build\.bazel)|composer\.json|\.mvn/.*|gradle/wrapper/.*|tools/bazel`,
    ),
    'the build does what it says',
  ],
  [name(String.raw`(ts|js)config(\.[\w-]+)?\.json`), 'the project’s tools do what it says'],
  // images and the work of servers
  [
    name(String.raw`dockerfile(\..+)?|containerfile|[^/]*\.dockerfile|(docker-)?compose(\.[\w-]+)?\.ya?ml`),
    'the next build or start of a container runs it',
  ],
  [
    below(
      String.raw`\.github/(workflows|actions)|\.circleci|\.gitea/workflows|\.forgejo/workflows|\.buildkite|\.woodpecker`,
    ),
    'the build server runs it',
  ],
  [
    name(
      String.raw`\.gitlab-ci\.ya?ml|\.travis\.ya?ml|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml|appveyor\.ya?ml|jenkinsfile|cloudbuild\.ya?ml|\.github/.*`,
    ),
    'the build server runs it',
  ],
  // shells, programs that start, and the clock
  [
    name(
      String.raw`\.?(bash|zsh|k?sh|csh|tcsh)rc|\.(bash_|zsh|z)?profile|\.bash_(login|logout|aliases)|\.z(shenv|login|logout)|\.inputrc|\.tmux\.conf|\.screenrc|\.xinitrc|\.xprofile|\.xsession`,
    ),
    'each new shell does what it says',
  ],
  [below(String.raw`\.config/(fish|autostart|systemd|environment\.d)`), 'it runs at the next login'],
  [name(String.raw`crontab|[^/]*\.(service|timer|socket|desktop|plist)`), 'the system runs it by itself'],
  [
    below(String.raw`etc/(cron[\w.]*|systemd|init\.d|profile\.d)|launchagents|launchdaemons|var/spool/cron`),
    'the system runs it by itself',
  ],
  // programs that read their settings from the folder or the home
  [
    name(
      String.raw`\.lesskey|\.lessfilter|\.exiftool_config|\.ackrc|\.gdbinit|\.lldbinit|\.manpath|\.jq|\.infokey|\.agignore|\.irbrc|\.pryrc|\.rprofile|\.psqlrc|\.sqliterc|\.mailcap|\.wgetrc|\.curlrc|\.netrc|\.ssh/config|\.docker/config\.json`,
    ),
    'a program does what it says at its next start',
  ],
  [
    below(String.raw`\.docker/(cli-plugins|contexts)|\.local/bin|\.config/(bat|ripgrep)|\.parallel`),
    'a program uses it at its next start',
  ],
];
