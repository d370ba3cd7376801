/** Words the shell itself knows, as far as they do more than read. */
import { asked, type Finding } from './finding.ts';
import { type Ground, type Rule, rulesFor } from './shell-ground.ts';
import { shown } from './shell-paths.ts';
import { unknown } from './shell-unknown.ts';
import { variableFindings } from './shell-variables.ts';

const cd: Rule = (args, ground) => {
  const to = args.filter(arg => !/^-[LPe@]$/.test(arg))[0];
  ground.enter(to === undefined ? '~' : to === '-' ? unknown : to);
  return [];
};

/** `export A=1`, `declare -x A=1`. */
const declares: Rule = (args, ground) =>
  args.flatMap(arg => {
    const at = arg.indexOf('=');
    if (at < 0) return /^-\w*n/.test(arg) ? [asked('It makes one variable stand for another.')] : [];
    return variableFindings(arg.slice(0, at).replace(/\+$/, ''), arg.slice(at + 1), ground);
  });

const evaluates: Rule = (args, ground) => [
  { level: 3, reason: 'It runs a text that is put together only then (eval).', risk: 'irreversible' },
  ...ground.text(args.join(' ')).filter(({ level }) => level === 3),
];

const sources: Rule = (args, ground, name) => {
  const [file = ''] = args;
  if (ground.isDecoded && file.startsWith('/dev/'))
    return [{ level: 3, reason: `${name} runs what was fetched or decoded just before.`, risk: 'irreversible' }];
  return [asked(`${name} runs the commands in ${shown(file)}.`)];
};

const trap: Rule = (args, ground) => {
  const [action = ''] = args.filter(arg => !/^-[lp]$|^--$/.test(arg));
  return action === '' || action === '-' ? [] : ground.text(action);
};

const alias: Rule = (args, ground) =>
  args.flatMap(arg => (arg.includes('=') ? ground.text(arg.slice(arg.indexOf('=') + 1)) : []));

const printf: Rule = (args, ground) => (args[0] === '-v' ? named(args[1] ?? '', args.slice(2).join(' '), ground) : []);

const read: Rule = (args, ground, name) => {
  const odd = args.find(arg => /^-\w*C/.test(arg));
  const names = args.filter(arg => /^[A-Za-z_]\w*$/.test(arg));
  return [
    ...(odd === undefined ? [] : [asked(`${name} ${odd} runs a command for what it reads.`, 'high')]),
    ...names.flatMap(one => named(one, unknown, ground)),
  ];
};

function named(name: string, value: string, ground: Ground): readonly Finding[] {
  return variableFindings(name, value, ground);
}

const history: Rule = (args, _, name) =>
  args.some(arg => /^-\w*[cdwarnps]/.test(arg))
    ? [asked(`${name} changes the record of what was typed.`, 'medium')]
    : [];

const steersShell: Rule = (_, __, name) => [asked(`${name} changes what the shell does.`, 'high')];

export const builtins = rulesFor({
  'cd pushd': cd,
  'export declare typeset local readonly': declares,
  eval: evaluates,
  'source .': sources,
  trap,
  alias,
  printf,
  'read mapfile readarray': read,
  history,
  fc: history,
  unset: args => (args.some(arg => /^-\w*f/.test(arg)) ? [asked('It takes a function away.')] : []),
  'enable bind complete compgen': steersShell,
  // whatever their words are, options too
  'echo test [': () => [],
});
