/**
 * Options that name what a known program will start or load: another shell, a runner, a plugin, a file of settings that
 * can name one.
 *
 * A rule that says what a program does counts for the program alone. With one of these options it does what the option
 * says.
 */

import { asks, type Finding } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { obeys, obeysUnknown } from '../obeying/obeyed.ts';
import { shown } from '../paths.ts';
import type { Ground } from './ground.ts';

/** Findings for each such option among `args` of the program `name`. */
export function starterFindings(name: string, args: readonly string[], ground: Ground): readonly Finding[] {
  const form = forms.get(name);
  if (form === undefined) return [];
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).flatMap((arg, at) => {
    if (!form.test(arg)) return [];
    const equals = arg.indexOf('=');
    const value = equals < 0 ? (args[at + 1] ?? '') : arg.slice(equals + 1);
    return [
      asks(says`${name} ${shown(arg)} names what it starts or loads.`, 'high'),
      ...ground.text(value).filter(({ level }) => level === 3),
      // what Node loads is named along with what it runs
      ...(/^node(js)?$/.test(name) ? [] : [named(value, arg, ground)]),
    ];
  });
}

function named(value: string, arg: string, { cwd }: Ground): Finding {
  return /^[^-\s]*[./][^\s]*$/.test(value) ? obeys(value, cwd) : obeysUnknown(`what ${shown(arg)} names`, cwd);
}

/** Long names with one dash or two, and short letters; a value may follow after `=`. */
function options(long: string, short = ''): RegExp {
  const names = long
    .split(' ')
    .filter(name => name !== '')
    .map(name => `--?${name.replaceAll('.', '\\.')}`);
  const letters = [...short].map(letter => `-${letter}`);
  return new RegExp(`^(${[...names, ...letters].join('|')})(=|$)`);
}

const table: Readonly<Record<string, RegExp>> = {
  'npm pnpm yarn bun npx bunx pnpx': options(
    'script-shell shell node-options shell-emulator git editor viewer browser init-module python prefix dir cwd userconfig globalconfig globalPnpmfile pnpmfile require import preload config use-yarnrc registry call node-gyp npm-path',
    'Crc',
  ),
  'node nodejs': options('require import loader experimental-loader env-file env-file-if-exists openssl-config', 'r'),
  'pip pip3': options('python index-url extra-index-url find-links proxy cert client-cert log cache-dir', 'if'),
  'pytest py.test': options(
    'config-file rootdir override-ini confcutdir pdbcls import-mode basetemp pastebin cov-config',
    'pco',
  ),
  jest: options(
    'globalSetup globalTeardown testRunner runner setupFiles setupFilesAfterEnv transform reporters resolver config testEnvironment watchPlugins filter moduleNameMapper rootDir roots testSequencer snapshotSerializers prettierPath',
    'c',
  ),
  vitest: options('globalSetup config reporter environment runner dir root browser typecheck.checker execArgv', 'cr'),
  'mocha ava tap': options(
    'require reporter ui config import loader node-arguments node-arg before after package opts',
    'rRu',
  ),
  tsc: options('plugins'),
  eslint: options('config rulesdir resolve-plugins-relative-to plugin parser format flag', 'cf'),
  stylelint: options('custom-syntax custom-formatter plugin config config-basedir formatter', 'cf'),
  prettier: options('plugin config plugin-search-dir'),
  'biome oxlint': options('config-path config tsconfig', 'c'),
  mypy: options('config-file python-executable custom-typeshed-dir'),
  pyright: options('pythonpath project verifytypes venvpath typeshedpath', 'p'),
  pylint: options('load-plugins init-hook rcfile'),
  'flake8 bandit isort black ruff': options('config append-config settings-path settings-file ini', 'c'),
  phpunit: options('bootstrap configuration extension include-path printer loader', 'cd'),
  phpstan: options('autoload-file configuration', 'ac'),
  rspec: options('require options format default-path', 'rIOf'),
  rubocop: options('require config format plugin', 'rcf'),
  'shellcheck shfmt hadolint yamllint': options('rcfile config', 'c'),
  markdownlint: options('config rules configPointer', 'cr'),
  ctest: options('build-and-test test-command script build-makeprogram extra-submit overwrite', 'SD'),
  'golangci-lint': options('config', 'c'),
  rustfmt: options('config-path config'),
  'clang-format clang-tidy': options('load config-file style vfsoverlay extra-arg plugin', 'p'),
  'tox nox': options('conf workdir override noxfile root', 'cxf'),
  cargo: options('config manifest-path', 'ZC'),
  go: options('exec toolexec vettool modfile overlay compiler ldflags gcflags gccgoflags pkgdir modcacherw', 'C'),
  'dotnet gradle gradlew mvn sbt mix rake swift zig bazel': options(
    'init-script build-file settings-file settings project-dir include-build file global-settings require rakefile rakelib execute run_under shell_executable workspace_status_command bazelrc output_base override_repository eval e system',
    'IbcpfsgtDPreRZX',
  ),
  coverage: options('rcfile source'),
  'ffmpeg ffprobe': options('report protocol_whitelist dump_attachment'),
  'tar gtar bsdtar': options(
    'use-compress-program to-command checkpoint-action rsh-command rmt-command info-script new-volume-script',
  ),
  zip: options('unzip-command'),
  sort: options('compress-program'),
  rg: options('pre hostname-bin'),
  'ag ack': options('pager'),
  'bat batcat': options('pager'),
  man: options('pager html'),
  split: options('filter'),
  rsync: options('rsh rsync-path', 'e'),
};

const forms: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(table).flatMap(([names, form]) => names.split(' ').map(name => [name, form] as const)),
);
