/** What the programs of software projects obey: makefiles, scripts of packages, settings. */
import type { Finding } from '../../policy/finding.ts';
import { optionTable, readArguments } from '../programs/options.ts';
import { around } from './around.ts';
import { obeys, obeysUnknown } from './obeyed.ts';
import { isOption, valuesOf } from './operands.ts';
import type { Obeying } from './rule.ts';

const makeOptions = optionTable({
  flags: 'bBikmnpqrRsStvwd',
  values: 'Cfl',
  long: 'always-make keep-going silent quiet dry-run question touch',
  longValues: 'directory file makefile load-average',
});

export const make: Obeying = (given, { cwd }) => {
  // `-j4`, and `-j 4`
  const args = given.filter(
    (arg, at) => !/^(-j\d*|--jobs(=\d+)?)$/.test(arg) && !(/^-j$/.test(given[at - 1] ?? '') && /^\d+$/.test(arg)),
  );
  const { options, unknown, operands } = readArguments(args, makeOptions);
  const named = (letter: string, ...long: readonly string[]) =>
    options.flatMap(({ name, value = '' }) => (name === letter || long.includes(name) ? [value] : []));
  // each begins where the one before has led
  const at = named('-C', '--directory').reduce((from, to) => (/^[/~]/.test(to) ? to : `${from}/${to}`), cwd);
  const odd = [...unknown, ...operands.filter(word => /[=\0*?[]/.test(word))][0];
  if (odd !== undefined) return [obeysUnknown(`what make ${odd} sets`.slice(0, 120), cwd)];
  const files = named('-f', '--file', '--makefile').filter(file => file !== '-');
  if (files.length > 0) return files.flatMap(file => makefile(file, at, {}));
  return ['GNUmakefile', 'makefile', 'Makefile'].flatMap(name => makefile(name, at, { isOptional: true }));
};

/** make builds its makefile again from what may be its source: `Makefile.sh`. */
function makefile(file: string, cwd: string, kind: { readonly isOptional?: true }): readonly Finding[] {
  return [obeys(file, cwd, { written: 'make', ...kind }), obeys(file, cwd, { folder: 'makefiles', isOptional: true })];
}

const installs =
  /^(install|i|in|ins|ci|cit|it|clean-install|install-test|add|update|up|upgrade|rebuild|rb|publish|pack|exec|x|dlx|create|init|innit|link|ln|prune|dedupe|ddp|uninstall|un|remove|rm|r|unlink|version|audit|set-script|shrinkwrap|edit|explore|diff|doctor|config|c|set)$/;
const asks = /^(ls|list|ll|la|root|prefix|bin|explain|why|help|fund|view|info|v|show|outdated|ping|whoami|search|get)$/;

export const npm: Obeying = (args, { cwd }, name) => {
  if (name !== 'npm') return [obeysUnknown(`the project’s own code, which ${name} starts`, cwd)];
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  const odd = own.find(
    arg =>
      (isOption(arg) &&
        !/^(-s|--silent|-q|--quiet|-d|--verbose|--if-present|--version|-v|--help|-h|--json)$/.test(arg)) ||
      /[\0*?[]/.test(arg),
  );
  if (odd !== undefined) return [obeysUnknown(`what npm ${odd} names`.slice(0, 120), cwd)];
  const [verb = '', script = ''] = own.filter(arg => !isOption(arg));
  const runs = /^(run|run-script|rum|urn)$/.test(verb)
    ? script
    : /^(test|tst|t|start|stop|restart)$/.test(verb)
      ? verb.replace(/^ts?t?$/, 'test')
      : undefined;
  if (runs === '' || (runs === undefined && (verb === '' || asks.test(verb)))) return [];
  if (runs === undefined)
    return [
      obeysUnknown(installs.test(verb) ? `what npm ${verb} brings in` : `what npm ${verb} starts`.slice(0, 120), cwd),
    ];
  const scripts = (runs === 'restart' ? ['stop', 'restart', 'start'] : [runs]).flatMap(one => [
    `pre${one}`,
    one,
    `post${one}`,
  ]);
  return [
    ...around(['package.json'], cwd, { written: 'npm', scripts }),
    ...around(['.npmrc'], cwd, { written: 'npmrc' }),
    ...around(['node_modules/.bin'], cwd, {}),
  ];
};

/** What it installs runs code of its own, of a folder of the project above all. */
export const pip: Obeying = (args, { cwd }, name) => {
  const verb = args.find(arg => !isOption(arg)) ?? '';
  const lists = valuesOf(args, 'rc', '--requirement', '--constraint').map(file => obeys(file, cwd, { how: 'lists' }));
  return /^(list|show|freeze|check|help|inspect|hash|cache|config|debug|index|)$/.test(verb)
    ? lists
    : [...lists, obeysUnknown(`what ${name} ${verb} brings in`.slice(0, 120), cwd)];
};
