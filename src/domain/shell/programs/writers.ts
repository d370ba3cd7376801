/** The programs that make or change files, as the tools that write files do. */

import { asks, asksAnywhere, type Finding, reports } from '../../policy/finding.ts';
import { says } from '../../policy/sentence.ts';
import { readFindings, shown, touchFindings, writeFindings } from '../paths.ts';
import { landing, targetOf, truncation } from './deletion.ts';
import { type Ground, type Rule, rulesFor } from './ground.ts';
import { optionTable, readArguments } from './options.ts';

const makes = optionTable({
  flags: 'pvamcdqufsz',
  values: 'mdrtp',
  long: 'parents verbose directory no-create dry-run',
  longValues: 'mode reference date tmpdir suffix time',
});

/** All operands are made. */
const making: Rule = (args, { cwd }, name) => {
  const { unknown, operands } = readArguments(args, makes);
  const found = operands.flatMap(path => writeFindings(path, cwd, 'makes'));
  return [reports(says`${name} makes files or folders.`), ...unfamiliar(unknown, name), ...found];
};

const copies = optionTable({
  flags: 'aRrdfipuvxlLPHsnTbDg',
  values: 'tSmog',
  long: 'archive recursive force interactive no-clobber parents update verbose no-dereference dereference link symbolic-link relative no-target-directory preserve one-file-system attributes-only backup remove-destination',
  longValues: 'target-directory suffix preserve no-preserve reflink sparse mode owner group update backup',
});

/** The last operand is written, the others are read. */
const copying: Rule = (args, { cwd }, name) => {
  const { unknown, operands } = readArguments(args, copies);
  const folder = targetOf(args);
  const target = folder ?? (operands.length > 1 ? operands.at(-1) : name === 'ln' ? '.' : undefined);
  const sources = folder === undefined && operands.length > 1 ? operands.slice(0, -1) : operands;
  const isLink = name === 'ln';
  return [
    reports(isLink ? says`${name} makes a link.` : says`${name} makes a copy.`),
    ...unfamiliar(unknown, name),
    ...sources.flatMap(path => (isLink ? linkFindings(path, cwd) : readFindings(path, cwd, 1))),
    ...(target === undefined
      ? []
      : sources.includes('/dev/null')
        ? truncation(target, cwd)
        : sources.flatMap(path => landing(path, target)).flatMap(path => writeFindings(path, cwd))),
  ];
};

/** Writing to the link writes to what it points at. */
function linkFindings(path: string, cwd: string): readonly Finding[] {
  return [...touchFindings(path, cwd), ...writeFindings(path, cwd, 'links to').filter(({ level }) => level > 1)];
}

const tee: Rule = (args, { cwd, input }, name) => {
  const { options, unknown, operands } = readArguments(args, tees);
  // `tee notes.md < /dev/null`
  const isEmptying =
    input !== undefined && input.trim() === '' && !options.some(one => /^(-a|--append)$/.test(one.name));
  return [
    ...(isEmptying ? operands.flatMap(path => truncation(path, cwd)) : []),
    ...unfamiliar(unknown, name),
    ...operands.flatMap(path => writeFindings(path, cwd)),
  ];
};
const tees = optionTable({ flags: 'aip', long: 'append ignore-interrupts' });

/** Changes files where they stand, or makes new ones beside them. */
const packing: Rule = (args, { cwd }, name) => {
  const { options, unknown, operands } = readArguments(args, packs);
  if (options.some(({ name: option }) => /^(-l|-t|-c|--list|--test|--stdout)$/.test(option)))
    return [...unfamiliar(unknown, name), ...operands.flatMap(path => readFindings(path, cwd))];
  return [
    reports(says`${name} replaces files by packed or unpacked ones.`),
    ...unfamiliar(unknown, name),
    ...operands.flatMap(path => writeFindings(path, cwd)),
  ];
};
const packs = optionTable({
  flags: 'lcdkfvtnNqr123456789ez0',
  values: 'TSbB',
  long: 'list stdout decompress keep force verbose test best fast recursive quiet',
  longValues: 'suffix threads',
});

/**
 * Programs with so many options that only what they read and write is looked at. The last operand, or the one after
 * `-o`, is written.
 */
const converting: Rule = (args, { cwd }, name) => {
  const strange = args.find(arg =>
    /:\/\/|^\||^@|^(msl|ephemeral|https?|ftp|tcp|udp|rtmp|rtp):|[,=]movie=|filter_script|^-(F|L)$|--filter|--lua-filter|--pdf-engine|--template/.test(
      arg,
    ),
  );
  const at = args.findIndex(arg => /^(-o|--output|--outfile)$/.test(arg));
  const output = at >= 0 ? args[at + 1] : args.findLast(arg => !arg.startsWith('-'));
  return [
    reports(says`${name} makes a file.`),
    ...(strange === undefined
      ? []
      : [asks(says`${name} ${shown(strange)}: that reaches beyond files, or runs something.`)]),
    ...args.filter(arg => !arg.startsWith('-') && arg !== output).flatMap(path => readFindings(path, cwd, 1)),
    ...(output === undefined ? [] : writeFindings(output, cwd)),
  ];
};

const pdftotext: Rule = (args, ground: Ground, name) =>
  args.at(-1) === '-' ? args.flatMap(path => readFindings(path, ground.cwd)) : converting(args, ground, name);

function unfamiliar(options: readonly string[], name: string): readonly Finding[] {
  return options.map(option => asks(says`${name} ${shown(option)}: this option is not known.`));
}

export const writers = rulesFor({
  'mkdir touch mktemp mkfifo': making,
  'cp install ln link': copying,
  tee,
  'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 lzma unlzma compress pigz': packing,
  'split csplit': (args, { cwd }, name) => [
    reports(says`${name} makes files.`),
    ...args
      .filter(
        arg =>
          arg.startsWith('--') &&
          !/^--(bytes|lines|number|suffix-length|numeric-suffixes|verbose|prefix|digits)/.test(arg),
      )
      .map(arg => asks(says`${name} ${shown(arg)}: this option may run a program.`)),
    ...args.filter(arg => !arg.startsWith('-')).flatMap(path => readFindings(path, cwd, 1)),
  ],
  recode: (args, { cwd }, name) => [
    reports(says`${name} changes its files where they stand.`),
    ...args
      .filter(arg => !arg.startsWith('-'))
      .slice(1)
      .flatMap(path => writeFindings(path, cwd, 'changes')),
  ],
  // every picture it is given is replaced, unless it is told a folder
  mogrify: (args, ground, name) => [
    ...(args.includes('-path') ? [] : [asksAnywhere(says`${name} writes over the pictures it is given.`)]),
    ...converting(args, ground, name),
  ],
  'convert magick montage composite ffmpeg sox pandoc qpdf pdfunite pdfseparate cwebp optipng jpegoptim inkscape-cli':
    converting,
  'pdftotext pdftohtml pdftoppm pdfimages': pdftotext,
  'patch dos2unix unix2dos': (args, { cwd }, name) => [
    asks(says`${name} changes files.`),
    ...args.filter(arg => !arg.startsWith('-')).flatMap(path => writeFindings(path, cwd)),
  ],
});
