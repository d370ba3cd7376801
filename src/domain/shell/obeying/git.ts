/** What git obeys: hooks and settings of the repository and of the home. */
import type { Finding } from '../../policy/finding.ts';
import { around } from './around.ts';
import { obeys, obeysHome, obeysUnknown } from './obeyed.ts';
import { isOption, operandsOf, valuesOf } from './operands.ts';
import type { Obeying } from './rule.ts';

const plainSetting = /^(user\.(name|email)|color\.\w+|core\.quotepath|advice\.\w+|init\.defaultBranch)=/i;
const plainGlobal =
  /^(--no-pager|-P|--no-optional-locks|--literal-pathspecs|--no-replace-objects|--version|--help|-v|-h)$/;

/** Of git itself; any other name is an alias or a program. */
const ownVerb =
  /^(add|am|apply|archive|bisect|blame|branch|bundle|cat-file|check-(attr|ignore|ref-format)|checkout|cherry|cherry-pick|clean|clone|commit|config|count-objects|describe|diff|diff-(tree|index|files)|fetch|for-each-ref|format-patch|fsck|gc|grep|hash-object|init|log|ls-(files|tree|remote)|merge|merge-base|mv|name-rev|notes|pull|push|range-diff|rebase|reflog|remote|reset|restore|rev-(list|parse)|revert|rm|shortlog|show|show-(ref|branch)|sparse-checkout|stash|status|switch|symbolic-ref|tag|update-(index|ref)|var|verify-(commit|tag)|version|whatchanged|worktree|write-tree)$/;

export const git: Obeying = (args, { cwd }) => {
  let at = 0;
  let folder = cwd;
  const found: Finding[] = [];
  for (; at < args.length && isOption(args[at] ?? ''); at++) {
    const arg = args[at] ?? '';
    if (arg === '-c') {
      if (!plainSetting.test(args[++at] ?? '')) found.push(obeysUnknown('what git -c names', cwd));
    } else if (arg === '-C') {
      const to = args[++at] ?? '';
      folder = /^[/~]/.test(to) ? to : `${folder}/${to}`;
    } else if (!plainGlobal.test(arg)) found.push(obeysUnknown(`what git ${arg} names`.slice(0, 120), cwd));
  }
  const [verb = '', ...rest] = args.slice(at);
  if (verb === '' || /^(version|check-ref-format)$/.test(verb)) return found;
  if (!ownVerb.test(verb)) return [...found, obeysUnknown(`what git ${verb} starts`.slice(0, 120), cwd)];
  return [...found, ...verbFindings(verb, rest, folder), ...settings(folder)];
};

function verbFindings(verb: string, rest: readonly string[], folder: string): readonly Finding[] {
  const found: Finding[] = [];
  if (/^(apply|am)$/.test(verb))
    for (const file of operandsOf(rest, /^(-p|-C|--directory|--exclude|--include|--whitespace)$/))
      found.push(obeys(file, folder, { how: 'lists' }));
  for (const file of valuesOf(rest, '', '--pathspec-from-file'))
    if (file !== '-') found.push(obeys(file, folder, { how: 'lists' }));
  if (verb === 'bisect' && rest[0] === 'run') found.push(obeysUnknown('what git bisect runs', folder));
  if (opensEditor(verb, rest)) found.push(obeysUnknown(`the editor that git ${verb} opens`, folder));
  const starts = rest.find(
    arg =>
      /^(-x|--exec|--ext-diff|--textconv|--upload-pack|--receive-pack|--template|--separate-git-dir|--config|--open-files-in-pager|--remote|--filters|--git-dir|--editor|--edit|--interactive|--strategy|--sign)(=|$)/.test(
        arg,
      ) ||
      (verb === 'grep' && /^-\w*O/.test(arg)) ||
      (verb === 'rebase' && /^-\w*[xi]/.test(arg)) ||
      (/^(clone|init)$/.test(verb) && /^-[cu]/.test(arg)) ||
      (/^(merge|pull|cherry-pick|revert)$/.test(verb) && /^-[sS]/.test(arg)) ||
      (/^(commit|tag)$/.test(verb) && /^-[Su]/.test(arg)),
  );
  if (starts !== undefined) found.push(obeysUnknown(`what git ${verb} ${starts} names`.slice(0, 120), folder));
  // a repository of this machine has hooks of its own, and a name of one may stand for a folder
  const isElsewhere = operandsOf(rest).some(word => /^(https?|ssh|git):\/\/|^[\w.-]+@[\w.-]+:(?!:)/.test(word));
  if (/^(clone|fetch|pull|push|ls-remote)$/.test(verb) && !isElsewhere)
    found.push(obeysUnknown(`the hooks of the repository that git ${verb} speaks with`, folder));
  return found;
}

/** An editor obeys settings of the home, and of the file it opens. */
function opensEditor(verb: string, rest: readonly string[]): boolean {
  const has = (form: RegExp) => rest.some(arg => form.test(arg));
  const isWritten = has(/^-\w*[mFC]|^--(message|file|no-edit|reuse-message|dry-run|fixup)/);
  if (verb === 'commit') return !isWritten || has(/^-\w*e$/);
  if (verb === 'tag') return has(/^-\w*[as]|^--annotate/) && !isWritten;
  if (verb === 'notes') return /^(edit|add|append)$/.test(rest[0] ?? '') && !isWritten;
  if (/^(merge|pull|revert|cherry-pick)$/.test(verb))
    return has(/^-\w*e/) || (verb === 'revert' && !has(/^--no-edit$/));
  return (
    (/^(config|add|am|format-patch)$/.test(verb) && has(/^-\w*[ei]|^--(edit|interactive|cover-letter)/)) ||
    (verb === 'branch' && has(/^--edit/)) ||
    (verb === 'rebase' && has(/^--(continue|edit-todo|reword|interactive)/))
  );
}

function settings(folder: string): readonly Finding[] {
  return [
    ...around(['.git/config'], folder, { written: 'gitconfig' }),
    ...around(['.git/hooks'], folder, { folder: 'hooks' }),
    // other places of a repository, repositories in it, and what makes a folder one
    ...around(['.git'], folder, { folder: 'repository' }),
    ...around(['HEAD'], folder, { isAbsent: true }),
    ...['.gitconfig', '.config/git/config'].map(name => obeysHome(name, folder, { written: 'gitconfig' })),
  ];
}
