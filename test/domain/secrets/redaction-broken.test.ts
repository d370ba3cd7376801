/** Known values through every encoding, wrapping and decoration, as the tools write them. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRedactor } from '../../../src/domain/secrets/redaction.ts';

const secrets = [
  { name: 'SHORT', value: 'k9#Vq2!xT7' },
  { name: 'TOKEN', value: 'zq8Lw3RtY6uPmN4bVcX1sDfG5hJkQ2eW' },
  { name: 'LONG', value: `${'aB3$dE6&gH9'.repeat(14)}end` },
  { name: 'WORDS', value: 'grüner Käse über Nacht 17' },
];
const redactor = createRedactor(secrets);

type Shape = (bytes: Buffer) => string;
const inLines = (text: string, width: number, end: string) =>
  text.replace(new RegExp(`.{${width}}(?=.)`, 'g'), line => line + end);

/** The layouts of the tools of this machine. */
const tools: readonly (readonly string[])[] = [
  ...[
    [],
    ['-u'],
    ['-g1'],
    ['-g4'],
    ['-g8'],
    ['-c8'],
    ['-c32'],
    ['-p'],
    ['-i'],
    ['-e'],
    ['-b'],
    ['-d'],
    ['-p', '-c24'],
  ].map(more => ['xxd', ...more]),
  ...[[], ['-C'], ['-x'], ['-d'], ['-o'], ['-b'], ['-c']].map(more => ['hexdump', '-v', ...more]),
  ...['-x', '-b', '-c', '-o', '-d', '-tx1', '-tx2', '-tx4', '-tx8', '-tu1', '-to1', '-ta', '-tx1z'].map(one => [
    'od',
    '-v',
    one,
  ]),
  ...['-tx1', '-tx2', '-c', '-tu1'].map(one => ['od', '-v', '-An', one]),
  ['od', '-v', '-Ax', '-tx1z'],
  ...[20, 64, 70, 76].map(width => ['base64', `-w${width}`]),
];

const harmless = 'The quick brown fox jumps over the lazy dog. 0123456789 abcdef.\n'.repeat(4);
/** All that is shown by the tools. */
const inputs = [...secrets.flatMap(({ value }) => [value, `the key is ${value}`]), harmless];

/**
 * What each tool of this machine shows of each input. One shell asks all of them: a start from this process, which is
 * large, takes many times as long as one from a shell.
 */
const shownBy = ((): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-dumps-'));
  for (const [index, input] of inputs.entries()) writeFileSync(join(folder, String(index)), input);
  const script = tools.map(words => {
    const shown = inputs.map((_, index) => `${words.join(' ')} < ${index}; printf '\\0'`);
    return `if command -v ${words[0]} > /dev/null; then ${shown.join('; ')}; fi; printf '\\0'`;
  });
  const options = { cwd: folder, input: script.join('\n'), encoding: 'utf8', maxBuffer: 1e8 } as const;
  const all = spawnSync('sh', [], options).stdout.split('\0').values();
  rmSync(folder, { recursive: true });
  const next = () => all.next().value ?? '';
  return new Map(
    tools.flatMap(words => {
      const shown = new Map<string, string>();
      for (let text = next(); text !== ''; text = next()) shown.set(inputs[shown.size] ?? '', text);
      return shown.size === 0 ? [] : [[words.join(' '), shown]];
    }),
  );
})();
const toolShape =
  (shown: ReadonlyMap<string, string>): Shape =>
  bytes => {
    const text = shown.get(bytes.toString());
    assert.ok(text, 'no tool was asked to show this');
    return text;
  };

const shapes: Readonly<Record<string, Shape>> = {
  plain: bytes => bytes.toString(),
  'Buffer.toJSON': bytes => JSON.stringify(bytes),
  'JSON, a number a line': bytes => JSON.stringify([...bytes], undefined, 2),
  'Python list': bytes => `key = [${[...bytes].map(byte => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')}]`,
  'Python bytes': bytes => `b'${[...bytes].map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`,
  'colons between': bytes => bytes.toString('hex').replaceAll(/..(?=.)/g, '$&:'),
  'hexadecimal at 60': bytes => inLines(bytes.toString('hex'), 60, '\n'),
  ...Object.fromEntries(
    [20, 64, 76].flatMap(width =>
      ['\n', '\r\n', '\\n', '\n  ', '\n> '].map(end => [
        `base64 at ${width}, ${JSON.stringify(end)}`,
        (bytes: Buffer) => inLines(bytes.toString('base64'), width, end),
      ]),
    ),
  ),
  'base64 of an address at 76': bytes => inLines(bytes.toString('base64url'), 76, '\n'),
  ...Object.fromEntries([...shownBy].map(([words, shown]) => [words, toolShape(shown)])),
};

const esc = '\u001b';
const decorations: Readonly<Record<string, (text: string) => string>> = {
  none: text => text,
  'colour around': text => `${esc}[1;31m${text}${esc}[0m`,
  'colour in every line': text =>
    text
      .split('\n')
      .map(line => `${esc}[33m${line}${esc}[0m`)
      .join('\n'),
  'colour within': text => text.replaceAll(/\S{5}(?=\S{2})/g, part => `${part}${esc}[38;5;11m${esc}[K`),
  'colour as JSON writes it': text => text.replaceAll(/\S{5}(?=\S{2})/g, part => `${part}\\u001b[0m`),
  'a link around': text => `${esc}]8;;http://a.example${esc}\\${text}${esc}]8;;${esc}\\`,
  'no width within': text => text.replaceAll(/\S{5}(?=\S{2})/g, part => `${part}\u200b`),
  'no width as JSON writes it': text => text.replaceAll(/\S{5}(?=\S{2})/g, part => `${part}\\u200b`),
  'no width as a page writes it': text => text.replaceAll(/\S{5}(?=\S{2})/g, part => `${part}&#8203;`),
  'no width after every character': text => text.replaceAll(/\S(?=\S)/g, char => `${char}\u200d`),
  'struck over': text => text.replaceAll(/[a-z](?=\S)/gi, char => `${char}\b${char}`),
};

/** No stretch of six characters of the value, however it is written, is left where it stood whole before. */
function leaks(clean: string, raw: string, value: string): boolean {
  const bare = (text: string) =>
    text.replaceAll(/\u001b\[[\d;]*[a-zA-Z]|\\u001b\[0m|\u200b|.\u0008|\u001b\]8;;[^\u001b]*\u001b\\/g, '');
  const [now, before] = [bare(clean), bare(raw)];
  if (now.includes(value)) return true;
  // as much as the shape showed has to be gone
  return now.replaceAll(/\[secret:\w+\]/g, '').length > before.length - value.length;
}

test('given every known value, encoding, wrapping and decoration, when they are redacted, then the value is named and gone', t => {
  const missed: string[] = [];
  let count = 0;
  for (const { name, value } of secrets)
    for (const [shape, written] of Object.entries(shapes))
      for (const before of ['', 'the key is ']) {
        const shown = written(Buffer.from(before + value));
        for (const [decoration, adorned] of Object.entries(decorations)) {
          // it shows seven bits of each byte, so the value is not there
          if (shape === 'od -v -ta' && name === 'WORDS') continue;
          const raw = `first line\n${adorned(shown)}\nlast line\n`;
          const clean = redactor.text(raw);
          count += 1;
          if (!clean.includes(`[secret:${name}]`) || leaks(clean, raw, value))
            missed.push(`${name} ${shape} ${decoration} ${before}`);
          else if (!clean.startsWith('first line') || !clean.endsWith('last line\n'))
            missed.push(`too much: ${name} ${shape}`);
        }
      }
  t.diagnostic(`${count} texts`);
  assert.deepEqual([missed.length, missed.slice(0, 40)], [0, []]);
});

/** As hexdump has it: words of two bytes in columns, and the last row filled with blanks. */
function words(bytes: Buffer, radix: 8 | 10 | 16, digits: number): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const shown: string[] = [];
    for (let place = at; place < Math.min(at + 16, bytes.length); place += 2) {
      const word = (bytes[place] ?? 0) + 256 * (bytes[place + 1] ?? 0);
      shown.push(`   ${word.toString(radix).padStart(digits, radix === 10 ? ' ' : '0')}`.padStart(8));
    }
    rows.push(`${at.toString(16).padStart(7, '0')}${shown.join('')}`.padEnd(71));
  }
  return `${rows.join('\n')}\n${bytes.length.toString(16).padStart(7, '0')}\n`;
}

/** As `hexdump -C` has it: the last row filled with blanks, and a column of characters behind it. */
function bytesWithColumn(bytes: Buffer): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16);
    const numbers = [...row].map((byte, place) => `${place === 8 ? ' ' : ''}${byte.toString(16).padStart(2, '0')}`);
    rows.push(`${at.toString(16).padStart(8, '0')}  ${numbers.join(' ').padEnd(50)}|${row.toString('latin1')}|`);
  }
  return `${rows.join('\n')}\n${bytes.length.toString(16).padStart(8, '0')}\n`;
}

const dumped: Readonly<Record<string, (bytes: Buffer) => string>> = {
  octal: bytes => words(bytes, 8, 6),
  decimal: bytes => words(bytes, 10, 5),
  hexadecimal: bytes => words(bytes, 16, 4),
  'with a column': bytesWithColumn,
};

test('given a value that ends anywhere in the last row of a dump, when it is redacted, then it is named and gone', () => {
  const { name, value } = { name: 'TOKEN', value: 'zq8Lw3RtY6uPmN4bVcX1sDfG5hJkQ2eW' };
  for (let before = 0; before <= 32; before++)
    for (const [form, dump] of Object.entries(dumped)) {
      const raw = dump(Buffer.from('x'.repeat(before) + value));
      const clean = redactor.text(raw);
      assert.ok(
        clean.includes(`[secret:${name}]`) && !leaks(clean, raw, value),
        `${before} before it, ${form}: ${clean}`,
      );
    }
});

test('given a log line, when its time stands before the bytes of a value, then the value is named and gone', () => {
  const times = [
    '2026-11-02 ',
    '2026-11-02T07:08:09Z ',
    '07:08:09 ',
    '2026-11-02 07:08:09 INFO 12, 13, 14, 15 ',
    '1, 2, 3: ',
  ];
  for (const shape of ['Buffer.toJSON', 'Python list', 'Python bytes', 'colons between'])
    for (const time of times)
      for (const { name, value } of secrets) {
        const raw = `${time}it is ${shapes[shape]?.(Buffer.from(value))} at 07:08:09 in 1 2 3 4 5 ms\nnext`;
        const clean = redactor.text(raw);
        assert.ok(clean.includes(`[secret:${name}]`) && !leaks(clean, raw, value), `${shape} ${name}: ${clean}`);
      }
});

test('given an option with a password, when colours stand around its line, then it is taken out as without them', () => {
  const line = "curl --user 'elastic:Hafer 9 brei!' localhost:9200";
  assert.equal(redactor.text(`${esc}[1;31m${line}${esc}[0m`), `${esc}[1;31m${redactor.text(line)}${esc}[0m`);
  assert.notEqual(redactor.text(line), line);
});

test('given broken values in pieces of any size, when they stream through, then nothing of them passes', () => {
  const [, token] = secrets;
  for (const [shape, written] of Object.entries(shapes))
    for (const size of [1, 5, 37, 500]) {
      const raw = `first line\n${written(Buffer.from(token?.value ?? ''))}\nlast line\n`;
      const stream = redactor.stream();
      let clean = '';
      for (let at = 0; at < raw.length; at += size) clean += stream.push(raw.slice(at, at + size));
      clean += stream.end();
      assert.ok(
        clean.includes('[secret:TOKEN]') && !leaks(clean, raw, token?.value ?? ''),
        `${shape}, pieces of ${size}: ${clean}`,
      );
    }
});

test('given rows of xxd behind other text, when they stream through or are read whole, then nothing of the value passes', () => {
  for (const shape of ['xxd', 'xxd -u', 'xxd -g1', 'xxd -g4', 'xxd -c8', 'xxd -b', 'xxd -e'])
    for (const before of ['key: ', '2026-11-28T10:00:00Z INFO ', 'done.', '=> ', 'abcd '])
      for (const { value } of secrets.slice(0, 2))
        for (const size of [1, 16, 10_000]) {
          const rows = shapes[shape]?.(Buffer.from(value)).split('\n') ?? [];
          const raw = rows.map(row => (row === '' ? row : before + row)).join('\n');
          const stream = redactor.stream();
          let clean = '';
          for (let at = 0; at < raw.length; at += size) clean += stream.push(raw.slice(at, at + size));
          clean += stream.end();
          assert.match(clean, /\[secret:/, `${shape} behind ${before}, pieces of ${size}: ${clean}`);
          assert.ok(!leaks(clean, raw, value), `${shape} behind ${before}, pieces of ${size}: ${clean}`);
        }
});

test('given adorned values in pieces of any size, when they stream through, then nothing of them passes', () => {
  const value = secrets[1]?.value ?? '';
  for (const shape of ['plain', 'xxd', 'xxd -p', 'base64 -w20', 'Buffer.toJSON'])
    for (const [decoration, adorned] of Object.entries(decorations))
      for (const size of [1, 7, 200]) {
        const written = shapes[shape];
        if (written === undefined) continue;
        const raw = `first line\n${adorned(written(Buffer.from(value)))}\nlast line\n`;
        const stream = redactor.stream();
        let clean = '';
        for (let at = 0; at < raw.length; at += size) clean += stream.push(raw.slice(at, at + size));
        clean += stream.end();
        const where = `${shape}, ${decoration}, pieces of ${size}: ${clean}`;
        assert.ok(clean.includes('[secret:TOKEN]') && !leaks(clean, raw, value), where);
      }
});

/** One of each kind: joiners, marks of direction, invisible operators, selectors, tags, fillers, control characters. */
const unseen =
  '\0 \u0001 \u007f \u00ad \u034f \u061c \u180e \u200b \u200d \u200f \u202a \u202e \u2060 \u2063 \u2066 \u206f'
    .concat(' \u3164 \ufe00 \ufe0f \ufeff \uffa0 \u{e0020} \u{e0100}')
    .split(' ');

test('given any mark that is not seen, raw or written out, when a value is broken up by it, then the value is named', () => {
  const value = secrets[1]?.value ?? '';
  const missed: string[] = [];
  for (const mark of unseen) {
    const hex = mark.codePointAt(0)?.toString(16) ?? '';
    const json = mark.length === 1 ? [`\\u${hex.padStart(4, '0')}`, `\\u${hex.padStart(4, '0').toUpperCase()}`] : [];
    const isWritten = !['3164', '115f', 'ffa0'].includes(hex);
    for (const sign of [mark, ...(isWritten ? json : [])])
      for (const shape of ['plain', 'xxd -p', 'base64 -w76', 'colons between', 'Buffer.toJSON']) {
        const shown = shapes[shape]?.(Buffer.from(value));
        if (shown === undefined) continue;
        const raw = shown.replaceAll(/[^\n]{5}(?=[^\n])/g, part => part + sign);
        if (!redactor.text(raw).includes('[secret:TOKEN]')) missed.push(`${JSON.stringify(sign)} in ${shape}`);
      }
  }
  assert.deepEqual(missed, []);
});

test('given prose with emoji, when it streams through, then it is not held back for them', () => {
  const stream = redactor.stream();
  assert.ok(stream.push('I like it \u2764\ufe0f very much, as you know, since it is good. And').includes('very much'));
});

test('given dumps and coloured text without a secret, when they are redacted, then nothing changes', () => {
  for (const [shape, written] of Object.entries(shapes)) {
    const shown = written(Buffer.from(harmless));
    for (const [decoration, adorned] of Object.entries(decorations)) {
      const raw = adorned(shown);
      assert.equal(redactor.text(raw), raw, `${shape} ${decoration}`);
    }
  }
});

const percent = (text: string) => [...Buffer.from(text)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Ways in which an address or a shell writes some of the characters of a text, or all. */
const partly: Readonly<Record<string, (text: string) => string>> = {
  ...Object.fromEntries(
    [1, 2, 3, 5, 7].flatMap(step =>
      [0, 1, 4].flatMap(first => {
        // the sign of the notation itself is always written
        const some = (sign: string, write: (char: string) => string) => (text: string) =>
          [...text].map((char, at) => (at % step === first % step || char === sign ? write(char) : char)).join('');
        const escaped = some('\\', char => `\\${char}`);
        return [
          [`percent, ${step} from ${first}`, some('%', percent)],
          [`percent in capitals, ${step} from ${first}`, some('%', char => percent(char).toUpperCase())],
          [`percent twice, ${step} from ${first}`, some('%', char => percent(char).replaceAll('%', '%25'))],
          [`backslashes, ${step} from ${first}`, escaped],
          [`backslashes in JSON, ${step} from ${first}`, (text: string) => JSON.stringify(escaped(text)).slice(1, -1)],
        ];
      }),
    ),
  ),
  'percent and backslashes': text => [...text].map((char, at) => (at % 2 ? percent(char) : `\\${char}`)).join(''),
  'shlex.quote': text => `'${text.replaceAll("'", `'"'"'`)}'`,
  'shlex.quote in JSON': text => JSON.stringify(`'${text.replaceAll("'", `'"'"'`)}'`),
  'a shell within a shell': text => `'${text.replaceAll("'", `'\\''`)}'`.replaceAll("'", `'"'"'`),
};
const quoting = { name: 'QUOTED', value: "it's 'zebra' quartz-77" };
const all = [...secrets, quoting, { name: 'SIGNS', value: 'a\\b%c4"d+e f\'g' }];

test('given a value of which some or all characters are encoded or escaped, when it is redacted, whole or in pieces, then it is named and gone', t => {
  const known = createRedactor(all);
  const missed: string[] = [];
  let count = 0;
  for (const { name, value } of all)
    for (const [way, write] of Object.entries(partly)) {
      const raw = `first line\nit is ${write(value)} here\nlast line\n`;
      for (const size of [raw.length, 1, 7]) {
        const stream = known.stream();
        let clean = size === raw.length ? known.text(raw) : '';
        if (clean === '') {
          for (let at = 0; at < raw.length; at += size) clean += stream.push(raw.slice(at, at + size));
          clean += stream.end();
        }
        count += 1;
        if (!clean.includes(`[secret:${name}]`) || leaks(clean, raw, value))
          missed.push(`${name} ${way} ${size}: ${clean}`);
        else if (!clean.startsWith('first line') || !clean.endsWith('here\nlast line\n'))
          missed.push(`too much: ${name} ${way}`);
      }
    }
  t.diagnostic(`${count} texts`);
  assert.deepEqual(missed, []);
});

test('given encoded and escaped text without a secret, when it is redacted, then nothing changes', () => {
  const harmless = 'The quick brown fox jumps over the lazy dog, 100% sure, 50%off, C:\\new\\table.';
  for (const [way, write] of Object.entries(partly)) assert.equal(redactor.text(write(harmless)), write(harmless), way);
});

test('given a long text of signs, when it is redacted, then it does not take the square of its length', () => {
  for (const sign of ['%71', '%25', '\\', "'\"'\"'", '%', "'", '\\x']) {
    const begun = performance.now();
    createRedactor(all).text(sign.repeat(400_000));
    const took = performance.now() - begun;
    assert.ok(took < 20_000, `${sign}: ${took} ms`);
  }
});
