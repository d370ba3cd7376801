/** Programs that look something up: on this machine, in what its other programs do, or on the network. */

import { asks, asksDirectly, type Finding } from '../../../policy/finding.ts';
import { says } from '../../../policy/sentence.ts';
import { isUnclear } from '../../grammar/unknown.ts';
import { isAddress, readFindings, shown } from '../../paths.ts';
import { type Ground, type Rule, rulesFor } from '../ground.ts';
import { optionTable, readArguments } from '../options.ts';
import { reading } from './reading.ts';

/** Databases that lie in files of this machine. */
const localData = /^(passwd|group|services|protocols|rpc|ethers|shells|aliases|initgroups|gshadow)$/;

const getent: Rule = (args, _, name) => {
  const [data = '', ...keys] = args.filter(arg => !arg.startsWith('-'));
  if (args.some(arg => arg.startsWith('-') && !/^--(help|version)$/.test(arg)))
    return [asks(says`${name} is told where to look, which may be the network.`, 'high')];
  if (data === 'shadow' || data === 'gshadow') return [asks(says`${name} reads passwords of this machine.`, 'high')];
  if (data === '' || localData.test(data)) return keys.some(key => isUnclear(key)) ? unsure(name) : [];
  return [asks(says`${name} ${shown(data)} asks the network for what it is given, which can carry data out.`, 'high')];
};

const unsure = (name: string): readonly Finding[] => [
  asksDirectly(says`What ${name} is given is only known when it runs.`),
];

const lsofOptions = optionTable({ flags: 'nPtUlw', values: 'ipucg' });
const lsof: Rule = (args, { cwd }, name) => {
  const { options, unknown, operands } = readArguments(args, lsofOptions);
  return [
    ...unknown.map(option => asks(says`${name} ${shown(option)}: this option is not known.`)),
    ...options.flatMap(({ name: option, value = '' }) =>
      option === '-i' && !/^[46]?(tcp|udp)?(:[\d,-]+)?$/i.test(value) && !value.startsWith('-')
        ? [asks(says`${name} -i ${shown(value)} asks the network for a name.`, 'high')]
        : [],
    ),
    ...operands.flatMap(path => readFindings(path, cwd)),
    asksDirectly(says`${name} shows which files other programs have open.`),
  ];
};

const sockets: Rule = (args, _, name) => {
  const odd = args.find(
    arg =>
      !/^-[tulnapeoimsxrW46H]+$|^--(listening|numeric|tcp|udp|processes|all|route|inet6?|help|version)$/.test(arg) &&
      !/^(state|established|listening|connected|synchronized|sport|dport|and|or|not|eq|neq|[=!<>()]+|:?\d{1,5}|:[a-z]{2,12}|[a-z]+-[a-z-]+)$/.test(
        arg,
      ),
  );
  if (odd !== undefined)
    return [
      asks(says`${name} ${shown(odd)}: this is more than showing connections, or asks the network for a name.`, 'high'),
    ];
  const has = (letter: RegExp) => args.some(arg => /^-[^-]/.test(arg) && letter.test(arg));
  const isNamed = name === 'ss' ? has(/r/) : !has(/n/) && !args.includes('--numeric');
  return isNamed ? [asksDirectly(says`${name} asks the network for the names of other machines.`)] : [];
};

const psOptions = optionTable({
  flags: 'AaedfFjlyLTHNcmwhMxvnGtiZX',
  values: 'oCpUutgGOqs',
  long: 'forest no-headers headers help version',
  longValues: 'sort format pid ppid user cols columns width rows lines tty sid group',
});
const ps: Rule = (args, _, name) => {
  const { options, unknown, operands } = readArguments(args, psOptions);
  const isEnvironment =
    operands.some(word => /^[a-zA-Z]*e[a-zA-Z]*$/.test(word)) ||
    options.some(({ value = '' }) => /\b(environ|env)\b/.test(value));
  return [
    ...unknown.map(option => asks(says`${name} ${shown(option)}: this is not among the options that only show.`)),
    ...(isEnvironment
      ? [asksDirectly(says`${name} shows the environment of other programs, where secrets may be.`, 1)]
      : []),
    ...(args.some(arg => isUnclear(arg)) ? unsure(name) : []),
  ];
};

const ifconfig: Rule = (args, _, name) =>
  args.filter(arg => !arg.startsWith('-')).length > 1 || args.some(arg => !/^(-[asvlLmu]+|[\w.:-]+)$/.test(arg))
    ? [asks(says`${name} changes the network of this machine.`, 'high')]
    : [];

const locate = reading({
  flags: 'bceiwA0',
  values: 'ln',
  longValues: 'limit',
  long: 'ignore-case count basename',
  operands: 'text',
});
const journal = reading({
  flags: 'bfekxramqo',
  values: 'unpotSUgN',
  long: 'no-pager boot follow reverse dmesg user system catalog list-boots disk-usage utc quiet all help version',
  longValues: 'unit lines since until priority output grep identifier boot user-unit',
  operands: 'text',
});

/** What it finds lies anywhere on this machine. */
const everywhere =
  (rule: Rule): Rule =>
  (args, ground, name) => [
    ...rule(args, ground, name),
    asksDirectly(says`${name} shows what lies outside the workspace, or what other programs said.`),
  ];

const sensors: Rule = (args, _, name) => {
  const odd = args.find(arg => !/^(-[uAfjv]+|--(no-adapter|fahrenheit|help|version)|\w[\w*-]*)$/.test(arg));
  return odd === undefined ? [] : [asks(says`${name} ${shown(odd)}: this option can set something.`, 'high')];
};

/** A page of the manual; what lays it out and shows it can be any program. */
const manOptions = optionTable({
  flags: 'kfawWKi7',
  values: 'sSmPH',
  long: 'apropos whatis where all help version',
  longValues: 'pager html',
});
const man: Rule = (args, ground, name) => {
  const { options, unknown, operands } = readArguments(args, manOptions);
  return [
    ...unknown.map(option => asks(says`${name} ${shown(option)}: this option is not known, or starts a program.`)),
    ...options.flatMap(({ name: option, value = '' }) =>
      /^(-P|-H|--pager|--html)$/.test(option)
        ? [asks(says`${name} starts another program to show it.`), ...ground.text(value)]
        : [],
    ),
    ...operands.flatMap(page => readFindings(page, ground.cwd)),
    asksDirectly(says`${name} obeys the file .manpath of the home, which can start other programs.`),
  ];
};

const tldr: Rule = (args, _, name) =>
  args.length === 1 && /^--(help|version|list)$|^-[hvl]$/.test(args[0] ?? '')
    ? []
    : [asks(says`${name} fetches its pages from the network, by the name it is given.`, 'high')];

/** The file manager's own program: by its verb it reads, deletes, or opens what may be an address. */
const gio: Rule = (args, ground: Ground, name) => {
  const [verb = '', ...paths] = args.filter(arg => !/^-/.test(arg));
  if (verb === '' || /^(help|version)$/.test(verb)) return [];
  if (verb === 'trash' || verb === 'remove')
    return ground.words(args.some(arg => /^--empty/.test(arg)) ? ['rm', '-r', '~/trash'] : ['rm', ...paths]);
  const address = paths.find(isAddress);
  if (/^(cat|info|list|tree)$/.test(verb) && address === undefined)
    return (paths.length > 0 ? paths : ['.']).flatMap(path => readFindings(path, ground.cwd));
  return [asks(says`${name} ${verb} may change files, open them with other programs, or go to the network.`, 'high')];
};

export const lookups = rulesFor({
  getent,
  lsof,
  'ss netstat': sockets,
  ps,
  ifconfig,
  'locate mlocate plocate': everywhere(locate),
  journalctl: everywhere(journal),
  sensors,
  man,
  tldr,
  gio,
});
