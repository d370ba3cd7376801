/**
 * Settings of the shell (`set -e`, `shopt -s nullglob`, `bash -x`): those after which it still reads a text as it is
 * judged here.
 */

import { asks, type Finding } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { isOpen } from '../grammar/unknown.ts';
import { shown } from '../paths.ts';

/** `set`, and the words before the text of `bash -c`. */
export function settingFindings(args: readonly string[], name: string): readonly Finding[] {
  const found: Finding[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (isOpen(arg)) return [...found, changes(name, arg)];
    if (!/^[-+]./.test(arg) || arg === '--') break;
    if (/^--(norc|noprofile|verbose|noediting)$/.test(arg)) continue;
    if (!/^[-+][abcefhmnuvxBCEPToO]+$/.test(arg)) found.push(changes(name, arg));
    // the name of a setting follows; without one they are listed
    const setting = /o/.test(arg) ? harmlessSettings : /O/.test(arg) ? harmlessOptions : undefined;
    const value = setting === undefined ? undefined : args[++at];
    if (value !== undefined && !setting?.test(value)) found.push(changes(name, value));
  }
  return found;
}

/** `shopt`. */
export function optionFindings(args: readonly string[], name: string): readonly Finding[] {
  return args.flatMap(arg => (/^-[suqp]+$/.test(arg) || harmlessOptions.test(arg) ? [] : [changes(name, arg)]));
}

function changes(name: string, what: string): Finding {
  return asks(says`${name} ${shown(what)} changes how the shell reads commands, or what it runs before them.`, 'high');
}

const harmlessSettings =
  /^(allexport|braceexpand|errexit|errtrace|functrace|hashall|monitor|noclobber|noexec|noglob|notify|nounset|physical|pipefail|verbose|xtrace|emacs|vi)$/;
const harmlessOptions =
  /^(extglob|nullglob|globstar|dotglob|failglob|nocaseglob|nocasematch|inherit_errexit|globasciiranges|checkwinsize)$/;
