/** git's settings: most only say how something looks, the others may name a program. */

import { asks, asksAnywhere, type Finding, persists } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { shown } from '../paths.ts';
import type { Ground } from '../programs/ground.ts';

/** Settings that change how something looks; of all others one may name a program. */
const looks =
  /^(color\.|column\.|advice\.|log\.|core\.(quotepath|abbrev|autocrlf|safecrlf|ignorecase|precomposeunicode|filemode|bare|longpaths|whitespace|eol)|user\.(name|email)|init\.defaultbranch|diff\.(renames|algorithm|color|mnemonicprefix|noprefix|context|renamelimit|submodule|indentheuristic)|status\.|grep\.|commit\.gpgsign|tag\.gpgsign|push\.default|pull\.(rebase|ff)|fetch\.prune|merge\.(ff|conflictstyle)|rebase\.autostash|safe\.directory|i18n\.|blame\.|branch\.|gc\.auto|format\.pretty)/;

/** `git -c key=value`. */
export function setting(text: string, ground: Ground): readonly Finding[] {
  const at = text.indexOf('=');
  const [key, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return settingFindings(key, value, ground);
}

/** What `git config` writes stays, and counts at every later call of git. */
export function keptSetting(key: string, value: string, ground: Ground): readonly Finding[] {
  return [
    persists('It changes the settings of git.', `It sets ${shown(key)} for git: git obeys it from now on`, 'medium'),
    ...settingFindings(key, value, ground),
  ];
}

function settingFindings(key: string, value: string, ground: Ground): readonly Finding[] {
  if (/^gc\.(.*\.)?(prune|reflog|worktreeprune)expire/i.test(key) && !/never/i.test(value))
    return [asksAnywhere(says`It sets ${shown(key)} for git, which throws away commits that could be got back.`)];
  if (looks.test(key.toLowerCase())) return [];
  if (/pager$/i.test(key) && /^(cat|less|more|true|false|)( -\w+)*$/.test(value)) return [];
  const inside =
    /alias\.|pager|editor|command|program|helper|external|textconv|cmd|fsmonitor|proxy|driver|hook|filter|clean|smudge|process/i.test(
      key,
    )
      ? ground.text(value.replace(/^!/, ''))
      : [];
  return [
    asks(says`It sets ${shown(key)} for git, which can make it run something else.`, 'high'),
    ...inside.filter(({ level }) => level === 3),
  ];
}
