import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addressOf,
  fileNameOf,
  mentionOf,
  mentionsIn,
  missingIn,
  offersFrom,
  promptAsTyped,
  typedPrompt,
} from '../../../src/domain/mcp/offer.ts';
import { answersFrom, choicesOf, pageIdsIn, questionIn } from '../../../src/domain/mcp/question.ts';

describe('what a message names of servers', () => {
  for (const [text, expected] of [
    ['look at @files:note://today.', [['files', 'note://today']]],
    ['(@files:note://today), and @files:note://today', [['files', 'note://today']]],
    [
      '@files:"a picture" and @docs:readme',
      [
        ['files', 'a picture'],
        ['docs', 'readme'],
      ],
    ],
    ['@repo:repo://a/b(c)', [['repo', 'repo://a/b(c)']]],
    ['write to ada@example.org:8080 and @ada: hello', []],
    ['@@files:x @Files:x', []],
  ] as const)
    it(`given ${JSON.stringify(text)}`, () => {
      const found = mentionsIn(text).map(({ server, resource }) => [server, resource]);
      assert.deepEqual(found, expected);
    });

  it('given a name that ends in a sign, or has spaces, then it is named in quotes, and found again', () => {
    for (const resource of ['note://today', 'a picture', 'what?', 'repo://a/b(c)']) {
      const [found] = mentionsIn(`see ${mentionOf('files', resource)}, please`);
      assert.equal(found?.resource, resource);
    }
  });

  it('given a name, then the address of the listed resource is meant, else what looks like an address', () => {
    const { resources } = offersFrom({
      resources: [{ uri: 'note://today', name: 'notes' }],
      templates: [],
      prompts: [],
    });
    assert.equal(addressOf({ resources }, 'notes'), 'note://today');
    assert.equal(addressOf({ resources }, 'note://other'), 'note://other');
    assert.equal(addressOf({ resources }, 'other'), undefined);
  });

  it('given an address, then its file has a plain name with an ending', () => {
    assert.equal(fileNameOf('note://today', 'text/plain'), 'today.txt');
    assert.equal(fileNameOf('file:///a/b.md?x=1', undefined), 'b.md');
    assert.equal(fileNameOf('picture://dot', 'image/png'), 'dot.png');
    assert.equal(fileNameOf('x:///', undefined), 'resource.txt');
  });
});

describe('what a server lists', () => {
  it('given addresses and names that would be shown otherwise than they are, then they are left out', () => {
    const { resources, prompts } = offersFrom({
      resources: [
        { uri: 'note://a\u202eb', name: 'x' },
        { uri: 'note://a b', name: 'x' },
        { uri: 'note://\u200ba', name: 'x' },
        { uri: 7, name: 'x' },
        { uri: 'note://good', name: '\u001b[2Jname\nline' },
      ],
      templates: [],
      prompts: [
        { name: 'a\nb' },
        { name: '\u200bx' },
        { name: 'good', arguments: [{ name: 'a b' }, { name: 'note', required: true }, null] as never },
      ],
    });
    assert.deepEqual(
      resources.map(({ uri, name }) => [uri, name]),
      [['note://good', '⟨U+001B⟩[2Jname line']],
    );
    assert.deepEqual(
      prompts.map(({ name, args }) => [name, args.map(one => one.name)]),
      [['good', ['note']]],
    );
  });

  it('given far too much, then it is bounded', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ uri: `note://${at}`, name: 'x'.repeat(10_000) }));
    const { resources } = offersFrom({ resources: many, templates: [], prompts: [] });
    assert.equal(resources.length, 500);
    assert.ok(resources.every(({ name }) => name.length <= 200));
  });
});

describe('a prompt as it is typed', () => {
  it('given arguments in quotes or up to the next name, then each is taken whole', () => {
    assert.deepEqual(typedPrompt('files:sum note=to day style="very \\"short\\" a=b" x='), {
      server: 'files',
      name: 'sum',
      given: { note: 'to day', style: 'very "short" a=b', x: '' },
    });
    assert.deepEqual(typedPrompt('sum'), { server: '', name: 'sum', given: {} });
    assert.equal(typedPrompt('  '), undefined);
  });

  it('given any prompt, then what would be typed for it is read as that again', () => {
    const all: Record<string, string>[] = [
      {},
      { a: 'b' },
      { a: 'b c', d: '"x" e=f' },
      { a: '', b: 'one\ntwo' },
      { a: 'c:\\x y' },
    ];
    for (const given of all)
      for (const name of ['sum', 'sum up']) {
        const prompt = { server: 'files', name, given };
        assert.deepEqual(typedPrompt(promptAsTyped(prompt)), prompt);
      }
  });

  it('given needed arguments, then those that lack are named', () => {
    const { prompts } = offersFrom({
      resources: [],
      templates: [],
      prompts: [{ name: 'sum', arguments: [{ name: 'a', required: true }, { name: 'b' }] }],
    });
    const [sum] = prompts;
    assert.ok(sum);
    assert.deepEqual(
      missingIn(sum, {}).map(({ name }) => name),
      ['a'],
    );
    assert.deepEqual(missingIn(sum, { a: 'x' }), []);
  });
});

describe('a question that is answered at an address', () => {
  const asks = (url: unknown) =>
    ({
      page: { method: 'elicitation/create', params: { mode: 'url', message: 'Log in.', url, elicitationId: 'e1' } },
    }) as never;

  it('given one, then its host is named, and that it was done there is the answer', () => {
    const found = questionIn(asks('https://login.example:8443/a?b=c'));
    assert.deepEqual(found?.pages, [{ url: 'https://login.example:8443/a?b=c', host: 'login.example:8443' }]);
    assert.deepEqual(choicesOf({ fields: [], pages: found?.pages ?? [] }), ['done']);
    assert.deepEqual(answersFrom(asks('https://login.example/'), 'done'), {
      responses: { page: { action: 'accept' } },
    });
    assert.deepEqual(answersFrom(asks('https://login.example/'), 'no'), { responses: { page: { action: 'decline' } } });
    assert.deepEqual(pageIdsIn(asks('https://login.example/')), ['e1']);
  });

  it('given an address in letters of another script, then its host is shown in those that cannot deceive', () => {
    assert.equal(questionIn(asks('https://pаypal.example/'))?.pages[0]?.host, 'xn--pypal-4ve.example');
  });

  for (const url of [
    'http://login.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://login.example@evil.example/',
    'https://login.example/\u202e',
    'https://a b/',
    `https://x.example/${'y'.repeat(3_000)}`,
    7,
  ])
    it(`given ${String(url).slice(0, 40)}, then it is put before nobody`, () =>
      assert.equal(questionIn(asks(url)), undefined));
});
