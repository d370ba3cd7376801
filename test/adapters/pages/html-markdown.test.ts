import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HtmlEvents, markdownWriter } from '../../../src/adapters/pages/html-markdown.ts';

/**
 * Tells the writer a page that is written out fully: every element closed but void ones, attributes in double quotes.
 */
function tell(writer: HtmlEvents, html: string): void {
  for (const [, close, name = '', attributes = '', text] of html.matchAll(/<(\/?)([a-z]\w*)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) writer.text(text);
    else if (close) writer.close(name);
    else {
      const pairs = [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
      writer.open(name, Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value])));
      if (/^(br|hr|img|base|input|meta|link)$/.test(name)) writer.close(name);
    }
  }
}

function page(html: string, url = 'https://site.com/a/b') {
  const writer = markdownWriter(url);
  tell(writer, html);
  return writer.page();
}

const words = 'several words '.repeat(20).trim();

test('given the elements of a text, when they are written, then each has its Markdown', () => {
  for (const [html, markdown] of [
    ['<h1>One</h1><h3>Three <b>b</b></h3><p>Text\n  on\tlines</p>', '# One\n\n### Three **b**\n\nText on lines'],
    [
      '<p>a <b> bold </b>c <i>it</i><em></em> <code>x</code> <b><strong>twice</strong></b></p>',
      'a **bold** c _it_ `x` **twice**',
    ],
    ['<p>one<br>two<br><br><br>three</p>', 'one\ntwo\n\nthree'],
    [
      '<ul><li>a</li><li>b<ol><li>c</li><li><p>d</p><p>e</p></li></ol></li></ul><p>f</p>',
      '- a\n- b\n  1. c\n  2. d\n     e\n\nf',
    ],
    ['<blockquote><p>q</p><ul><li>i</li></ul></blockquote>', '> q\n\n> - i'],
    ['<pre>\n  x = 1\n\n  y <b>z</b></pre>', '```\n  x = 1\n\n  y z\n```'],
    ['<pre>```</pre>', '````\n```\n````'],
    ['<div>a<div>b</div>c</div><hr><span>d</span> <custom>e</custom>', 'a\n\nb\n\nc\n\n---\n\nd e'],
    ['<p>x <img alt="a cat" src="c.png">y<img src="pixel.gif"></p>', 'x [image: a cat] y'],
    ['<b>open <p>and</p> on</b>', '**open**\n\n**and**\n\n**on**'],
  ] as const)
    assert.equal(page(html).text, markdown, html);
});

test('given links, when they are written, then they are absolute, and what leads nowhere is its words alone', () => {
  const link = (href: string) => page(`<a href="${href}">x</a>`).text;
  assert.equal(link('../c?d=(1)'), '[x](https://site.com/c?d=%281%29)');
  assert.equal(link('//other.com'), '[x](https://other.com/)');
  assert.equal(link('mailto:a@b.com'), '[x](mailto:a@b.com)');
  for (const href of ['#top', 'javascript:alert(1)', 'data:text/html,x', 'http://[', `/${'y'.repeat(1_001)}`])
    assert.equal(link(href), 'x');
  assert.equal(page('<a name="here">x</a><a href="/y"><img src="z"></a>').text, 'x');
  assert.equal(
    page('<head><base href="https://base.com/d/"></head><a href="e">x</a>').text,
    '[x](https://base.com/d/e)',
  );
});

test('given tables, when they hold data they are tables, and when they lay out a page they are its paragraphs', () => {
  const data =
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1|2</td><td><p>x</p><p>y</p></td></tr><tr><td>3</td></tr></table>';
  assert.equal(page(data).text, '| a | b |\n| --- | --- |\n| 1\\|2 | x y |\n| 3 |  |');
  assert.equal(page('<table><tr><td>left</td><td>right</td></tr></table>').text, 'left\n\nright');
  const layout =
    '<table><tr><td>menu</td></tr><tr><td>before<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>after</td><td>side</td></tr></table>';
  assert.equal(page(layout).text, 'menu\n\nbefore\n\n| 1 | 2 |\n| --- | --- |\n| 3 | 4 |\n\nafter\n\nside');
});

test('given what a reader does not see, when a page is written, then it is not there', () => {
  const hidden = [
    ...[
      '<script>a</script>',
      '<style>a</style>',
      '<noscript>a</noscript>',
      '<template>a</template>',
      '<p hidden>a</p>',
    ],
    ...[
      '<p aria-hidden="true">a</p>',
      '<div style="color:red; DISPLAY : none">a<p>b</p></div>',
      '<i style="font-size:0px">a</i>',
    ],
    ...[
      '<span style="visibility:hidden">a</span>',
      '<b style="opacity: 0">a</b>',
      '<nav>a</nav>',
      '<footer>a</footer>',
      '<aside>a</aside>',
    ],
    ...[
      '<button>a</button>',
      '<select><option>a</option></select>',
      '<svg><title>a</title></svg>',
      '<textarea>a</textarea>',
    ],
  ];
  assert.deepEqual(page(`<p>seen</p>${hidden.join('')}<p style="opacity:0.9">too</p>`).text, 'seen\n\ntoo');
});

test('given a page that names its main part, when it is written, then that alone is taken, and its title told', () => {
  const around = (inner: string) =>
    `<head><title> A \n title</title></head><body><div>menu</div>${inner}<div>ads</div></body>`;
  assert.deepEqual(page(around(`<main><p>${words}</p></main>`)), { title: 'A title', text: words });
  assert.equal(page(around(`<div role="main"><p>${words}</p></div>`)).text, words);
  assert.equal(page(around(`<article>${words}</article>`)).text, words);
  assert.match(page(around('<main>short</main>')).text, /^menu\n\nshort\n\nads$/);
  assert.match(page(around(`<article>${words}</article><article>${words}</article>`)).text, /^menu.*ads$/s);
  assert.deepEqual(page('no title'), { text: 'no title' });
});

test('given a page nested and repeated without end, when it is written, then every word is there and nothing overflows', () => {
  const writer = markdownWriter('https://site.com/');
  for (let count = 0; count < 100_000; count++)
    writer.open(['b', 'ul', 'li', 'blockquote', 'table', 'td', 'a'][count % 7] ?? '', { href: 'x' });
  writer.text('word');
  for (let count = 99_999; count >= 0; count--)
    writer.close(['b', 'ul', 'li', 'blockquote', 'table', 'td', 'a'][count % 7] ?? '');
  assert.match(writer.page().text, /word/);
});
