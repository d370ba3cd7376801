/** The programs that take something away: files, their content, a disk. */

import {
  asks,
  asksAnywhere,
  asksDirectly,
  deletes as deletesOne,
  type Finding,
  raised,
  refused,
  refusedOutside,
  reports,
} from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { isUnclear, mayBeOption, someWords } from '../grammar/unknown.ts';
import { elsewhere } from '../obeying/obeyed.ts';
import { kindOf, lookFindings, readFindings, shown, touchFindings, writeFindings } from '../paths.ts';
import { type Ground, type Rule, rulesFor } from './ground.ts';
import { means } from './options.ts';

const manyFiles = /[*?[\0]/;

/** Options are taken as `rm` takes them, abbreviations too: here it is the danger that has to be recognised. */
const rm: Rule = (args, { cwd }) => {
  const end = args.indexOf('--');
  const options = (end < 0 ? args : args.slice(0, end)).filter(arg => arg.startsWith('-'));
  const targets = args.filter((arg, at) => !(arg.startsWith('-') && (end < 0 || at <= end)));
  const has = (letters: RegExp, long: string) =>
    options.some(one => (one.startsWith('--') ? one.length > 2 && long.startsWith(one.slice(2)) : letters.test(one)));
  if (options.some(one => '--no-preserve-root'.startsWith(one) && one.length > 4))
    return [refused('It deletes even the root of the file system.')];
  const isRecursive = has(/[rR]/, 'recursive');
  const what = targets.length === 0 ? says`whatever it is given` : targets.slice(0, 3).map(shown).join(', ');
  const places = targets.map(target => kindOf(target, cwd).place);
  if (
    isRecursive &&
    places.some(place => place === 'root' || place === 'home' || place === 'system' || place === 'device')
  )
    return [refused(says`It deletes ${what} and its contents, which belongs to the system or is a whole home folder.`)];
  const found: Finding[] = targets.flatMap(target => deletionFindings(target, cwd));
  // named in full: a folder that was gone to may not be there
  const isTemporary =
    places.length > 0 && places.every(place => place === 'temporary') && targets.every(one => /^\/[^\0]*$/.test(one));
  if (isRecursive && has(/f/, 'force')) {
    const reason = says`It deletes ${what} and its contents without asking (rm -rf).`;
    found.push(isTemporary ? { level: 3, inWalls: 1, reason, risk: 'irreversible' } : refusedOutside(reason));
  } else if (isRecursive) {
    const reason = says`It deletes ${what} and its contents.`;
    if (places.includes('away')) found.push(refusedOutside(reason));
    found.push(isTemporary ? asks(reason, 'irreversible') : asksAnywhere(reason));
  } else if (targets.length === 0 || targets.some(target => manyFiles.test(target))) {
    found.push(asksAnywhere(says`It deletes more than one file at once: ${what}.`));
  }
  return found;
};

/** One file named in full. */
function deletionFindings(path: string, cwd: string): readonly Finding[] {
  const written = writeFindings(path, cwd, 'deletes').filter(({ level }) => level === 3);
  const { privacy } = kindOf(path, cwd);
  const secret: readonly Finding[] = privacy
    ? [
        {
          level: raised(2),
          inWalls: 2,
          reason: says`It deletes ${shown(path)}, which holds secrets.`,
          risk: 'irreversible',
        },
      ]
    : [];
  return [deletesOne(says`It deletes ${shown(path)}.`), ...written, ...secret, ...touchFindings(path, cwd)];
}

function emptied(path: string, cwd: string): readonly Finding[] {
  return [asksAnywhere(says`It empties or overwrites ${shown(path)}.`), ...writeFindings(path, cwd, 'overwrites')];
}

const files = (args: readonly string[]) => args.filter(arg => !arg.startsWith('-'));

const deletes: Rule = (args, { cwd }) => files(args).flatMap(path => deletionFindings(path, cwd));

/** An empty folder: with it nothing else goes. */
const rmdir: Rule = (args, { cwd }) => [
  ...files(args).flatMap(path => [
    asks(says`It deletes the empty folder ${shown(path)}.`, 'irreversible'),
    ...writeFindings(path, cwd, 'deletes').filter(({ level }) => level === 3),
  ]),
];

/** Into the bin of the desktop, or out of it. */
const trash: Rule = (args, ground, name) =>
  name === 'trash-empty' || args.some(arg => means(arg, 'empty'))
    ? [asksAnywhere('It empties the trash.')]
    : deletes(args, ground, name);

const overwrites: Rule = (args, { cwd }, name) => [
  asksAnywhere(says`${name} destroys what the file holds.`),
  ...files(args).flatMap(path => writeFindings(path, cwd, 'overwrites')),
];

const truncates: Rule = (args, { cwd }) => files(args).flatMap(path => emptied(path, cwd));

const dd: Rule = (args, { cwd }) =>
  args.flatMap(arg => {
    const [key, ...rest] = arg.split('=');
    const value = rest.join('=');
    if (key === 'of') return emptied(value, cwd);
    if (key === 'if') return readFindings(value, cwd, 1);
    return /^(bs|ibs|obs|count|skip|seek|status|conv|iflag|oflag)$/.test(key ?? '')
      ? []
      : [asks(says`dd ${shown(arg)} is not known.`)];
  });

/** `find` starts from its first words; an expression of known parts only reads. */
const find: Rule = (args, ground) => {
  const begin = args.findIndex(arg => /^[-(!]/.test(arg));
  const starts = begin < 0 ? args : args.slice(0, begin);
  const found: Finding[] = (starts.length > 0 ? starts : ['.']).flatMap(start => lookFindings(start, ground.cwd));
  if (starts.some(mayBeOption) || args.some(arg => arg.includes(someWords)))
    found.push(asksDirectly('What find is given is only known when it runs: it can run programs and delete.', 1));
  for (let at = begin < 0 ? args.length : begin; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (/^-(exec|execdir|ok|okdir)$/.test(arg)) {
      const end = args.findIndex(
        (word, index) => index > at && (word === ';' || (word === '+' && args[index - 1] === '{}')),
      );
      const words = args
        .slice(at + 1, end < 0 ? undefined : end)
        .map(word => (word === '{}' ? manyFrom(starts) : word));
      // names begin with a dot there, too, and lie as deep as they like
      found.push(
        // in whichever folder it has found something
        ...(/dir$/.test(arg) ? elsewhere(ground.words(words)) : ground.words(words)),
        ...(starts[0] === undefined ? ['.'] : starts).flatMap(start => touchFindings(start, ground.cwd)),
      );
      at = end < 0 ? args.length : end;
    } else if (arg === '-delete') {
      const isWide = starts.some(start => /^(root|home|system)$/.test(kindOf(start, ground.cwd).place));
      found.push(
        isWide
          ? refused('It deletes all it finds in a part of the system or a whole home.')
          : asksAnywhere('It deletes all it finds.'),
      );
    } else if (/^-(fprint0?|fprintf|fls)$/.test(arg)) {
      found.push(...writeFindings(args[++at] ?? '', ground.cwd));
      if (arg === '-fprintf') at++;
    } else if (findTests.test(arg)) at++;
    else if (!findAlone.test(arg))
      found.push(asks(says`find ${shown(arg)}: this is not among the options that only read.`));
  }
  return found;
};

/** What a command is given for `{}`: names nobody knows, in a place that is known. */
function manyFrom(starts: readonly string[]): string {
  return `${starts[0] ?? '.'}/*`;
}

const findTests =
  /^-(name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|type|xtype|size|mtime|atime|ctime|mmin|amin|cmin|newer|anewer|cnewer|newer[aBcm][aBcmt]|user|group|uid|gid|perm|links|inum|samefile|fstype|maxdepth|mindepth|printf|lname|ilname|used|context)$/;
const findAlone =
  /^(-(print|print0|ls|prune|quit|depth|d|mount|xdev|empty|executable|readable|writable|nouser|nogroup|true|false|not|and|or|a|o|daystart|follow|noleaf|ignore_readdir_race|H|L|P|nowarn|warn|help|version|O\d)|[()!,]|\\[()!])$/;

const mkfs: Rule = (_, __, name) => [refused(says`${name} erases a disk.`)];

/** `: > file`, `cp /dev/null file` and their like. */
export function truncation(path: string, cwd: string): readonly Finding[] {
  return /^\/dev\//.test(path) ? [] : emptied(path, cwd);
}

const mv: Rule = (args, { cwd }) => {
  const operands = files(args);
  const target = targetOf(args) ?? operands.at(-1) ?? '';
  const moved = targetOf(args) === undefined ? operands.slice(0, -1) : operands;
  if (target === '/dev/null')
    return moved.map(path => asksAnywhere(says`It moves ${shown(path)} to /dev/null, which deletes it.`));
  const found: Finding[] = [asks(says`It moves ${operands.slice(0, 3).map(shown).join(', ')}.`, 'medium')];
  const place = kindOf(target, cwd).place;
  // scratch is emptied after each command, and what lies elsewhere is out of the workspace
  if (place !== 'own' && moved.some(path => kindOf(path, cwd).place === 'own'))
    found.push(asksAnywhere(says`It moves ${moved.slice(0, 3).map(shown).join(', ')} out of the workspace.`));
  else if (isUnclear(target.slice(0, 2)))
    found.push({ ...asks('Where it moves them is only known when it runs.', 'medium'), lasting: 'destroys' });
  for (const path of moved) {
    const { privacy, place } = kindOf(path, cwd);
    found.push(...touchFindings(path, cwd));
    if (place === 'root' || place === 'home' || place === 'system')
      found.push(refused(says`It moves ${shown(path)} away, which belongs to the system or is a whole home.`));
    if (privacy)
      found.push({
        level: raised(2),
        inWalls: 2,
        reason: says`It moves ${shown(path)}, which holds secrets.`,
        risk: 'high',
      });
  }
  return [...found, ...moved.flatMap(path => landing(path, target)).flatMap(path => writeFindings(path, cwd))];
};

/** Where a file comes to lie: the target itself, or within it where that is a folder. */
export function landing(path: string, target: string): readonly string[] {
  const name = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return name === '' || /^\.+$/.test(name) ? [target] : [target, `${target}/${name}`];
}

/** The folder after `-t`. */
export function targetOf(args: readonly string[]): string | undefined {
  const at = args.findIndex(arg => /^-[a-zA-Z]*t$/.test(arg) || (means(arg, 'target-directory') && !arg.includes('=')));
  if (at >= 0) return args[at + 1];
  const attached = args.find(arg => /^-[a-zA-Z]*t./.test(arg) || means(arg, 'target-directory'));
  return attached?.replace(attached.startsWith('--') ? /^[^=]*=/ : /^-[a-su-zA-Z]*t/, '');
}

const rsync: Rule = (args, ground: Ground) => {
  const operands = files(args);
  const isRemote = (path: string) => /^rsync:|^[^/]*:/.test(path);
  const program = args.flatMap((arg, at) =>
    /^(-\w*e|--rsh|--rsync-path)$/.test(arg)
      ? [args[at + 1] ?? '']
      : (/^(?:--rsh|--rsync-path)=(.*)$/.exec(arg)?.slice(1) ?? []),
  );
  if (program.length > 0)
    return [
      refused('It starts a program of its own choosing (rsync -e).'),
      ...program.flatMap(text => ground.text(text)),
    ];
  if (operands.some(isRemote)) return [refused('It exchanges files with another machine.')];
  const read = operands.slice(0, -1).flatMap(path => readFindings(path, ground.cwd, 1));
  if (args.some(arg => /^--(del|remove-source-files)/.test(arg)))
    return [
      asksAnywhere('It deletes what is not in the source.'),
      ...read,
      ...writeFindings(operands.at(-1) ?? '', ground.cwd),
    ];
  return [reports('It copies files.'), ...read, ...writeFindings(operands.at(-1) ?? '', ground.cwd)];
};

export const deletion = rulesFor({
  rm,
  unlink: deletes,
  rmdir,
  'trash trash-put trash-empty': trash,
  truncate: truncates,
  'shred srm wipe': overwrites,
  fallocate: (args, ground, name) =>
    args.some(arg => /^-[a-z]*[pcz]/.test(arg) || means(arg, 'punch-hole', 'collapse-range', 'zero-range'))
      ? overwrites(args, ground, name)
      : files(args).flatMap(path => writeFindings(path, ground.cwd)),
  dd,
  find,
  mv,
  rsync,
  'mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mke2fs mkswap wipefs fdisk sfdisk cfdisk gdisk sgdisk parted blkdiscard hdparm cryptsetup zpool mdadm lvremove vgremove pvremove':
    mkfs,
});
