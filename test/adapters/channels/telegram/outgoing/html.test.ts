import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { telegramParts, telegramPreview } from '../../../../../src/adapters/channels/telegram/outgoing/html.ts';
import { parseHtml } from '../../../../peers/telegram/markup.ts';

const shown = (markdown: string): string => {
  const parts = telegramParts(markdown, 'empty');
  assert.equal(parts.length, 1);
  return parts[0]?.body ?? '';
};

/** What a reader sees of one part; fails where Telegram would refuse it. */
function read(body: string): { readonly text: string; readonly looks: readonly string[] } {
  const parsed = parseHtml(body);
  assert.ok(parsed.ok, `Telegram would refuse it: ${parsed.ok ? '' : parsed.problem}\n${body.slice(0, 500)}`);
  return { text: parsed.text, looks: parsed.entities.map(entity => entity.type) };
}

describe('Markdown becomes what Telegram can show', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['plain', 'plain'],
    ['a < b && c > "d"', 'a &lt; b &amp;&amp; c &gt; &quot;d&quot;'],
    ['**bold** __bold__ *it* _it_ ~~gone~~', '<b>bold</b> <b>bold</b> <i>it</i> <i>it</i> <s>gone</s>'],
    ['***both***', '<b><i>both</i></b>'],
    ['**a _b_ c**', '<b>a <i>b</i> c</b>'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['**open', '**open'],
    ['a \\*b\\*', 'a *b*'],
    ['`x < 1`', '<code>x &lt; 1</code>'],
    ['`` a ` b ``', '<code>a ` b</code>'],
    ['**a `b` c**', '<b>a </b><code>b</code><b> c</b>'],
    ['# Title #', '<b>Title</b>'],
    ['Title\n===', '<b>Title</b>'],
    ['a\n# T\nb', 'a\n\n<b>T</b>\nb'],
    ['- one\n- two\n  - three', '• one\n• two\n  • three'],
    ['1. one\n2) two', '1. one\n2) two'],
    ['1. one\n   more\n\n   ```sh\n   ls\n   ```', '1. one\n   more\n\n<pre><code class="language-sh">ls</code></pre>'],
    ['tree\n  branch\n    leaf', 'tree\n  branch\n    leaf'],
    ['text\n---\nmore ~5', 'text\n———\nmore ~5'],
    ['[1]: https://e.org\nsee [1]', '[1]: https://e.org\nsee [1]'],
    ['- [ ] open\n- [x] done', '• ☐ open\n• ☑ done'],
    ['> a\n> > b\nc', '<blockquote>a\nb</blockquote>\nc'],
    ['```ts\nlet a = 1;\n```', '<pre><code class="language-ts">let a = 1;</code></pre>'],
    ['```\n*raw* <b>\n```', '<pre>*raw* &lt;b&gt;</pre>'],
    ['```js\nnever closed', '<pre><code class="language-js">never closed</code></pre>'],
    ['```"><script>\nx\n```', '<pre>x</pre>'],
    ['| a | bb |\n|---|---|\n| 1 | **2** |', '<pre>a │ bb\n──┼───\n1 │ 2</pre>'],
    [
      '| Book | Why one should read it |\n|---|---|\n| Dune | the desert and its people, told at length |\n| Emma | |',
      '<b>Dune</b>\n• Why one should read it: the desert and its people, told at length\n\n<b>Emma</b>',
    ],
    ['| a |\n|---|\n| 1 | more |', '<pre>a │\n──┼─────\n1 │ more</pre>'],
    ['[text](https://example.org/a_b?c="d")', '<a href="https://example.org/a_b?c=&quot;d&quot;">text</a>'],
    ['[**b** text](https://e.org "title")', '<a href="https://e.org"><b>b</b> text</a>'],
    ['[wiki](https://e.org/a_(b))', '<a href="https://e.org/a_(b)">wiki</a>'],
    ['![cat](https://e.org/c.png)', '<a href="https://e.org/c.png">cat</a>'],
    ['<https://e.org>', '<a href="https://e.org">https://e.org</a>'],
    ['https://e.org/a_b_c*d* **https://e.org**', 'https://e.org/a_b_c*d* <b>https://e.org</b>'],
    ['[x](javascript:alert(1))', 'x (javascript:alert(1))'],
    ['[x](data:text/html,hi) [f](src/a.ts)', 'x (data:text/html,hi) f (src/a.ts)'],
    ['[mail](mailto:a@e.org) [me](tg://user?id=1)', '<a href="mailto:a@e.org">mail</a> me (tg://user?id=1)'],
    ['[bank.example](https://evil.example/x)', '<a href="https://evil.example/x">bank.example</a> (evil.example)'],
    [
      '[https://bank.example/a.html](https://evil.example)',
      '<a href="https://evil.example">https://bank.example/a.html</a> (evil.example)',
    ],
    [
      '[b\u200bank。example](https://evil.example)',
      '<a href="https://evil.example">b\u200bank。example</a> (evil.example)',
    ],
    [
      '[**bank.example**](https://bank.example@evil.example)',
      '<a href="https://bank.example@evil.example"><b>bank.example</b></a> (evil.example)',
    ],
    ['[a@bank.example](mailto:b@evil.example)', '<a href="mailto:b@evil.example">a@bank.example</a> (b@evil.example)'],
    ['[bаnk.example](https://bаnk.example)', '<a href="https://bаnk.example">bаnk.example</a> (xn--bnk-6cd.example)'],
    [
      '[www.bank.example/a.html](https://bank.example/b)',
      '<a href="https://bank.example/b">www.bank.example/a.html</a>',
    ],
    ['[x](ton://transfer/a) [y](TG://resolve?domain=a)', 'x (ton://transfer/a) y (TG://resolve?domain=a)'],
    ['[not a link] (x) and [open](', '[not a link] (x) and [open]('],
    ['<b>html</b><script>', '&lt;b&gt;html&lt;/b&gt;&lt;script&gt;'],
    ['a\n\n\n\nb', 'a\n\nb'],
    ['a\r\nb', 'a\nb'],
    ['---', '———'],
    ['', 'empty'],
    [' \n\u200b\u2800', 'empty'],
    ['lone \ud800 half', 'lone \ufffd half'],
    ['nul\u0000 and \u202eturned', 'nul and turned'],
  ];
  for (const [markdown, expected] of cases)
    test(JSON.stringify(markdown), () => {
      assert.equal(shown(markdown), expected);
      read(expected);
    });
});

describe('long replies', () => {
  test('given a long text, when it is cut, then no word is lost and every part fits with room for a mark', () => {
    const words = Array.from({ length: 1700 }, (_, index) => `word${index}`);
    const text = words
      .map((word, index) => (index % 90 === 89 ? `${word}.\n\n` : index % 17 === 16 ? `${word}\n` : `${word} `))
      .join('');
    const parts = telegramParts(text, '');
    assert.ok(parts.length > 1 && parts.length <= 5);
    for (const part of parts) assert.ok(read(part.body).text.length <= 4000);
    assert.deepEqual(parts.flatMap(part => read(part.body).text.split(/[\s.]+/)).filter(Boolean), words);
  });

  test('given bold text over a cut, then the tag is closed and opened again', () => {
    const parts = telegramParts(`**${'bold words '.repeat(700)}end**`, '');
    assert.ok(parts.length > 1);
    for (const part of parts) {
      assert.deepEqual([...new Set(read(part.body).looks)].toSorted(), ['bold', 'expandable_blockquote']);
      assert.match(part.body, /^(<blockquote expandable>)?<b>[\s\S]*<\/b><\/blockquote>$/);
    }
  });

  test('given a code block longer than a message, then each part is a block of the same language, cut at a line', () => {
    const lines = Array.from({ length: 600 }, (_, index) => `  const value${index} = ${index};`);
    const parts = telegramParts(`\`\`\`ts\n${lines.join('\n')}\n\`\`\``, '');
    assert.ok(parts.length > 1);
    for (const part of parts)
      assert.match(
        part.body,
        /^(<blockquote expandable>)?<pre><code class="language-ts">[\s\S]*<\/code><\/pre><\/blockquote>$/,
      );
    assert.deepEqual(parts.flatMap(part => read(part.body).text.split('\n')).filter(Boolean), lines);
  });

  test('given a code block that would straddle a cut, then it moves to the next part whole', () => {
    const code = 'x = 1\n'.repeat(200);
    const parts = telegramParts(`${'word '.repeat(700)}\n\`\`\`\n${code}\`\`\`\n`, '');
    assert.equal(parts.length, 2);
    assert.equal(read(parts[1]?.body ?? '').text.trim(), code.trim());
  });

  test('given families of emoji and right-to-left text, then no grapheme is torn', () => {
    for (const unit of ['👨‍👩‍👧‍👦', '🇩🇪', 'é', 'שָׁלוֹם', '각']) {
      const graphemes = new Set([...new Intl.Segmenter().segment(unit)].map(one => one.segment));
      const parts = telegramParts(`x${unit.repeat(Math.ceil(9000 / unit.length))}`, '');
      assert.ok(parts.length > 1, unit);
      for (const part of parts)
        for (const { segment } of new Intl.Segmenter().segment(read(part.body).text.replace(/^x|\n/g, '')))
          assert.ok(graphemes.has(segment), `${unit} became ${JSON.stringify(segment)}`);
    }
  });

  test('given more than five parts, then its beginning is a message, and all of it a file with the Markdown as it was', () => {
    for (const times of [1500, 9000]) {
      const markdown = '**bold** line of text\n'.repeat(times);
      const [start, file, ...others] = telegramParts(markdown, '');
      assert.deepEqual([file, others], [{ kind: 'file', body: markdown }, []]);
      assert.match(read(start?.body ?? '').text, /^(bold line of text\n){40,}bold line of text\s*…$/);
    }
  });

  test('given more than a screen or two, then the beginning stands open, and the rest opens at a tap; a shorter one stands whole', () => {
    const text = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of some words that fill a line.`);
    const whole = telegramParts(text.slice(0, 40).join('\n\n'), '');
    assert.deepEqual(
      whole.flatMap(({ body }) => read(body).looks),
      [],
    );
    const [part, ...others] = telegramParts(text.join('\n\n'), '');
    const seen = read(part?.body ?? '');
    assert.deepEqual([seen.looks, others], [['expandable_blockquote'], []]);
    const [open = '', folded = ''] = (part?.body ?? '').split('<blockquote expandable>');
    assert.ok(open.length > 600 && open.length <= 1200 && /line\.\n$/.test(open), open);
    assert.match(folded, /^Paragraph \d+ of/);
    assert.deepEqual(seen.text.split(/\n+/), text);
  });

  test('given a quotation of many lines, then it is folded; one of a few is not', () => {
    const quoted = (lines: number) => telegramParts(`So:\n\n${'> a line\n'.repeat(lines)}\nAnd on.`, '')[0]?.body ?? '';
    assert.deepEqual(read(quoted(6)).looks, ['blockquote']);
    assert.deepEqual(read(quoted(7)).looks, ['expandable_blockquote']);
    assert.match(quoted(7), /<\/blockquote>\s*And on\.$/);
  });

  test('given more than a hundred looks, then a part ends before Telegram would drop any', () => {
    const parts = telegramParts(Array.from({ length: 250 }, (_, index) => `\`c${index}\``).join(' '), '');
    assert.ok(parts.length >= 3);
    const looks = parts.map(part => read(part.body).looks.length);
    assert.ok(Math.max(...looks) <= 100);
    assert.equal(
      looks.reduce((sum, count) => sum + count, 0),
      250,
    );
  });

  test('given a reply that is still being written, then its end is shown, valid and short enough', () => {
    const text = `${'Once upon a time. '.repeat(2000)}**and the en`;
    const { text: seen } = read(telegramPreview(text));
    assert.ok(seen.length <= 4096);
    assert.ok(seen.endsWith('and the en'));
    assert.equal(telegramPreview(' \n'), '');
  });
});

describe('whatever a model writes', () => {
  // biome-ignore format: a table of pieces
  const pieces = [
    '*', '**', '_', '__', '~~', '`', '```', '```js\n', '\n', '\n\n', '> ', '- ', '1. ', '# ', '|', '|---|\n', '[', '](', ')', '](https://e.org)',
    '![', '<', '>', '</b>', '<b>', '<a href="', '&', '&amp;', '&lt;', '"', "'", '\\', '\\`', 'word', ' ', 'h', 'https://x.y/z_', 'http://',
    '<https://q>', '👨‍👩‍👧', '🇩🇪', 'é', '\u202e', '\ud800', '\udc00', '\u0000', '\t', 'שלום', '---', '- [x] ', '(', '===\n', '\u200b', 'tg://', '\u2028',
  ];
  test('the HTML is one that Telegram takes, and the parts fit', () => {
    const random = dice();
    for (let round = 0; round < 4000; round++) {
      const long = round % 20 === 0;
      let markdown = '';
      for (let count = random(long ? 3000 : 60); count > 0; count--) markdown += pieces[random(pieces.length)];
      const parts = telegramParts(markdown, 'empty');
      assert.ok(parts.length >= 1 && parts.length <= 5);
      for (const part of parts) {
        if (part.kind === 'file') assert.equal(part.body, markdown.toWellFormed());
        else {
          const { text, looks } = read(part.body);
          assert.ok(text.length <= (parts.length === 1 ? 4096 : 4000) && text.trim() !== '', JSON.stringify(markdown));
          assert.ok(looks.length <= 104, JSON.stringify(markdown));
          assert.ok(part.body.isWellFormed());
        }
      }
      read(telegramPreview(markdown));
    }
  });

  test('no word is lost, as long as it stands where text stands', () => {
    const random = dice();
    // What may swallow words is left out: addresses, the language of a code block, columns beyond the twenty-fourth.
    const harmless = pieces.filter(piece => !/[(<|[\]]|```|http|word/.test(piece));
    for (let round = 0; round < 2000; round++) {
      let markdown = '';
      const count = random(80);
      for (let index = 0; index < count; index++) markdown += `${harmless[random(harmless.length)]} w${index}w `;
      const seen = telegramParts(markdown, '')
        .map(part => read(part.body).text)
        .join('\n');
      for (let index = 0; index < count; index++)
        assert.match(seen, new RegExp(`w${index}w`), JSON.stringify(markdown));
    }
  });

  test('forty thousand characters of anything are read in time that grows with their length', () => {
    for (const unit of [
      '*a ',
      '[[(',
      ' `` ',
      '**_~~',
      '![a](b',
      '> ',
      '> - ',
      'a_b_',
      '|a',
      'https://',
      '\u0301',
      '- ',
      '[a](<',
      '_a*',
      '\\',
      'h',
      '<http:',
      '# ',
      '`',
    ])
      for (const text of [unit.repeat(40_000 / unit.length), `https://${unit.repeat(40_000 / unit.length)}a`]) {
        const from = process.cpuUsage();
        telegramParts(text, '');
        const { user } = process.cpuUsage(from);
        // It takes a tenth of this; what grows with the square takes minutes.
        assert.ok(user < 10_000_000, `${JSON.stringify(unit)} took ${user / 1000} ms`);
      }
  });
});

/** Always the same throws, so that a failure can be repeated. */
function dice(): (below: number) => number {
  let seed = 20_260_101;
  return below => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
}

for (const length of [4000, 4001, 4095, 4096])
  test(`given a reply of exactly ${length} characters, when it is cut, then it is one message`, () =>
    assert.equal(telegramParts('x'.repeat(length), '').length, 1));

test('given a reply of one character more than a message holds, when it is cut, then it is two', () =>
  assert.equal(telegramParts('x'.repeat(4097), '').length, 2));
