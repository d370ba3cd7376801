import assert from 'node:assert/strict';
import { test } from 'node:test';

const { blockOf, pieces } = await import(
  new URL('../../../../../inspector/page/screens/chat/markdown.js', import.meta.url).href
);

/** The blocks of a text, without the kinds that say nothing. */
const blocks = (text: string) => pieces(text).map(blockOf);
const paragraph = (...inner: readonly object[]) => [{ kind: 'paragraph', inner }];
const text = (words: string) => ({ kind: 'text', text: words });

test('given what models write, when it is read, then lists, code and quotations keep what stands in them', () => {
  const [list] = blocks('1. a\n\n   ```sh\n   ls\n   ```\n2. b');
  assert.deepEqual(
    list.items.map((item: readonly { readonly kind: string }[]) => item.map(({ kind }) => kind)),
    [['paragraph', 'fence'], ['paragraph']],
  );
  assert.deepEqual(blocks('- [x] done')[0].items, [paragraph(text('☑ '), text('done'))]);
  assert.deepEqual(blocks('> a')[0], { kind: 'quote', blocks: paragraph(text('a')) });
  assert.deepEqual(blocks('```js\nopen'), [{ kind: 'fence', language: 'js', text: 'open' }]);
  assert.deepEqual(
    blocks('Text\n---').map(({ kind }: { readonly kind: string }) => kind),
    ['paragraph', 'rule'],
  );
  const [table] = blocks('| a |\n|---|\n| 1 | more |');
  assert.deepEqual(table.rows, [[[text('1')], [text('more')]]], 'no cell is lost');
});

test('given HTML, definitions and addresses of other kinds, when they are read, then they are text', () => {
  assert.deepEqual(blocks('<b>x</b>'), paragraph(text('<b>x</b>')));
  assert.deepEqual(blocks('[x](javascript:alert(1))'), paragraph(text('[x](javascript:alert(1))')));
  assert.deepEqual(blocks('[1]: https://e.org')[0].inner[0], text('[1]: '));
  const [{ inner }] = blocks('[bank](https://u:p@e.org/) https://e.org');
  assert.deepEqual([inner[0].host, inner[0].isBare, inner[2].host, inner[2].isBare], ['e.org', false, 'e.org', true]);
});

test('given forty thousand characters of anything, when they are read, then it takes no minutes and nothing is thrown', () => {
  for (const unit of ['> ', '- ', '> - ', '_a*', 'a_b_', '**_~~', '[', '![a](', '`', '|a', '<a ']) {
    const from = process.cpuUsage();
    blocks(unit.repeat(40_000 / unit.length));
    const { user } = process.cpuUsage(from);
    assert.ok(user < 10_000_000, `${JSON.stringify(unit)} took ${user / 1_000} ms`);
  }
});

test('given a reply that grows, when it is read again, then its finished blocks are the same', () => {
  const raws = (words: string) => pieces(words).map(({ raw }: { readonly raw: string }) => raw);
  const [first, second] = [raws('# Title\n\none two\n\nthr'), raws('# Title\n\none two\n\nthree four')];
  assert.deepEqual(first.slice(0, 2), second.slice(0, 2));
});
