/** git: its own options first, then its verb. */

import { asks, asksDirectly, type Finding } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { lookFindings, shown } from '../paths.ts';
import { type Rule, rulesFor } from '../programs/ground.ts';
import { setting } from './settings.ts';
import { verbFindings } from './verbs.ts';

const git: Rule = (args, given) => {
  const found: Finding[] = [];
  let ground = given;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) break;
    if (arg === '-c') found.push(...setting(args[++at] ?? '', ground));
    else if (arg === '-C') {
      const folder = args[++at] ?? '';
      found.push(...lookFindings(folder, ground.cwd));
      ground = { ...ground, cwd: /^[/~]/.test(folder) ? folder : `${ground.cwd}/${folder}` };
    } else if (arg === '--git-dir' || arg === '--work-tree' || arg === '--namespace') at++;
    else if (!globals.test(arg))
      found.push(asks(says`git ${shown(arg)}: this option can make git run something else.`, 'high'));
  }
  const [verb, ...rest] = args.slice(at);
  if (verb === undefined) return found;
  return [...found, ...obeyed(verb, rest), ...verbFindings(verb, rest, ground)];
};

/**
 * Any verb that opens a repository can start a program that its settings name (`core.fsmonitor`, filters, `textconv`,
 * pagers, hooks, a remote it fetches missing objects from). The author of the folder wrote them, so without a sandbox
 * somebody looks at it first.
 */
function obeyed(verb: string, args: readonly string[]): readonly Finding[] {
  if (verb === 'version' && args.length === 0) return [];
  return [asksDirectly(says`git ${shown(verb)} obeys the settings of the repository, which can start other programs.`)];
}

const globals =
  /^(--no-pager|-P|-p|--paginate|--bare|--no-optional-locks|--literal-pathspecs|--glob-pathspecs|--no-replace-objects|--icase-pathspecs|--git-dir=.*|--work-tree=.*|--namespace=.*|--version|-v|--help|-h|--html-path|--man-path|--info-path)$/;

export const gitRules = rulesFor({ git });
