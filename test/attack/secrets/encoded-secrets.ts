/**
 * Secrets as they could leave: random values, and every token of test/corpora, encoded once or twice and adorned,
 * through each way of the redactor (text, JSON, pieces). What is promised is one encoding of a known value, and a token
 * as it stands; the rest is counted.
 */
import { spawnSync } from 'node:child_process';
import { createRedactor, type Redactor } from '../../../src/domain/secrets/redaction.ts';
import { secretTexts } from '../../corpora/secret-corpora.ts';
import { type Chance, random } from '../../domain/random.ts';
import type { Area } from '../area.ts';
import { seedOf } from '../draw.ts';
import { decorations, type Encoding, encodings, prefixes } from './secret-encodings.ts';

const most = 20_000;

export const encodedSecrets: Area = {
  name: 'secrets in encodings',
  async run({ share, draw }) {
    const chance = random(seedOf(`encodings ${draw}`));
    const breaches: string[] = [];
    const counts = { probes: 0, others: 0, passed: 0 };
    const judge = (isPromised: boolean, what: string, isLeft: boolean) => {
      counts.probes += 1;
      if (!isPromised) counts.others += 1;
      if (!isPromised && isLeft) counts.passed += 1;
      if (isPromised && isLeft) breaches.push(what);
    };
    for (let at = 0; at < Math.ceil(most * share); at += 1) {
      const { isPromised, what, isLeft } = chance.integer(4) === 0 ? tokenProbe(chance) : valueProbe(chance);
      judge(isPromised, what, isLeft);
    }
    for (const words of share === 1 ? dumps : [chance.pick(dumps)]) {
      const { what, isLeft } = dumpProbe(chance, words);
      judge(true, what, isLeft);
    }
    const note = `${counts.others} beyond what is promised, of which ${counts.passed} passed`;
    return { probes: counts.probes, breaches, note };
  },
};

interface Probe {
  readonly isPromised: boolean;
  readonly what: string;
  readonly isLeft: boolean;
}

/** A known value, which nothing but its being known gives away. */
function valueProbe(chance: Chance): Probe {
  const value = drawnValue(chance);
  const [first, second] = [chance.pick(encodings), chance.integer(3) === 0 ? chance.pick(encodings) : undefined];
  const decoration = chance.pick(decorations);
  const shape = second === undefined ? first.of(value, chance) : second.of(first.of(value, chance), chance);
  const bare = `${chance.pick(prefixes)}${shape}\nthe next line`;
  const adorned = decoration.of(bare.split('\n')[0] ?? '') + bare.slice(bare.indexOf('\n'));
  const isPlainlyAdorned = decoration.breaks === false || shape.indexOf('\n') < 0;
  const isPromised = first.isPromised && second === undefined && isPlainlyAdorned;
  const [way, clean] = through(chance, createRedactor([{ name: 'KNOWN', value }]), adorned);
  const isLeft = isReadable(clean, value, shape);
  const name = [first, ...(second ? [second] : [])].map((one: Encoding) => one.name).join(' in ');
  return { isPromised, isLeft, what: `${name}, ${decoration.name}, ${way}: ${JSON.stringify(value)} of ${adorned}` };
}

const tokens = secretTexts();

/** A token of a known format, where nobody has named its value before. */
function tokenProbe(chance: Chance): Probe {
  const { name, text, secrets } = chance.pick(tokens);
  const decoration = chance.pick(decorations.filter(({ breaks }) => !breaks));
  const encoding = chance.integer(2) === 0 ? undefined : chance.pick(encodings);
  const shown = encoding?.of(text, chance) ?? text;
  const [way, clean] = through(chance, createRedactor([]), decoration.of(shown));
  const isLeft = encoding === undefined ? secrets.some(({ value }) => clean.includes(value)) : clean.includes(shown);
  const what = `token “${name}”, ${encoding?.name ?? 'as it stands'}, ${decoration.name}, ${way}: ${clean}`;
  return { isPromised: encoding === undefined, isLeft, what };
}

const dumps: readonly (readonly [string, ...string[]])[] = (
  [
    ...[[], ['-u'], ['-g1'], ['-g4'], ['-c8'], ['-p'], ['-i'], ['-b']].map(more => ['xxd', ...more] as const),
    ...[[], ['-C'], ['-x'], ['-d'], ['-o'], ['-b'], ['-c']].map(more => ['hexdump', '-v', ...more] as const),
    ...['-x', '-b', '-c', '-o', '-d', '-tx1', '-tx4', '-tu1', '-tx1z'].map(more => ['od', '-v', more] as const),
    ...[20, 64, 70, 76].map(width => ['base64', `-w${width}`] as const),
  ] as readonly (readonly [string, ...string[]])[]
).filter(([name]) => !spawnSync(name, ['--version']).error);

/** What the tools of this machine make of a file that holds the value. */
function dumpProbe(chance: Chance, words: readonly [string, ...string[]]): Probe {
  const [name, ...more] = words;
  const value = drawnValue(chance);
  const before = chance.pick(['', 'key=', 'the password is ']);
  const { stdout } = spawnSync(name, more, { input: before + value, encoding: 'utf8' });
  const clean = createRedactor([{ name: 'KNOWN', value }]).text(stdout);
  // as much as the value takes has to be gone, and its place be named
  const rest = clean.replaceAll('[secret:KNOWN]', '');
  const isLeft = !clean.includes('[secret:KNOWN]') || rest.length > stdout.length - value.length;
  return { isPromised: true, isLeft, what: `${words.join(' ')}: ${JSON.stringify(value)} in ${clean}` };
}

const alphabets = [
  'abcdefghijkmnpqrstuvwxyz23456789',
  'ABCdefGHIjklMNO0123456789+/_-',
  'aZ9!#$%&()*+,:;<=>?@[]^{|}~"/',
];
const umlauts = ['', '', '', 'ä', 'ñ', '密', '🔑'];

/** Between 10 and 60 characters, so that no stretch of it is there by chance. */
function drawnValue(chance: Chance): string {
  const alphabet = chance.pick(alphabets);
  const plain = Array.from({ length: 10 + chance.integer(50) }, () => alphabet[chance.integer(alphabet.length)]);
  return `k${plain.join('')}${chance.pick(umlauts)}${chance.integer(10)}q`;
}

/** The text after one of the ways out. */
function through(chance: Chance, redactor: Redactor, text: string): readonly [way: string, clean: string] {
  const way = chance.pick(['text', 'JSON', 'JSON key', 'pieces']);
  if (way === 'text') return [way, redactor.text(text)];
  if (way === 'JSON') return [way, redactor.json({ deep: [{ text }] }).deep[0]?.text ?? ''];
  if (way === 'JSON key') return [way, Object.keys(redactor.json({ [text]: 1 }))[0] ?? ''];
  const stream = redactor.stream();
  let clean = '';
  const size = 1 + chance.integer(60);
  for (let at = 0; at < text.length; at += size) clean += stream.push(text.slice(at, at + size));
  return [way, clean + stream.end()];
}

/** Without what a terminal swallows; then the value, or its encoded form whole, may not be there. */
function isReadable(clean: string, value: string, shape: string): boolean {
  const bare = clean.replaceAll(/\u001b\[[\d;]*[a-zA-Z]|\u200b|\u2060|\u00ad|.\u0008/g, '');
  const joined = bare.replaceAll(/\s*(?:\r?\n|\\n)\s*/g, '');
  const wanted = shape.replaceAll(/\s*(?:\r?\n|\\n)\s*/g, '');
  return bare.includes(value) || joined.includes(wanted);
}
