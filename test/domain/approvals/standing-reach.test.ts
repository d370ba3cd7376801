import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ArgumentPattern } from '../../../src/domain/approvals/standing.ts';
import { neverWithin, type StandingSurroundings } from '../../../src/domain/approvals/standing-reach.ts';

const command = (pattern: ArgumentPattern, executor?: StandingSurroundings['executor']) =>
  neverWithin({ tool: 'execute_command', arguments: { command: pattern } }, executor === undefined ? {} : { executor });
const words = (text: string, more = false): ArgumentPattern => ({ words: text.split(' '), more });

suite('a pattern of commands', () => {
  const gone = /It cannot be undone, so it needs approval each time\.$/;
  const refused = /It is always refused\.$/;
  const never: readonly (readonly [ArgumentPattern, StandingSurroundings['executor'], RegExp])[] = [
    [words('rm -r', true), undefined, gone],
    [words('rm -r', true), 'bubblewrap', gone],
    [words('rm -r old'), 'docker', gone],
    [{ is: 'rm -r old && ls' }, undefined, gone],
    [{ prefix: 'rm -rf ' }, undefined, gone],
    [{ glob: 'rm -r build/**' }, undefined, gone],
    [words('git push --force'), undefined, refused],
    [words('git push --force', true), 'docker', refused],
    [words('sudo', true), undefined, refused],
    [words('git push', true), 'direct', gone],
    [{ words: [], more: true }, undefined, /there is no command in it/],
  ];
  for (const [pattern, executor, why] of never)
    test(`given ${JSON.stringify(pattern)} in ${executor ?? 'any place'}, when it is looked at, then it is said why it can never apply`, () =>
      assert.match(command(pattern, executor) ?? '', why));

  const sometimes: readonly (readonly [ArgumentPattern, StandingSurroundings['executor']])[] = [
    [words('git rebase', true), 'docker'],
    [words('git rebase', true), 'direct'],
    [words('git pull'), undefined],
    [words('git', true), undefined],
    // within walls it is asked for where it is given a secret, and then nothing is lost
    [words('git push', true), 'docker'],
    [words('ls', true), 'docker'],
    [{ words: ['echo', "it's ~/x", '*'], more: false }, undefined],
    [{ prefix: '' }, undefined],
    [{ glob: '**' }, undefined],
    [{ is: 7 }, undefined],
  ];
  for (const [pattern, executor] of sometimes)
    test(`given ${JSON.stringify(pattern)} in ${executor ?? 'any place'}, when it is looked at, then it may apply`, () =>
      assert.equal(command(pattern, executor), undefined));
});

test('given a tool whose arguments are known, when a pattern names others or too few, then that is said', () => {
  const spec = { parameters: { properties: { to: {}, text: {} }, required: ['to'] } };
  const given = (...names: readonly string[]) =>
    neverWithin({ tool: 'send', arguments: Object.fromEntries(names.map(name => [name, { is: 1 }])) }, { spec });
  assert.equal(given('to'), undefined);
  assert.equal(given('to', 'text'), undefined);
  assert.equal(given('to', 'cc'), 'send takes no argument "cc"; it takes to, text.');
  assert.equal(given('text'), 'A pattern has to name every argument of a call, and send always gets to.');
  assert.equal(neverWithin({ tool: 'send', arguments: {} }, {}), undefined);
});

test('given an address to begin with, when its host is not whole, then no pattern is made of it', () => {
  const given = (prefix: string) => neverWithin({ tool: 'web_request', arguments: { url: { prefix } } }, {});
  for (const whole of ['https://api.example.com/', 'http://api.example.com:8080/v1', 'notes/'])
    assert.equal(given(whole), undefined);
  for (const part of [
    'https:',
    'https:/api.example.com/',
    'https://api.example.com',
    'https://api.exam',
    'https://a@b/',
  ])
    assert.match(given(part) ?? '', /an address begins with its whole host/, part);
});
