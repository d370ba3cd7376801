/** The shells of Windows: a text of theirs is taken apart roughly, and counts as the gravest command in it. */

import { asks, type Finding, refused } from '../../../policy/finding.ts';
import { says } from '../../../policy/sentence.ts';
import { isUnclear } from '../../grammar/unknown.ts';
import { shown } from '../../paths.ts';
import type { Ground, Rule } from '../ground.ts';
import { windowsName } from './names.ts';
import { windows } from './windows.ts';

/** `cmd /c TEXT`, with any options before it. */
export const cmd: Rule = (args, ground, name) => {
  const at = args.findIndex(arg => /^\/{1,2}([a-z](:\w+)?\/)*[ckr]/i.test(arg));
  if (at < 0) return whatever(args, ground, name);
  const attached = (args[at] ?? '').replace(/^\/{1,2}([a-z](:\w+)?\/)*[ckr]/i, '');
  return [ofItsOwn(name), ...textFindings([attached, ...args.slice(at + 1)].join(' '), ground)];
};

/** `powershell -Command TEXT`; every beginning of an option will do. */
export const powershell: Rule = (args, ground, name) => {
  const found = [ofItsOwn(name)];
  for (let at = 0; at < args.length; at++) {
    const option = (args[at] ?? '').toLowerCase().replace(/^[-/]+/, '-');
    const rest = args.slice(at + 1);
    if (/^-e(c|n|nc|nco.*)?$/.test(option))
      return [...found, refused(says`${name} runs a text that nobody can read (${shown(args[at] ?? '')}).`)];
    if (/^-(c|comm?|comma.*)$/.test(option)) return [...found, ...commandText(rest, ground, name)];
    if (/^-(f|fi|fil|file)$/.test(option))
      return [...found, asks(says`${name} runs the script ${shown(rest[0] ?? '')}.`)];
    if (withValue.test(option)) at++;
    else if (/\.ps1$/i.test(option)) return [...found, asks(says`${name} runs the script ${shown(args[at] ?? '')}.`)];
    else if (/^(--version|--help|-\?|-h|-v|-version)$/.test(option) && args.length === 1) return found;
    else if (option !== '-' && !option.startsWith('-')) return [...found, ...commandText(args.slice(at), ground, name)];
  }
  return whatever(args, ground, name);
};

const withValue =
  /^-(ep|ex\w*|executionpolicy|w|windowstyle|version|psconsolefile|configurationname|config|wd|workingdirectory|custompipename|inputformat|outputformat|if|of|settingsfile)$/;

function ofItsOwn(name: string): Finding {
  return asks(says`${name} reads commands in a way of its own.`);
}

/** `-Command -` reads them from its input. */
function commandText(words: readonly string[], ground: Ground, name: string): readonly Finding[] {
  return words[0] === '-' ? whatever(words, ground, name) : textFindings(words.join(' '), ground);
}

/** Without a text it runs its input. */
function whatever(_: readonly string[], ground: Ground, name: string): readonly Finding[] {
  if (ground.input !== undefined && !isUnclear(ground.input))
    return [ofItsOwn(name), ...textFindings(ground.input, ground)];
  return [refused(says`${name} runs whatever it is given, which nobody can judge beforehand.`)];
}

const mostPieces = 200;

function textFindings(text: string, ground: Ground): readonly Finding[] {
  const found: Finding[] = [];
  if (fetching.test(text)) found.push(refused('It accesses the network directly; use web_fetch or web_request.'));
  if (/\[(system\.)?io\.(directory|file)\]::delete/i.test(text))
    found.push(refused('It deletes files or folders by code of its own.'));
  const pieces = text.split(/[;|&(){}\r\n]+/).filter(piece => piece.trim() !== '');
  if (pieces.length > mostPieces) return [...found, refused('It has too many commands to be judged.')];
  for (const piece of pieces) found.push(...pieceFindings(wordsOf(piece), ground));
  return [...found, ...ground.text(text)].filter(finding => finding.level === 3 || finding.lasting !== undefined);
}

const fetching = /net\.webclient|net\.http|net\.sockets|downloadstring|downloadfile|msxml2\.xmlhttp|winhttprequest/i;

function pieceFindings(words: readonly string[], ground: Ground): readonly Finding[] {
  const begin = words.findIndex(word => !/^([.@=]|\$\w+|if|else|do|foreach|for|in|try|catch|return|%|\?)$/i.test(word));
  if (begin < 0) return [];
  const [first = '', ...args] = words.slice(begin);
  const name = windowsName(first);
  return [...(windows.get(name)?.(args, ground, name) ?? []), ...ground.words([name, ...args])];
}

/** Between blanks, quotes taken off; a caret before a character means the character, a backtick too. */
function wordsOf(text: string): readonly string[] {
  const plain = text.replace(/[\^`](?=\S)/g, '');
  return [...plain.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => word.replace(/["']/g, ''));
}
