/**
 * The programs of software projects: their own checks run as the tools of an agent do, what brings code from elsewhere
 * is asked about.
 */

import { asks, asksAnywhere, asksDirectly, type Finding, leaves, persists, reports } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { readFindings, shown } from '../paths.ts';
import { type Rule, rulesFor } from './ground.ts';

const operandsOf = (args: readonly string[]) => args.filter(arg => !arg.startsWith('-'));

const checks: Rule = (_, __, name) => [reports(says`${name} runs the project’s own checks.`)];

const harmlessScript =
  /^(test|tests|lint|typecheck|type-check|check|format:check|tsc|coverage|(test|lint|check):[\w:-]+)$/;

/** Its settings in the folder or the home may name another program to run, even for a question. */
const steered = (name: string) =>
  asksDirectly(says`${name} obeys settings of the folder or the home, which can start other programs.`);

const npm: Rule = (args, _, name) => {
  const [verb = '', script = ''] = operandsOf(args);
  if (
    /^(ls|list|ll|la|root|prefix|bin|explain|why|help|fund|)$/.test(verb) &&
    (verb !== '' || args.every(arg => /^(-v|--version|-h|--help|-l)$/.test(arg))) &&
    args.length > 0
  )
    return name === 'npm' && !/^(help|fund|)$/.test(verb) ? [] : [steered(name)];
  if (verb === 'config' && /^(get|list|ls)$/.test(script)) return name === 'npm' ? [] : [steered(name)];
  if (/^(config|set|pkg|c)$/.test(verb) && !(verb === 'pkg' && script === 'get'))
    return [
      persists(
        says`${name} ${verb} changes settings or scripts.`,
        `${name} ${verb} changes what ${name} runs`,
        'medium',
      ),
    ];
  const runs = /^(run|run-script)$/.test(verb)
    ? script
    : /^(test|t|tst)$/.test(verb) || (name !== 'npm' && harmlessScript.test(verb))
      ? 'test'
      : undefined;
  if (runs === '') return name === 'npm' ? [] : [steered(name)];
  if (runs !== undefined && harmlessScript.test(runs)) return [reports('It runs the project’s own checks.')];
  if (verb === 'publish' || verb === 'unpublish' || verb === 'deprecate')
    return [leaves(says`${name} ${verb} changes what others install.`, 'irreversible')];
  if (runs !== undefined) return [asks(says`${name} runs the project’s script ${shown(runs)}.`)];
  if (/^(exec|x|dlx|create|init|install|i|ci|add|update|up|upgrade|)$/.test(verb))
    return [leaves(says`${name} ${verb} brings in code of others, and runs it.`, 'medium')];
  return [(npmKeeps.test(verb) ? leaves : asks)(says`${name} ${verb} does more than read.`)];
};

const npmKeeps =
  /^(uninstall|un|remove|rm|r|unlink|link|ln|dedupe|ddp|prune|rebuild|rb|audit|version|login|logout|adduser|token|owner|access|dist-tag|team|org|hook|profile|star|unstar|shrinkwrap|approve-\w+|patch\S*|import|global|plugin|workspace|self-update|env|dedupe|set-version|pm|cache|store)$/;

const pip: Rule = (args, _, name) => {
  const [verb = ''] = operandsOf(args);
  if (/^(list|show|freeze|check|help|inspect)$/.test(verb)) {
    const odd = args.find(
      arg =>
        arg.startsWith('-') &&
        !/^(--(user|local|format|verbose|files|not-required|exclude|path|all|quiet|disable-pip-version-check|help)(=.*)?|-[lvqf]+)$/.test(
          arg,
        ),
    );
    // `list --outdated` asks the index
    return odd === undefined
      ? []
      : [asks(says`${name} ${shown(odd)}: this may ask the network, or obey other settings.`)];
  }
  if (args.length > 0 && args.every(arg => /^(--version|--help|-V|-h)$/.test(arg))) return [];
  const isKept = !/^(download|wheel|hash|cache|index|search|debug)$/.test(verb);
  return [(isKept ? leaves : asks)(says`${name} ${verb} brings in code of others, or removes it.`, 'medium')];
};

const fetchesCode: Rule = (_, __, name) => [leaves(says`${name} fetches code of others and runs it.`, 'medium')];

/** `cargo`, `go`: verbs that look, verbs that build or check, and the rest. */
function byVerb(looks: RegExp, works: RegExp): Rule {
  return (args, _, name) => {
    const [verb = ''] = operandsOf(args);
    const found: readonly Finding[] = args.some(arg => /^(-w|-u)(=|$)/.test(arg))
      ? [asks(says`${name} changes its settings.`)]
      : [];
    if (args.length > 0 && looks.test(verb) && (verb !== '' || args.every(arg => /^(-V|-v|-h|--\w+)$/.test(arg))))
      return [...found, steered(name)];
    if (verb === 'clean' && args.some(arg => /^--(target-dir|manifest-path)/.test(arg)))
      return [asksAnywhere(says`${name} clean deletes a folder of builds, and is told which.`)];
    if (verb === 'mod' && !/^(graph|why|verify)$/.test(operandsOf(args)[1] ?? ''))
      return [
        ...found,
        { ...reports(says`${name} ${verb} changes what the project is built of.`), lasting: 'persists' },
      ];
    if (works.test(verb)) return [...found, reports(says`${name} ${verb} builds or checks the project.`)];
    const isKept = keeps.test(verb) || args.some(arg => keeps.test(arg.replace(/^.*:/, '')));
    return [...found, (isKept ? leaves : asks)(says`${name} ${verb} runs the project, or brings in code of others.`)];
  };
}

/** Verbs of builds that leave a dependency, a program, or what others get. */
const keeps =
  /^(add|install|uninstall|remove|rm|update|upgrade|get|publish|deploy|release|yank|owner|login|logout|restore|tool|new|workload|nuget|deps\.\w+|local\.\w+|archive\.\w+|hex\.\w+|publish\w*)$/;

const make: Rule = (args, ground, name) => {
  const odd = args.find(
    (arg, at) => /=|^-[fIeE]|^--(file|makefile|eval|include-dir)/.test(arg) || /^-f$/.test(args[at - 1] ?? ''),
  );
  const targets = operandsOf(args).filter((arg, _, all) => !(/^\d+$/.test(arg) && all.length > 1));
  if (args.length === 1 && /^(--version|-v|--help)$/.test(args[0] ?? '')) return [steered(name)];
  if (odd !== undefined)
    return [
      asks(says`${name} ${shown(odd)} decides what is run.`),
      ...ground.text(odd.slice(odd.indexOf('=') + 1)).filter(({ level }) => level === 3),
    ];
  return targets.length > 0 && targets.every(target => harmlessScript.test(target))
    ? checks(args, ground, name)
    : [
        (targets.some(target => keeps.test(target)) ? leaves : asks)(
          says`${name} runs what the project’s Makefile says.`,
        ),
      ];
};

export const projects = rulesFor({
  'npm pnpm yarn bun': npm,
  'npx bunx pnpx uvx pipx dlx': fetchesCode,
  'pip pip3': pip,
  cargo: byVerb(
    /^(version|help|tree|metadata|locate-project|pkgid|)$/,
    /^(test|check|build|clippy|fmt|bench|doc|nextest|clean)$/,
  ),
  go: byVerb(/^(version|env|list|help|doc|)$/, /^(test|build|vet|fmt|mod)$/),
  'dotnet gradle gradlew mvn sbt mix rake swift zig bazel': byVerb(
    /^(help|)$/,
    /^(test|build|compile|check|verify|format|package)$/,
  ),
  'pytest py.test jest vitest mocha ava tap tsc eslint biome oxlint stylelint prettier ruff black isort mypy pyright flake8 pylint bandit phpunit phpstan rspec rubocop shellcheck shfmt hadolint yamllint markdownlint ctest golangci-lint gofmt rustfmt clang-format clang-tidy tox nox':
    (args, ground, name) => [
      ...checks(args, ground, name),
      ...operandsOf(args).flatMap(path => readFindings(path, ground.cwd, 1)),
    ],
  'make gmake': make,
});
