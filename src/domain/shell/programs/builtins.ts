/** Words the shell itself knows, as far as they do more than read. */

import { asks, type Finding, refused } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { arithmeticFindings, namedFindings } from '../grammar/evaluation.ts';
import { isOpen, isUnclear, someList, someNumber, someWords, unknown } from '../grammar/unknown.ts';
import { lookFindings, shown } from '../paths.ts';
import { optionFindings, settingFindings } from '../variables/settings.ts';
import { variableFindings } from '../variables/variables.ts';
import { asksForFile, comparesFiles, existenceFindings } from './existence.ts';
import { type Ground, type Rule, rulesFor } from './ground.ts';
import { type Option, optionTable, readArguments } from './options.ts';

const cd: Rule = (args, ground, name) => {
  const { unknown: odd, operands } = readArguments(args, moveOptions);
  const [to] = operands;
  // back to the folder before, or to one of those that were kept
  const isBack = to === '-' || odd.length > 0 || (name === 'pushd' && (to === undefined || /^[-+]/.test(to)));
  const path = isBack ? unknown : (to ?? '~');
  const found = lookFindings(path, ground.cwd);
  ground.enter(path);
  return [...odd.map(option => asks(says`${name} ${shown(option)}: this option is not known.`)), ...found];
};
const moveOptions = optionTable({ flags: 'LPe@', endsAtOperand: true });

/** Where that is, depends on what was kept before. */
const popd: Rule = (_, ground) => {
  ground.enter(unknown);
  return [];
};

/** `jobs -x COMMAND` runs it. */
const jobs: Rule = (args, ground, name) => {
  const at = args.findIndex(arg => !/^-[lnprs]+$|^%[\w+%-]*$|^\d+$/.test(arg));
  if (at < 0) return [];
  return [asks(says`${name} ${shown(args[at] ?? '')} may run a command.`, 'high'), ...ground.words(args.slice(at + 1))];
};

/** `export A=1`, `declare -x A=1`. */
const declares: Rule = (args, ground, name) => {
  const { options, unknown: odd, operands } = readArguments(args, declareOptions);
  const has = (letters: RegExp) => args.some(arg => /^-/.test(arg) && letters.test(arg));
  const found: Finding[] = odd.map(option => asks(says`${name} ${shown(option)}: this option is not known.`));
  // shown, and set all the same where a value stands there
  const isShown = options.some(({ name: option }) => /^-[pfF]$/.test(option));
  if (has(/n/) && name !== 'export') found.push(asks('It makes one variable stand for another.'));
  for (const operand of operands) {
    const [, target = operand, value] = /^([^=]*?)\+?=(.*)$/s.exec(operand) ?? [];
    if (value !== undefined) {
      found.push(...targetFindings(target, value, ground));
      // the text of a list is expanded once more, whatever quotes it stood in
      if (value !== someList && /^\s*[(\0]/.test(value) && (has(/[aA]/) || value.startsWith('(')))
        found.push(asks(expandsAgain, 'high'));
    } else if (isOpen(target)) found.push(...targetFindings(target, unknown, ground));
    // no longer handed on to programs is as good as unset there
    else if (args.some(arg => /^\+\w*x/.test(arg)) || (name === 'export' && has(/n/)))
      found.push(...targetFindings(target, '', ground));
    else if (!isShown && /^(declare|typeset|local)$/.test(name)) found.push(...targetFindings(target, '', ground));
    if (has(/i/) && !ground.numbers.isNumber(target.replace(/\[.*$/s, ''))) found.push(asks(calculates, 'high'));
  }
  return found;
};
const declareOptions = optionTable({ flags: 'aAfFgiIlnprtux', endsAtOperand: true });
const expandsAgain = 'It reads a text as a list, which runs the commands that stand in it.';
const calculates =
  'It calculates with something that need not be a number, and bash runs the commands that stand in it.';

/** A word that names the variable to be set, or an element of a list. */
function targetFindings(word: string, value: string, ground: Ground): readonly Finding[] {
  const [, name, index] = /^([A-Za-z_]\w*)(?:\[(.*)\])?$/s.exec(word) ?? [];
  if (name === undefined)
    return isOpen(word) ? [asks('Which variable it sets is only known when it runs.', 'high')] : [];
  return [
    ...(index === undefined || ground.numbers.hasTextIndexes(name) ? [] : arithmeticFindings(index, ground)),
    ...variableFindings(name, value, ground),
  ];
}

const evaluates: Rule = (args, ground) => [
  { level: 3, reason: 'It runs a text that is put together only then (eval).', risk: 'irreversible' },
  ...ground.text(args.join(' ')).filter(({ level }) => level === 3),
];

const sources: Rule = (args, ground, name) => {
  const [file = ''] = args;
  if (ground.isDecoded && file.startsWith('/dev/'))
    return [{ level: 3, reason: says`${name} runs what was fetched or decoded just before.`, risk: 'irreversible' }];
  if (/^\/(dev\/(stdin|fd\/)|proc\/self\/fd\/)/.test(file)) {
    if (file !== '/dev/fd/63' && ground.input !== undefined && !isUnclear(ground.input))
      return ground.text(ground.input);
    return [refused(says`${name} runs whatever it is given, which nobody can judge beforehand.`)];
  }
  return [asks(says`${name} runs the commands in ${shown(file)}.`), ...ground.script(file)];
};

const trap: Rule = (args, ground) => {
  const [action = ''] = args.filter(arg => !/^-[lp]$|^--$/.test(arg));
  return action === '' || action === '-' ? [] : ground.text(action);
};

/** A shell that knows aliases reads what follows with it. */
const alias: Rule = (args, ground) =>
  args.flatMap(arg =>
    arg.includes('=')
      ? [asks('It gives a name to another command.'), ...ground.text(arg.slice(arg.indexOf('=') + 1))]
      : [],
  );

/** `printf -v NAME`; a format that is not known may be that option. */
const printf: Rule = (args, ground) => {
  const [first = '', second = ''] = args;
  if (first.startsWith('-v')) {
    const [target, values] = first === '-v' ? [second, args.slice(2)] : [first.slice(2), args.slice(1)];
    return targetFindings(target, values.join(' '), ground);
  }
  const isOption =
    /^-?\0(?!\x01)/.test(first) && (args.length > 1 || first.includes(someWords)) && /(\x02|\0|\])$/.test(first);
  const isPattern = /^[*?[][^\s%\\]*$/.test(first) && args.length > 1;
  return isOption || isPattern ? [asks('Its format may name a variable to be set.', 'high')] : [];
};

const read: Rule = (args, ground, name) => {
  const { options, unknown: odd, operands } = readArguments(args, readOptions);
  return [
    ...odd.map(option => asks(says`${name} ${shown(option)}: this option is not known.`)),
    ...[...operands, ...valuesOf(options, '-a')].flatMap(one => targetFindings(one, unknown, ground)),
  ];
};
const readOptions = optionTable({ flags: 'ers', values: 'adinNptu', endsAtOperand: true });

const mapfile: Rule = (args, ground, name) => {
  const { options, unknown: odd, operands } = readArguments(args, mapfileOptions);
  return [
    ...odd.map(option => asks(says`${name} ${shown(option)}: this option is not known.`)),
    ...valuesOf(options, '-C').map(() => asks(says`${name} -C runs a command for what it reads.`, 'high')),
    ...operands.flatMap(one => targetFindings(one, unknown, ground)),
  ];
};
const mapfileOptions = optionTable({ flags: 't', values: 'dnOsucC', endsAtOperand: true });

const wait: Rule = (args, ground) => {
  const { options, unknown: odd, operands } = readArguments(args, waitOptions);
  return [
    ...[...odd, ...operands.filter(isOpen)].map(word =>
      asks(says`wait ${shown(word)}: this may set a variable.`, 'high'),
    ),
    ...valuesOf(options, '-p').flatMap(one => targetFindings(one, someNumber, ground)),
  ];
};
const waitOptions = optionTable({ flags: 'fn', values: 'p' });

const unset: Rule = (args, ground) => {
  const { options, operands } = readArguments(args, unsetOptions);
  if (options.some(({ name }) => name === '-f')) return [asks('It takes a function away.')];
  return operands.flatMap(one => targetFindings(one, '', ground));
};
const unsetOptions = optionTable({ flags: 'fvn', endsAtOperand: true });

const getopts: Rule = ([, name = ''], ground) => targetFindings(name, unknown, ground);

/** A word with a blank in it stood in quotes; any other may be a pattern for the names of files. */
const calculating: Rule = (args, ground) =>
  args.flatMap(arg => arithmeticFindings(/[*?[]/.test(arg) && !/\s/.test(arg) ? unknown : arg, ground));

/** `-v` looks a variable up and so calculates its index; a word that is not known may be it, if another one follows. */
const test: Rule = (args, ground) =>
  args.flatMap((arg, at) => {
    const next = args[at + 1] ?? '';
    if (comparesFiles.test(arg)) return [args[at - 1] ?? '', next].flatMap(path => existenceFindings(path, ground.cwd));
    if (arg.includes(someWords))
      return [asks('What it compares may be made of several words, which bash can evaluate.', 'high')];
    if (arg === '-v' || arg === '-R') return namedFindings(next, ground);
    const mayBe = isUnclear(arg) || couldBeOption(arg);
    const exists = mayBe || asksForFile.test(arg) ? existenceFindings(next, ground.cwd) : [];
    return mayBe && (isUnclear(next) || /[*?]/.test(next))
      ? [asks('What it compares may be the name of a variable, whose index bash evaluates.', 'high'), ...exists]
      : exists;
  });

/** A pattern for names of files that `-v` fits. */
function couldBeOption(pattern: string): boolean {
  return /^[-*?[\]v!]*[*?][-*?[\]v]*$/.test(pattern);
}

function valuesOf(options: readonly Option[], name: string): readonly string[] {
  return options.flatMap(option => (option.name === name ? [option.value ?? ''] : []));
}

const set: Rule = (args, _, name) => settingFindings(args, name);
const shopt: Rule = (args, _, name) => optionFindings(args, name);

const history: Rule = (args, _, name) =>
  args.some(arg => /^-\w*[cdwarnps]/.test(arg))
    ? [asks(says`${name} changes the record of what was typed.`, 'medium')]
    : [];

const steersShell: Rule = (_, __, name) => [asks(says`${name} changes what the shell does.`, 'high')];

export const builtins = rulesFor({
  'cd pushd': cd,
  popd,
  jobs,
  'export declare typeset local readonly': declares,
  eval: evaluates,
  'source .': sources,
  trap,
  alias,
  printf,
  read,
  'mapfile readarray': mapfile,
  wait,
  unset,
  getopts,
  let: calculating,
  set,
  shopt,
  'test [': test,
  history,
  fc: history,
  'enable bind complete compgen': steersShell,
  // whatever their words are, options too
  echo: () => [],
});
