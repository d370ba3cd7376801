/** Editors and databases: programs with a language of their own for what stands in a file. */
import { optionTable, readArguments } from '../programs/options.ts';
import { inline } from './interpreters.ts';
import { other as readOther, sql as readSql } from './languages/scripts.ts';
import { obeys, obeysHome, obeysUnknown } from './obeyed.ts';
import type { Obeying } from './rule.ts';

const sqliteOptions = optionTable({
  oneDash: true,
  long: 'batch bail column csv header noheader json line list markdown box table html quote tabs ascii readonly safe echo stats version help',
  longValues: 'nullvalue separator newline cmd init maxsize',
});

export const sqlite: Obeying = (args, ground, name) => {
  const { cwd, input } = ground;
  const { options, unknown, operands } = readArguments(
    args.map(arg => arg.replace(/^--(?=\w)/, '-')),
    sqliteOptions,
  );
  if (unknown.length > 0) return [obeysUnknown(`what ${name} ${unknown[0]} loads`.slice(0, 120), cwd)];
  const files = options.flatMap(one => (one.name === '-init' ? [one.value ?? ''] : []));
  const texts = options.flatMap(one => (one.name === '-cmd' ? [one.value ?? ''] : []));
  return [
    obeysHome('.sqliterc', cwd, { written: 'sql' }),
    ...files.map(file => obeys(file, cwd, { written: 'sql' })),
    ...[...texts, ...operands.slice(1)].flatMap(text => inline(text, ground, readSql)),
    ...(input === undefined || operands.length > 1 ? [] : inline(input, ground, readSql)),
  ];
};

const psqlOptions = optionTable({
  flags: 'AXqtx1wael',
  values: 'fcdhpUFRP',
  long: 'no-psqlrc quiet tuples-only no-align expanded single-transaction no-password csv list version help',
  longValues: 'file command dbname host port username',
});

export const psql: Obeying = (args, ground, name) => {
  const { options, unknown } = readArguments(args, psqlOptions);
  const { cwd, input } = ground;
  if (unknown.length > 0) return [obeysUnknown(`what ${name} ${unknown[0]} loads`.slice(0, 120), cwd)];
  const valuesOf = (form: RegExp) => options.flatMap(one => (form.test(one.name) ? [one.value ?? ''] : []));
  const files = valuesOf(/^(-f|--file)$/).filter(file => file !== '-');
  return [
    obeysHome('.psqlrc', cwd, { written: 'sql' }),
    ...files.map(file => obeys(file, cwd, { written: 'sql' })),
    ...valuesOf(/^(-c|--command)$/).flatMap(text => inline(text, ground, readSql)),
    ...(input === undefined ? [] : inline(input, ground, readSql)),
  ];
};

/** What they are told to do is named where that is a file; what it does, and what their settings say, nobody reads. */
export const editor: Obeying = (args, { cwd }, name) => {
  const files = args.flatMap((arg, at) => {
    const next = args[at + 1] ?? '';
    if (/^(-[sSulxf]|--(load|script|source|command))$/.test(arg)) return [next];
    return [...arg.matchAll(/(?:^|\s)(?:\.read|\\ir?|source|:so\w*)\s+(\S+)/g)].map(one => one[1] ?? '');
  });
  return [
    ...files.filter(file => /^[\w./~-]+$/.test(file)).map(file => obeys(file, cwd, { written: 'other' })),
    obeysUnknown(`what ${name} loads or starts`, cwd),
  ];
};

/** It only starts a program where a line of it says so. */
export const ed: Obeying = (args, ground, name) => {
  if (
    args.some(arg => /^-./.test(arg) && !/^-s$|^--(quiet|silent)$/.test(arg)) ||
    args.some(arg => arg.startsWith('!'))
  )
    return [obeysUnknown(`what ${name} starts`, ground.cwd)];
  const { input } = ground;
  if (input !== undefined) return input.includes('!') ? inline(input, ground, readOther) : [];
  return ground.isPiped || ground.isFed ? [] : [obeysUnknown(`what ${name} is given`, ground.cwd)];
};
