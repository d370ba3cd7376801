/** tar, zip and their like: looking in is reading, packing is making a file, unpacking writes what the archive says. */

import { asks, asksAnywhere, asksDirectly, type Finding, reports } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { readFindings, shown, writeFindings } from '../paths.ts';
import { type Ground, type Rule, rulesFor } from './ground.ts';
import { means } from './options.ts';

const tar: Rule = (words, ground) => {
  // `tar xzf a.tgz`: the first word is options even without a dash
  const args = words[0] !== undefined && /^[a-zA-Z]+$/.test(words[0]) ? [`-${words[0]}`, ...words.slice(1)] : words;
  const letters = args.filter(arg => /^-[a-zA-Z]/.test(arg)).join('');
  const long = args.filter(arg => arg.startsWith('--'));
  const isMode = (letter: string, name: string) => letters.includes(letter) || long.some(one => one === `--${name}`);
  const found: Finding[] = [
    ...long.filter(one => !harmless.test(one)).flatMap(one => programFindings(one, args, ground)),
  ];
  if (/[IFK]/.test(letters))
    found.push(
      asks('tar starts another program for it.', 'high'),
      ...ground.text(args[args.findIndex(arg => /^-\w*I$/.test(arg)) + 1] ?? ''),
    );
  if (/P/.test(letters) || long.includes('--absolute-names'))
    found.push(asks('tar writes wherever the archive says.', 'high'));
  if (long.some(one => one.length > 4 && means(one, 'remove-files')))
    found.push(asksAnywhere('It deletes what it has packed.'));
  if (long.some(one => one.length > 4 && means(one, 'delete', 'recursive-unlink')))
    found.push(asksAnywhere('It takes something out of an archive, or a folder away before it unpacks.'));
  const file = optionValue(args, 'f', 'file');
  const remote = args.find(arg => /^(-[a-zA-Z]*f|--file=)?[^/-][^/]*:/.test(arg));
  if (remote !== undefined)
    found.push(asks(says`tar takes ${shown(remote)} for an archive on another machine.`, 'high'));
  const folder = optionValue(args, 'C', 'directory');
  if (isMode('x', 'extract') || isMode('x', 'get')) {
    found.push(asks('It unpacks an archive, which may write over files.', 'medium'));
    if (folder !== undefined) found.push(...writeFindings(`${folder}/.`, ground.cwd));
  } else if (isMode('c', 'create') || isMode('r', 'append') || isMode('u', 'update')) {
    found.push(reports('It makes an archive.'));
    if (file !== undefined && file !== '-') found.push(...writeFindings(file, ground.cwd));
    found.push(
      ...args.filter(arg => !arg.startsWith('-') && arg !== file).flatMap(path => readFindings(path, ground.cwd, 1)),
    );
  } else if (isMode('t', 'list')) {
    if (/[^tvzjJZfn-]/.test(letters) || long.some(one => !listing.test(one)))
      found.push(asksDirectly('tar may read more than the archive it lists.'));
    if (file !== undefined && file !== '-') found.push(...readFindings(file, ground.cwd));
    found.push(...args.flatMap(arg => (arg.startsWith('-') ? [] : readFindings(arg, ground.cwd))));
  } else if (!/^--(help|version)$/.test(long[0] ?? ''))
    found.push(asks('tar is told to do something that is not known.'));
  return found;
};

const listing = /^--(list|file(=.*)?|verbose|gzip|gunzip|bzip2|xz|zstd|help|version|wildcards|totals)$/;
const harmless =
  /^--(create|extract|get|list|append|update|file(=.*)?|directory(=.*)?|verbose|gzip|gunzip|bzip2|xz|zstd|auto-compress|exclude(=.*)?|exclude-vcs|strip-components(=.*)?|keep-old-files|skip-old-files|overwrite|owner(=.*)?|group(=.*)?|mtime(=.*)?|sort(=.*)?|numeric-owner|one-file-system|wildcards|transform=s.*[^e]|totals|checkpoint(=\d+)?|files-from(=.*)?|no-same-owner|no-same-permissions|preserve-permissions|help|version|absolute-names)$/;

function programFindings(option: string, args: readonly string[], ground: Ground): readonly Finding[] {
  const value = option.includes('=') ? option.slice(option.indexOf('=') + 1) : (args[args.indexOf(option) + 1] ?? '');
  const runs =
    /^--(to-command|use-compress-program|checkpoint-action|rsh-command|rmt-command|info-script|new-volume-script)/.test(
      option,
    );
  return [
    asks(says`tar ${shown(option)}: this option ${runs ? says`starts another program` : says`is not known`}.`, 'high'),
    ...(runs ? ground.text(value.replace(/^exec=/, '')).filter(({ level }) => level === 3) : []),
  ];
}

function optionValue(args: readonly string[], letter: string, long: string): string | undefined {
  for (const [at, arg] of args.entries()) {
    if (arg === `--${long}`) return args[at + 1];
    if (arg.startsWith(`--${long}=`)) return arg.slice(long.length + 3);
    if (/^-[a-zA-Z]/.test(arg) && arg.includes(letter)) {
      const rest = arg.slice(arg.indexOf(letter) + 1);
      // `-f x`, `-fx`, and `-cfz`, where what follows are letters like the others
      return rest === '' || /^[a-zA-Z]{1,3}$/.test(rest) ? args[at + 1] : rest;
    }
  }
  return undefined;
}

const zip: Rule = (args, { cwd }) => {
  const strange = args.filter(
    arg =>
      /^--unzip-command|^-(TT|\w*@)/.test(arg) ||
      (/^--/.test(arg) && !/^--(recurse-paths|quiet|junk-paths|exclude|include|encrypt|move-never)$/.test(arg)),
  );
  if (args[0] === '-sf') return args.flatMap(path => readFindings(path, cwd));
  const moves = args.some(arg => /^-(?!tt|O|b|s)\w*m/.test(arg) || (arg.length > 3 && means(arg, 'move')));
  const removes = args.some(arg => /^-(d|FS)\w*$/.test(arg) || (arg.length > 3 && means(arg, 'delete', 'filesync')));
  const [archive, ...files] = args.filter(arg => !arg.startsWith('-'));
  return [
    reports('It makes an archive.'),
    ...strange.map(arg => asks(says`zip ${shown(arg)}: this option may start another program.`, 'high')),
    ...(moves ? [asksAnywhere('It deletes what it has packed.')] : []),
    ...(removes ? [asksAnywhere('It takes something out of an archive.')] : []),
    ...(archive === undefined ? [] : writeFindings(archive, cwd)),
    ...files.flatMap(path => readFindings(path, cwd, 1)),
  ];
};

const unzip: Rule = (args, { cwd }) => {
  const letters = args.filter(arg => arg.startsWith('-')).join('');
  if (/[ltvZpz]/.test(letters) && !/[do]/.test(letters)) return args.flatMap(path => readFindings(path, cwd));
  const at = args.indexOf('-d');
  return [
    asks('It unpacks an archive, which may write over files.', 'medium'),
    ...(at < 0 ? [] : writeFindings(`${args[at + 1] ?? ''}/.`, cwd)),
  ];
};

const sevenZip: Rule = ([verb = '', ...args], ground, name) => {
  if (/^[lti]$/.test(verb)) return args.flatMap(path => readFindings(path, ground.cwd));
  if (/^(d|rn)$/.test(verb)) return [asksAnywhere('It takes something out of an archive.')];
  if (!/^[au]$/.test(verb)) return unzip(['-x', ...args], ground, name);
  const [archive, ...files] = args.filter(arg => !arg.startsWith('-'));
  return [
    reports('It makes an archive.'),
    ...(args.some(arg => /^-sdel/i.test(arg)) ? [asksAnywhere('It deletes what it has packed.')] : []),
    ...(archive === undefined ? [] : writeFindings(archive, ground.cwd)),
    ...files.flatMap(path => readFindings(path.replace(/^@/, ''), ground.cwd, 1)),
  ];
};

export const archives = rulesFor({
  'tar gtar bsdtar': tar,
  zip,
  'unzip unar': unzip,
  '7z 7za 7zr': sevenZip,
});
