/** What git does by its verbs: shows, notes down, sends away, throws away. */

import {
  asks,
  asksAnywhere,
  type Finding,
  leaves,
  persists,
  refused,
  refusedOutside,
  reports,
} from '../../policy/finding.ts';
import { type Form, says } from '../../policy/sentence.ts';
import { readFindings, recordTouchFindings, shown, writeFindings } from '../paths.ts';
import type { Ground } from '../programs/ground.ts';
import { means, type OptionTable, optionTable, readArguments } from '../programs/options.ts';
import { gitReaders } from './options.ts';
import { keptSetting } from './settings.ts';

type Verb = (args: readonly string[], ground: Ground, verb: string) => readonly Finding[];

export function verbFindings(verb: string, args: readonly string[], ground: Ground): readonly Finding[] {
  if (args.length === 1 && /^(--help|-h)$/.test(args[0] ?? '')) return [];
  const shows = readersOf.get(verb);
  const rule = verbs.get(verb);
  const transport = args.filter(arg => arg.startsWith('ext::'));
  const found: Finding[] = transport.flatMap(arg => [
    refused('It lets git run a program of its own choosing (ext::).'),
    ...ground.text(arg.slice(5)),
  ]);
  for (const arg of args)
    if (/^--(upload-pack|receive-pack|exec)(=|$)/.test(arg))
      found.push(asks(says`git ${shown(arg)}: this starts another program.`, 'high'));
  if (rule !== undefined) return [...found, ...rule(args, ground, verb)];
  if (shows !== undefined) return [...found, ...shownFindings(verb, args, shows, ground)];
  return [...found, leaves(says`git ${verb} may change the repository, or be another program’s name.`)];
}

function shownFindings(verb: string, args: readonly string[], table: OptionTable, { cwd }: Ground): readonly Finding[] {
  const { options, unknown, operands } = readArguments(args, table);
  return [
    ...options.flatMap(({ name, value }) =>
      value !== undefined && /^-[fX]$|^--(file|exclude-from)$/.test(name) ? readFindings(value, cwd) : [],
    ),
    ...unknown.map(option =>
      asks(says`git ${verb} ${shown(option)}: this is not among the options that only show something.`),
    ),
    ...operands.slice(verb === 'grep' ? 1 : 0).flatMap(path => readFindings(path.replace(/^[^:]*:/, ''), cwd)),
  ];
}

const readersOf: ReadonlyMap<string, OptionTable> = new Map(
  Object.entries(gitReaders).flatMap(([names, list]) => {
    const table = optionTable(list);
    return names.split(' ').map(name => [name, table] as const);
  }),
);

const operandsOf = (args: readonly string[]) => args.filter(arg => !arg.startsWith('-'));
const has = (args: readonly string[], form: RegExp) => args.some(arg => form.test(arg));
/** Git takes every beginning of a long option that means only one. */
const begins = (args: readonly string[], ...options: readonly string[]) => args.some(arg => means(arg, ...options));
const beforeDashes = (args: readonly string[]) => (args.includes('--') ? args.slice(0, args.indexOf('--')) : args);

const commits =
  (what: Form): Verb =>
  (args, _, verb) => [
    begins(args, 'dry-run')
      ? asks(says`git ${verb} shows what it would do.`)
      : leaves(says`git ${verb} ${what}.`, 'medium'),
  ];

const push: Verb = args => {
  const forced =
    begins(args, 'force-with-lease') ||
    begins(args, 'force') ||
    begins(args, 'force-if-includes') ||
    begins(args, 'mirror') ||
    has(args, /^-[a-zA-Z0-9]*f/) ||
    operandsOf(args).some(arg => arg.startsWith('+'));
  if (forced) return [refused('It overwrites what others may have (a forced push).')];
  const removes = has(args, /^--(delete|prune)$|^-\w*d/) || operandsOf(args).some(arg => arg.startsWith(':'));
  return [
    leaves(
      removes ? 'It deletes something in another repository.' : 'It publishes commits to another repository.',
      'irreversible',
    ),
  ];
};

const reset: Verb = args => {
  if (begins(args, 'hard')) return [refused('It throws away what has not been committed (reset --hard).')];
  if (begins(args, 'merge') || begins(args, 'keep')) return [asksAnywhere('It may throw away changes.')];
  const targets = operandsOf(beforeDashes(args)).filter(arg => arg !== 'HEAD');
  return [(targets.length === 0 ? asks : leaves)('It moves the branch to another commit.', 'medium')];
};

const clean: Verb = args => {
  const letters = args.filter(arg => /^-[a-zA-Z]+$/.test(arg)).join('');
  if (/n/.test(letters) || begins(args, 'dry-run')) return [];
  if (/[dxX]/.test(letters))
    return [refusedOutside('It deletes all that git does not keep, with folders (clean -fdx).')];
  return [asksAnywhere('It deletes all files that git does not keep.')];
};

const checkout: Verb = (args, _, verb) => {
  const isNew = has(args, /^-(b|B|c|C|t)$|^--(orphan|create|track|detach)/);
  const operands = operandsOf(args);
  const drops =
    has(args, /^-[a-zA-Z]*f/) ||
    begins(args, 'force', 'discard-changes', 'ours', 'theirs', 'merge', 'pathspec-from-file') ||
    args.includes('--') ||
    // a commit and a path: `git checkout HEAD notes`
    (verb === 'checkout' && operands.length > 1) ||
    operands.some(arg => /^(\.|:\/|\*|.*\.\w{1,5}|.*\/)$/.test(arg));
  if (has(args, /^-[a-zA-Z]*[BC]/) || args.some(arg => /^--force-c/.test(arg)))
    return [asksAnywhere('It may move a branch away from its commits.')];
  if (drops && !isNew) return [asksAnywhere(says`git ${verb} throws away changes that have not been committed.`)];
  return [reports('It changes to another branch.')];
};

const restore: Verb = args =>
  has(args, /^(--staged|-S)$/) && !has(args, /^-\w*W/) && !begins(args, 'worktree')
    ? [reports('It takes files out of the next commit.')]
    : [asksAnywhere('It throws away changes that have not been committed.')];

const branch: Verb = args => {
  if (has(args, /^-\w*[DfMC]/) || begins(args, 'force'))
    return [asksAnywhere('It deletes or moves a branch whose commits may be nowhere else.')];
  if (has(args, /^-\w*[dmcu]|^--(delete|move|copy|edit-description|unset-upstream|set-upstream-to)/))
    return [asks('It deletes, renames or points a branch elsewhere.', 'medium')];
  const lists = has(
    args,
    /^(-a|-r|-v|-vv|-l|-av|-avv|--list|--all|--remotes|--show-current|--contains|--no-contains|--merged|--no-merged|--points-at|--column|--sort|--format|--verbose)/,
  );
  return lists || operandsOf(args).length === 0 ? [] : [reports('It makes a branch.')];
};

const tag: Verb = args => {
  if (has(args, /^-\w*[df]/) || begins(args, 'delete', 'force'))
    return [asksAnywhere('It deletes or moves a tag, whose commits may be nowhere else.')];
  return has(args, /^(-l|-n\d*|--list|--contains|--points-at|--sort|--merged)/) || operandsOf(args).length === 0
    ? []
    : [reports('It makes a tag.')];
};

const stash: Verb = ([verb = 'push']) => {
  if (verb === 'list' || verb === 'show') return [];
  if (verb === 'drop' || verb === 'clear') return [asksAnywhere('It throws away changes that were put aside.')];
  return verb === 'pop' || verb === 'apply' || verb === 'branch'
    ? [asks('It brings back changes over the files.', 'low')]
    : [reports('It puts changes aside.')];
};

const remote: Verb = args => {
  const [verb = '', ...rest] = operandsOf(args);
  if (verb === '' || verb === 'get-url' || (verb === 'show' && (rest.length === 0 || has(args, /^-n$/)))) return [];
  if (/^(show|update|prune)$/.test(verb) || (verb === 'set-head' && has(args, /^(-a|--auto)$/)))
    return [asks(says`git remote ${verb} asks another repository.`, 'high')];
  const name = shown(rest[0] ?? '');
  const where = rest.slice(0, 2).map(shown).join(' ');
  return [
    persists(
      verb === 'add'
        ? says`It changes where git may fetch from: ${where}.`
        : says`It changes where git fetches from: ${where}.`,
      `It changes the remote ${name} of git: git fetches from there and sends there from now on`,
    ),
    ...(has(args, /^(-f|--fetch)$/) ? [asks('It asks another repository.', 'high')] : []),
  ];
};

const config: Verb = (args, ground) => {
  const at = args.findIndex(arg => /^(-f|--file)$/.test(arg));
  const file = at >= 0 ? args[at + 1] : args.find(arg => /^(--file=|-f.)/.test(arg))?.replace(/^(--file=|-f)/, '');
  const own = at >= 0 ? args.toSpliced(at, 2) : args;
  const words = operandsOf(own).filter(arg => !/^(get|set|list|unset|edit)$/.test(arg));
  const verb = operandsOf(own)[0];
  const read = file === undefined ? [] : readFindings(file, ground.cwd);
  if (begins(own, 'get', 'list') || has(own, /^(-l|--get-.*)$/) || verb === 'get' || verb === 'list') return read;
  if (
    has(own, /^(--unset(-all)?|--edit|-e|--remove-section|--rename-section|--replace-all|--add)$/) ||
    words.length !== 1
  ) {
    const [key = '', value = ''] = words;
    const outside = has(own, /^--(global|system|blob)/)
      ? [asks('It changes git’s settings for everything.', 'high')]
      : [];
    return [
      ...(file === undefined ? [] : writeFindings(file, ground.cwd, 'changes')),
      ...outside,
      ...keptSetting(key, value, ground),
    ];
  }
  return read;
};

const rebase: Verb = (args, ground) => [
  asksAnywhere('It rewrites commits that are there already.', 'high'),
  ...args.flatMap((arg, at) =>
    /^(-x|--exec)$/.test(arg) ? ground.text(args[at + 1] ?? '') : /^--exec=/.test(arg) ? ground.text(arg.slice(7)) : [],
  ),
];

const reflog: Verb = (args, ground, verb) =>
  /^(expire|delete|drop)$/.test(args[0] ?? '')
    ? [asksAnywhere('It forgets commits that could be got back.')]
    : shownFindings(
        verb,
        args.filter(arg => arg !== 'show'),
        readersOf.get('log') ?? optionTable({}),
        ground,
      );

const runsEach: Verb = (args, ground, verb) => {
  const at = args.findIndex(arg => arg === 'run' || arg === 'foreach');
  if (at >= 0)
    return [
      asks(says`git ${verb} ${args[at] ?? ''} runs a command again and again.`),
      ...(at >= 0
        ? ground.text(
            args
              .slice(at + 1)
              .filter(arg => arg !== '--recursive')
              .join(' '),
          )
        : []),
    ];
  if (/^(status|summary|log)$/.test(args[0] ?? 'status')) return [];
  if (verb === 'bisect') return [asks(says`git ${verb} changes the repository, or asks another one.`)];
  return has(args, /^-\w*f/) || begins(args, 'force')
    ? [asksAnywhere('It takes the working copy of another repository away.')]
    : [leaves(says`git ${verb} changes the repository, or asks another one.`)];
};

const output: Verb = (args, ground, verb) => {
  const at = args.findIndex(arg => /^(-o|--output|--output-directory)$/.test(arg));
  const path = at >= 0 ? args[at + 1] : args.find(arg => /^--output(-directory)?=/.test(arg))?.replace(/^[^=]*=/, '');
  return [
    ...(path === undefined ? [reports(says`git ${verb} writes files.`)] : writeFindings(path, ground.cwd)),
    ...(has(args, /^--remote/) ? [asks('It asks another repository.')] : []),
  ];
};

const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries({
    push,
    reset,
    clean,
    'checkout switch': checkout,
    restore,
    branch,
    tag,
    stash,
    remote,
    config,
    'rebase replay': rebase,
    reflog,
    'bisect submodule': runsEach,
    worktree: args =>
      args[0] === 'list'
        ? []
        : has(args, /^(-f|--force)$/)
          ? [asksAnywhere('It removes or moves a working copy, whatever is in it.')]
          : [leaves('It adds or removes a working copy.')],
    notes: args =>
      args.length === 0 || /^(list|show)$/.test(args[0] ?? '') ? [] : [reports('It writes notes beside commits.')],
    'archive format-patch bundle': output,
    'add stage': (args, ground) => [
      reports('It puts files into the next commit.'),
      ...operandsOf(beforeDashes(args)).flatMap(path => readFindings(path, ground.cwd, 1)),
    ],
    // a template brings its hooks
    init: args => [(begins(args, 'template') ? leaves : reports)('It makes a repository.')],
    mv: (args, { cwd }) => [
      has(args, /^-\w*f/) || begins(args, 'force')
        ? asksAnywhere('It moves files within the repository, over others.')
        : reports('It moves files within the repository.'),
      ...operandsOf(args).flatMap(path => recordTouchFindings(path, cwd, 'moves')),
    ],
    rm: args => [
      (has(args, /^-\w*[rf]/) || begins(args, 'force')) && !has(args, /^--cached$/)
        ? asksAnywhere('It deletes files, and takes them out of the repository.')
        : { ...asks('It deletes files, and takes them out of the repository.', 'medium'), lasting: 'destroys' },
    ],
    commit: commits(says`writes the history`),
    'merge pull cherry-pick revert am': commits(says`changes files and history`),
    apply: () => [asks('git apply changes files.', 'medium')],
    fetch: args => [
      asks('git fetch exchanges with another repository.', 'medium'),
      ...(operandsOf(args)
        .slice(1)
        .some(arg => /^\+|:/.test(arg))
        ? [asksAnywhere('It may move a branch away from its commits.')]
        : []),
    ],
    clone: commits(says`brings in another repository, with its hooks and settings`),
    'ls-remote': (_, __, verb) => [asks(says`git ${verb} exchanges with another repository.`, 'medium')],
    'fetch-pack send-pack http-fetch http-push remote-http remote-https request-pull imap-send svn p4 cvsimport': (
      _,
      __,
      verb,
    ) => [leaves(says`git ${verb} exchanges with another repository.`, 'high')],
    'checkout-index read-tree': (args, _, verb) =>
      verb === 'checkout-index' || has(args, /^-\w*u/) || begins(args, 'reset')
        ? [asksAnywhere(says`git ${verb} writes over files, whatever is in them.`)]
        : [asks(says`git ${verb} changes what the next commit holds.`)],
    'sparse-checkout lfs': (args, _, verb) =>
      /^(list|ls-files|status|env|version)$/.test(operandsOf(args)[0] ?? '')
        ? []
        : [(verb === 'lfs' ? leaves : asks)(says`git ${verb} may take files away, or set hooks.`, 'medium')],
    'filter-branch filter-repo': () => [refusedOutside('It rewrites the whole history.')],
    'gc prune repack maintenance': (args, _, verb) => {
      if (verb === 'maintenance' && has(args, /^(start|register)$/))
        return [leaves('It lets git run by the clock from now on.', 'high')];
      if (verb === 'prune' && (has(args, /^-n$/) || begins(args, 'dry-run'))) return [];
      return verb === 'prune' ||
        begins(args, 'prune') ||
        args.length === 0 ||
        (verb === 'repack' && has(args, /^-\w*[ad]/))
        ? [asksAnywhere('It may throw away commits that could be got back.', 'high')]
        : [asks('It tidies up the repository.', 'low')];
    },
    'update-ref symbolic-ref replace': (args, _, verb) =>
      verb === 'update-ref' || has(args, /^-\w*[df]/) || begins(args, 'delete', 'force', 'stdin')
        ? [asksAnywhere('It deletes or moves a name of commits (a branch or tag).')]
        : [leaves('It gives commits other names.')],
    'difftool mergetool credential send-email daemon instaweb shell': (_, __, verb) => [
      (verb === 'credential' ? leaves : asks)(says`git ${verb} starts other programs.`, 'high'),
    ],
  } satisfies Record<string, Verb>).flatMap(([names, rule]) => names.split(' ').map(name => [name, rule] as const)),
);
