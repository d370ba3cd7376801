import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pageFiles } from '../../../inspector/page-files/page-files.ts';
import { packLibraries } from '../../../inspector/page-files/page-libraries.ts';
import { packModules } from '../../../inspector/page-files/page-pack.ts';

const packed = (files: Record<string, string>) => packModules('main.js', path => files[path] ?? assert.fail(path));

/** What the packed text exports, when it has run. */
async function run(text: string): Promise<Record<string, unknown>> {
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

suite('the first page as one file', () => {
  test('given modules with private names alike, when they are packed, then each keeps its own and gives what it exports', async () => {
    const { text, modules } = packed({
      'main.js':
        "/** Starts. */\nimport {\n  one,\n  Two,\n} from './parts/one.js';\nimport { three } from './three.js';\n\nconst most = 3;\n\nexport const sum = [one(), new Two().value, three, most];\n",
      'parts/one.js':
        "import { three } from '../three.js';\nconst most = 1;\n// a word\nexport function one() {\n  return most;\n}\nexport class Two {\n  value = three - most;\n}\n",
      'three.js': 'const most = 2;\nexport const three = most + 1;\n',
    });
    assert.deepEqual(modules, ['three.js', 'parts/one.js', 'main.js']);
    assert.deepEqual((await run(text))['sum'], [1, 2, 3, 3]);
    assert.deepEqual(Object.keys(await run(text)).toSorted(), ['Two', 'one', 'sum', 'three']);
    assert.doesNotMatch(text, /Starts|a word/);
  });

  test('given a type in front of code, when it is packed, then the code is not taken for a comment', async () => {
    const { text } = packed({
      'main.js':
        '/** @type {number} */\nexport const one = /** @type {number} */ (\n  /** @type {unknown} */ (1)\n);\n/** Two. */\nexport const two = 2;\n',
    });
    const { one, two } = await run(text);
    assert.deepEqual([one, two], [1, 2]);
    assert.doesNotMatch(text, /Two/);
  });

  test('given libraries and a module that is loaded later, when they are packed, then they are asked for once, from where the file is now', () => {
    const { text } = packed({
      'main.js':
        "import { h } from 'preact';\nimport { late } from './shell/late.js';\nexport const all = [h, late];\n",
      'shell/late.js':
        "import { render, h } from 'preact';\nexport const late = () => [import('./palette.js'), import('../live/x.js'), h, render];\n",
    });
    assert.deepEqual(text.match(/from '.*'/g), ["from 'preact'"]);
    assert.match(text, /import\('\.\/shell\/palette\.js'\), import\('\.\/live\/x\.js'\)/);
  });

  test('given libraries that go with it, when it is packed, then nothing is left to load, and each keeps its own names', async () => {
    const files: Record<string, string> = {
      '/lib/a/index.js': 'var t=1,n=()=>t;export{n as one,t as most};',
      '/lib/b/index.js':
        "/** Two. */\nimport { one as n } from 'a';\nimport './more.js';\nconst most = () => n() + 1;\nexport { most as two };\nexport { most } from 'a';\n",
      '/lib/b/more.js': 'globalThis.wasLoaded = true;\nexport { };\n',
    };
    const libraries = packLibraries(
      new Map([
        ['b', ['two', 'most']],
        ['a', ['one']],
      ]),
      address => files[address] ?? assert.fail(address),
      (name, from = '') => (name.startsWith('.') ? from.replace('index.js', name.slice(2)) : `/lib/${name}/index.js`),
    );
    const { text } = packModules(
      'main.js',
      () =>
        "import { two, most } from 'b';\nimport { one } from 'a';\nimport { h } from 'preact';\nexport const sum = [one(), two(), most, h];\n",
      { libraries },
    );
    assert.deepEqual(text.match(/^import .*/gm), ["import { h } from 'preact';"]);
    const ran = await run(text.replace("import { h } from 'preact';", 'const h = 7;'));
    assert.deepEqual(ran['sum'], [1, 2, 1, 7]);
    assert.deepEqual(Object.keys(ran).toSorted(), ['most', 'one', 'sum', 'two'], 'other screens take them from here');
    assert.throws(
      () => packModules('main.js', () => 'export const two = 2;\n', { libraries }),
      /main\.js and b both export two; rename one/,
    );
    assert.throws(
      () =>
        packLibraries(
          new Map([['c', ['d']]]),
          () => 'export default 1;',
          () => '/lib/c.js',
        ),
      /\/lib\/c\.js has "export default 1;"; the first page takes lists of names alone/,
    );
  });

  const broken: readonly (readonly [string, Record<string, string>, RegExp])[] = [
    ['a renamed import', { 'main.js': "import { a as b } from './a.js';\n", 'a.js': '' }, /main\.js imports "a as b"/],
    ['a whole module as a name', { 'main.js': "import * as a from './a.js';\n" }, /takes plain named imports/],
    ['a default export', { 'main.js': 'export default 1;\n' }, /main\.js has "export default 1;"/],
    ['an export that may change', { 'main.js': 'export let a = 1;\n' }, /takes plain named imports and exports/],
    [
      'two exports of a name',
      {
        'main.js': "import { a } from './a.js';\nexport const b = a;\n",
        'a.js': 'export const a = 1;\nexport const b = 2;\n',
      },
      /main\.js and a\.js both export b|a\.js and main\.js both export b/,
    ],
    [
      'a circle',
      {
        'main.js': "import { a } from './a.js';\nexport const b = a;\n",
        'a.js': "import { b } from './main.js';\nexport const a = b;\n",
      },
      /main\.js imports itself by way of main\.js, a\.js/,
    ],
  ];
  for (const [what, files, fault] of broken)
    test(`given ${what}, when it is packed, then it is refused with a sentence`, () => {
      assert.throws(() => packed(files), fault);
    });
});

test('given the page, when its files are made, then a screen is two files, and each of its modules is in one of them', () => {
  const { files } = pageFiles();
  const index = files.get('/')?.body.toString() ?? '';
  const { imports } = JSON.parse(/<script type="importmap">(.*)<\/script>/.exec(index)?.[1] ?? '{}');
  assert.equal(imports['/page/screens/chat/composer.js'], '/page/screens/chat/screen.js');
  assert.equal(imports['/page/screens/approvals/card.js'], '/page/screens/shared.js', 'Chat and Approvals show it');
  const chat = files.get('/page/screens/chat/screen.js')?.body.toString() ?? '';
  const taken = [...chat.matchAll(/^import .* from '([^']+)';$/gm)].map(([, from]) => from);
  assert.deepEqual(
    taken.filter(from => from?.startsWith('/')),
    ['/page/main.js', '/page/screens/shared.js'],
  );
  assert.throws(
    () =>
      packModules('screen.js', () => "import { a } from './main.js';\nexport const a = 1;\n", {
        elsewhere: path => (path === 'main.js' ? '/page/main.js' : undefined),
      }),
    /screen\.js exports a, as \/page\/main\.js does; rename one/,
  );
});
