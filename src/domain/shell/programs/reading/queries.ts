/** jq, yq and their like: a program of their own first, which can name further files, then files. */

import { asks, asksDirectly, type Finding } from '../../../policy/finding.ts';
import { says } from '../../../policy/sentence.ts';
import { isUnclear } from '../../grammar/unknown.ts';
import { readFindings, shown, writeFindings } from '../../paths.ts';
import { type Ground, type Rule, rulesFor } from '../ground.ts';

interface QueryProgram {
  /** Options without a value; letters may stand together. */
  readonly flags: string;
  readonly long: string;
  /** Options and how many words follow: the last of them is a file where the name is among `files`. */
  readonly takes: Readonly<Record<string, number>>;
  readonly files: readonly string[];
  /** Options whose value is the program, in a file. */
  readonly from: readonly string[];
  readonly inPlace?: RegExp;
  /** What a program of this language does beyond its input. */
  readonly reaches: RegExp;
}

const jq: QueryProgram = {
  flags: 'rcnseaSCMjRhV0',
  long: 'raw-output compact-output null-input slurp raw-input sort-keys ascii-output color-output monochrome-output exit-status join-output tab stream stream-errors seq unbuffered raw-output0 args jsonargs help version',
  takes: {
    '--arg': 2,
    '--argjson': 2,
    '--slurpfile': 2,
    '--rawfile': 2,
    '--argfile': 2,
    '--indent': 1,
    '-f': 1,
    '--from-file': 1,
  },
  files: ['--slurpfile', '--rawfile', '--argfile', '-f', '--from-file'],
  from: ['-f', '--from-file'],
  reaches: /\b(import|include|input_filename|modulemeta|get_search_list)\b/,
};

const yq: QueryProgram = {
  // not -s: it writes a file for each document
  flags: 'rcneaSCMjPiyYNh',
  long: 'raw-output compact-output null-input prettyPrint inplace no-colors no-doc exit-status yaml-output xml-output toml-output help version',
  takes: {
    '-o': 1,
    '-I': 1,
    '-p': 1,
    '--output-format': 1,
    '--input-format': 1,
    '--indent': 1,
    '--arg': 2,
    '--argjson': 2,
    '--rawfile': 2,
    '--slurpfile': 2,
    '--from-file': 1,
  },
  files: ['--rawfile', '--slurpfile', '--from-file'],
  from: ['--from-file'],
  inPlace: /^(-[a-zA-Z]*i[a-zA-Z]*|--inplace|--in-place)$/,
  reaches: /\b(load\w*|import|include|eval|system)\b/,
};

function query(spec: QueryProgram): Rule {
  const long = new Set(spec.long.split(' ').map(name => `--${name}`));
  return (args, ground, name) => {
    const { found, operands, isFromFile } = taken(args, spec, long, ground, name);
    const [program = '', ...files] = isFromFile ? ['', ...operands] : operands;
    // yq may have a verb before the program
    for (const text of [program, ...(name === 'jq' ? [] : files)])
      if (spec.reaches.test(text)) found.push(asks(says`The program for ${name} reads further files.`, 'medium'));
    if (isFromFile) found.push(asksDirectly(says`${name} runs a program out of a file, which can read further files.`));
    if (args.some(arg => isUnclear(arg)))
      found.push(asksDirectly(says`What ${name} is given is only known when it runs.`));
    const changes = spec.inPlace !== undefined && args.some(arg => spec.inPlace?.test(arg));
    const touched = changes ? writeFindings : readFindings;
    for (const path of files) found.push(...touched(path, ground.cwd));
    return found;
  };
}

function taken(
  args: readonly string[],
  { flags, takes, files, from }: QueryProgram,
  long: ReadonlySet<string>,
  { cwd }: Ground,
  name: string,
) {
  const found: Finding[] = [];
  const operands: string[] = [];
  let isFromFile = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
    const option = equals < 0 ? arg : arg.slice(0, equals);
    // letters together: the last one may take the words that follow (`-nf file`)
    const last = /^-[a-zA-Z0-9]+$/.test(arg) ? `-${arg.at(-1)}` : option;
    const count = takes[last] ?? 0;
    if (arg === '--') {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      operands.push(arg);
      continue;
    }
    if (from.includes(last)) isFromFile = true;
    if (count > 0) {
      const value = equals < 0 ? args[at + count] : arg.slice(equals + 1);
      if (equals < 0) at += count;
      if (files.includes(last) && value !== undefined) found.push(...readFindings(value, cwd));
    }
    const letters = /^-[a-zA-Z0-9]+$/.test(arg) ? [...arg.slice(1, count > 0 ? -1 : undefined)] : [];
    const isKnown = arg.startsWith('--') ? count > 0 || long.has(option) : letters.every(one => flags.includes(one));
    if (!isKnown || (!arg.startsWith('--') && letters.length === 0 && count === 0))
      found.push(asks(says`${name} ${shown(arg)}: this is not among the options of ${name} that only read.`));
  }
  return { found, operands, isFromFile };
}

export const queries = rulesFor({ jq: query(jq), 'yq xq tomlq': query(yq) });
