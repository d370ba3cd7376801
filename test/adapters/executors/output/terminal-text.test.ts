import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keptOutput } from '../../../../src/adapters/executors/output/kept-output.ts';
import { terminalText } from '../../../../src/adapters/executors/output/terminal-text.ts';

/** In pieces of `size` bytes. */
function shown(text: string | Uint8Array, size = 1 << 20, most = 65_536): string {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const output = keptOutput(most, undefined);
  for (let at = 0; at < bytes.length; at += size) output.push(bytes.subarray(at, at + size));
  return output.text();
}

const esc = '\x1b';
const frames = (count: number, draw: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at + 1)).join('');

/** What is printed, and what a terminal shows in the end. */
const rows: readonly (readonly [name: string, printed: string, seen: string])[] = [
  ['plain lines', 'one\ntwo\n', 'one\ntwo\n'],
  ['a line without an end', 'one\ntwo', 'one\ntwo'],
  ['lines as Windows ends them', 'one\r\ntwo\r\n', 'one\ntwo\n'],
  [
    'a line drawn again',
    `${frames(20_000, at => `\rProgress ${at} of 20000`)}\ndone\n`,
    'Progress 20000 of 20000\ndone\n',
  ],
  ['a line drawn again with its end behind it', frames(500, at => `${at} %\r`), '500 %'],
  ['a shorter line over a longer one', 'long text\rab', 'abng text'],
  ['a line that is erased', `working…\r${esc}[Kdone\n`, 'done\n'],
  ['a line erased as a whole', `working${esc}[2K\rdone\n`, 'done\n'],
  ['backspaces', 'abc\b\bX', 'aXc'],
  ['a spinner', frames(300, at => `${'|/-\\'[at % 4]}\b`), '|'],
  ['letters struck over', 'b\bbo\bol\bld\bd', 'bold'],
  ['words underlined as on a printer', '_\ba_\bb', 'ab'],
  ['colours', `${esc}[31mred${esc}[0m ${esc}[1;38;5;9mbright${esc}[m`, 'red bright'],
  ['colours with colons', `${esc}[38:2::1:2:3mx`, 'x'],
  ['a title', `a${esc}]0;title\x07b`, 'ab'],
  ['a title with another end', `a${esc}]2;title${esc}\\b`, 'ab'],
  ['a title that never ends', `a${esc}]0;title\nb\n`, 'a\nb\n'],
  ['a link', `see ${esc}]8;;https://x.example${esc}\\here${esc}]8;;${esc}\\.`, 'see here.'],
  ['a picture for the terminal', `a${esc}Pq#0;2;0~~\n~~${esc}\\b`, 'ab'],
  ['a picture that never ends', `a${esc}Pq#0;2;0~~\nb\nerror: no space left\n`, 'a\nb\nerror: no space left\n'],
  ['bells and NULs', 'a\x07b\0c\x7f\x0e', 'abc'],
  ['a change of letters', `${esc}(Ba${esc})0b${esc}=c${esc}>`, 'abc'],
  ['control characters of eight bits', 'a\x9b31mb\x9b0m\x85c', 'ab\nc'],
  ['a line put between others', `a\nb\n${esc}[1A${esc}[Lnew\n`, 'a\nnew\nb'],
  ['a line taken out', `a\nb\nc\n${esc}[2A${esc}[M`, 'a\nc'],
  ['a sign said once and meant often', `-${esc}[9b\n`, '----------\n'],
  ['letters over wide signs', '日本語\rab', 'ab本語'],
  ['a letter over half of a wide sign', `日本語\r${esc}[2Cx`, '日x 語'],
  ['a wide sign taken back', `日本${'\b \b'.repeat(2)}x`, '日x '],
  ['a letter over signs that are joined', '👩‍💻\rX\n', 'X\n'],
  [
    'several lines drawn again',
    `a\nb\n${frames(400, at => `one ${at}\ntwo ${at}\n${esc}[2A`)}${esc}[2B`,
    'a\nb\none 400\ntwo 400\n',
  ],
  ['lines erased upwards', `one\ntwo\n${esc}[1A${esc}[2K${esc}[1A${esc}[2Kall\n`, 'all\n'],
  [
    'a screen drawn again',
    `before\n${frames(200, at => `${esc}[H${esc}[2Jframe ${at}\nrest ${at}\n`)}`,
    'before\n\nframe 200\nrest 200\n',
  ],
  ['a screen cleared once', `before\n${esc}[H${esc}[2J${esc}[3Jafter\n`, 'before\n\nafter\n'],
  ['erased where it stands', `${esc}[31mred${esc}[0m ${esc}]0;title\x07 ${esc}[2J end\n`, 'red   end\n'],
  ['another screen', `before\n${esc}[?1049h${esc}[H${esc}[2Jmenu\n${esc}[?1049lafter\n`, 'before\nafter\n'],
  ['another screen that is never left', `before\n${esc}[?1049hmenu\n`, 'before\n\nmenu\n'],
  ['a hidden cursor', `${esc}[?25la${esc}[?25h`, 'a'],
  ['the cursor to the right', `a${esc}[3Cb`, 'a   b'],
  ['a column that is named', `name${esc}[10Gvalue`, 'name     value'],
  ['deleted and inserted letters', `abcdef\r${esc}[2P${esc}[1@`, ' cdef'],
  ['a place that is kept', `${esc}7${frames(50, at => `${esc}8step ${at}`)}`, 'step 50'],
  ['a table with tabs', 'a\tb\nc\td\n', 'a\tb\nc\td\n'],
  ['signs of several parts', 'é👩‍👩‍👧x\b!', 'é👩‍👩‍👧!'],
  ['a sequence that nobody ends', `a${esc}[31`, 'a'],
  ['an escape alone', `a${esc}`, 'a'],
  ['a line break within a sequence', `a${esc}[3\nb`, 'a\nb'],
];

describe('what a terminal would show', () => {
  for (const [name, printed, seen] of rows)
    it(`given ${name}, then what is kept is what is seen, in whatever pieces it comes`, () => {
      for (const size of [1 << 20, 7, 1]) assert.equal(shown(printed, size), seen, `pieces of ${size}`);
    });

  it('given characters cut in the middle and bytes that are none, then the first are whole and the others marked', () => {
    const bytes = new TextEncoder().encode('caf\u00e9 😀 end\n');
    for (const size of [1, 2, 3]) assert.equal(shown(bytes, size), 'café 😀 end\n');
    assert.equal(shown(new Uint8Array([0x61, 0xe9, 0x20, 0xff, 0x62])), 'a\ufffd \ufffdb');
    assert.equal(shown(new Uint8Array([0x61, 0xf0, 0x9f])), 'a\ufffd');
  });

  it('given a line of megabytes and many lines, then both ends are kept and the memory is bounded', () => {
    const line = shown('abcdefghij'.repeat(300_000));
    assert.match(line, /^abcdefghij[\s\S]*left out[\s\S]*abcdefghij$/);
    assert.ok(line.length < 66_000);
    assert.match(shown(`head\n${'x'.repeat(100_000)}\ntail\n`, 4_096), /^head\nx{9}[\s\S]*x{9}\ntail\n$/);
    assert.equal(shown(`head\n${'x'.repeat(30_000)}\ntail\n`, 4_096), `head\n${'x'.repeat(30_000)}\ntail\n`);
    const text = terminalText();
    let most = 0;
    for (let at = 0; at < 20_000; at++) {
      const done = text.push(`line ${at}\n`);
      most = Math.max(most, done.length);
    }
    assert.ok(most < 200);
    assert.match(text.end(), /line 19999\n$/);
  });

  it('given random bytes, then no control character is left but line breaks and tabs', () => {
    let state = 7;
    const bytes = Uint8Array.from({ length: 200_000 }, () => {
      state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
      return state >> 16;
    });
    assert.doesNotMatch(shown(bytes, 997), /[\0-\x08\x0b-\x1f\x7f-\x9f]/);
  });

  it('given somebody who watches, then the pieces go there as they come', () => {
    const seen: string[] = [];
    const output = keptOutput(1_000, text => void seen.push(text));
    output.push(new TextEncoder().encode('\r1\r2'));
    assert.deepEqual([seen, output.text()], [['\r1\r2'], '2']);
  });
});

describe('output in UTF-16', () => {
  const text = 'Größe 你好 😀\r\nzwei\r\n';
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  const big = Buffer.from(little).swap16();
  for (const [name, bytes] of [
    ['the lower byte first', little],
    ['the higher byte first', big],
  ] as const)
    for (const size of [1, 3, 1 << 20])
      it(`given ${name}, in pieces of ${size} bytes, when it is read, then it is the text`, () => {
        assert.equal(shown(bytes, size), 'Größe 你好 😀\nzwei\n');
      });

  it('given bytes that only begin alike, when they are read, then nothing is lost', () => {
    for (const size of [1, 1 << 20]) {
      assert.equal(shown(Uint8Array.of(0xff), size), '\ufffd');
      assert.equal(shown(Uint8Array.of(0xff, 0x61, 0x62), size), '\ufffdab');
      assert.equal(shown('\ufeffname\n', size), '\ufeffname\n');
    }
  });
});

it('given many lines between others that are drawn again, when they come at once or sign by sign, then the same is seen', () => {
  const many = (from: number, ends: string) =>
    Array.from({ length: 200 }, (_, at) => `line\t${from + at} 你好${ends}`).join('');
  const saved = `a${esc}7b`;
  for (const text of [
    `one\r\rtwo ${many(0, '\n')}half`,
    `${many(0, '\r\n')}${frames(50, at => `\rstep ${at}`)}\n${many(300, '\n')}${esc}[2Aup\n\n\nend`,
    `a\nb${esc}[A${many(0, '\n')}`,
    `${many(0, '\n')}${esc}[2J${esc}[H${many(0, '\n')}last`,
    `before\n${esc}[?1049h${many(0, '\n')}${esc}[?1049lafter\n`,
    `${saved}\n${many(0, '\n')}${esc}8x\n`,
    `${many(0, '\n')}${'x'.repeat(20_000)}\n${'y'.repeat(9_000)}\n`,
    `title ${esc}]0;${many(0, ' ')}\x07${many(0, '\n')}`,
  ])
    for (const size of [97, 4_096, 1 << 20]) assert.equal(shown(text, size, 1 << 20), shown(text, 1, 1 << 20));
});
