/** git: its own options first, then its verb. */
import { asked, type Finding } from './finding.ts';
import { setting } from './shell-git-settings.ts';
import { verbFindings } from './shell-git-verbs.ts';
import { type Rule, rulesFor } from './shell-ground.ts';
import { shown } from './shell-paths.ts';

const git: Rule = (args, ground) => {
  const found: Finding[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) break;
    if (arg === '-c') found.push(...setting(args[++at] ?? '', ground));
    else if (arg === '-C' || arg === '--git-dir' || arg === '--work-tree' || arg === '--namespace') at++;
    else if (!globals.test(arg))
      found.push(asked(`git ${shown(arg)}: this option can make git run something else.`, 'high'));
  }
  const [verb, ...rest] = args.slice(at);
  if (verb === undefined) return found;
  return [...found, ...verbFindings(verb, rest, ground)];
};

const globals =
  /^(--no-pager|-P|-p|--paginate|--bare|--no-optional-locks|--literal-pathspecs|--glob-pathspecs|--no-replace-objects|--icase-pathspecs|--git-dir=.*|--work-tree=.*|--namespace=.*|--version|-v|--help|-h|--html-path|--man-path|--info-path)$/;

export const gitRules = rulesFor({ git });
