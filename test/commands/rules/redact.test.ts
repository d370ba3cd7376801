import assert from 'node:assert/strict';
import { test } from 'node:test';
import { style } from '../../../src/commands/io.ts';
import { redactRows, redactStream } from '../../../src/commands/rules/redact.ts';
import { randomFrom, written } from '../../corpora/fake-text.ts';

const random = randomFrom(5);
const token = written('gh·p_{an36}', random);

async function rows(lines: readonly string[], inbound = false) {
  const out: string[] = [];
  const io = {
    out: (line: string) => void out.push(line),
    err: () => {},
    readAll: async () => '',
    style: style(false),
  };
  const code = await redactRows({ lines, inbound, io });
  return { code, answers: out.map(line => JSON.parse(line)) };
}

test('given text in pieces, when it is redacted, then it comes out without its secrets, nothing else changed', async () => {
  let out = '';
  const text = `ü before\n${token}\r\nafter\n\n`;
  const code = await redactStream([text.slice(0, 15), text.slice(15)], piece => {
    out += piece;
  });
  assert.deepEqual([code, out], [0, 'ü before\n[secret:github-token]\r\nafter\n\n']);
});

test('given rows, when they are redacted, then each is answered in its line, with offsets in UTF-16 units of what came', async () => {
  const known = 'pass phrase 7';
  const { code, answers } = await rows([
    JSON.stringify({ text: `😀 ${token}` }),
    JSON.stringify({ text: `${encodeURIComponent(known)} and ${btoa(known)}`, known: [known] }),
    JSON.stringify({ text: 'nothing here' }),
    '',
  ]);
  assert.equal(code, 0);
  assert.deepEqual(answers[0], {
    text: '😀 [secret:github-token]',
    found: [{ start: 3, end: 43, type: 'github-token' }],
  });
  assert.equal(answers[1].text, '[secret:known] and [secret:known]');
  assert.deepEqual(answers[1].found[0], { start: 0, end: 17, type: 'known' });
  assert.deepEqual(answers[2], { text: 'nothing here', found: [] });
  assert.equal(answers.length, 3);
});

test('given rows an owner wrote, when they are judged, then the verdict comes with what is kept, or with how to store it', async () => {
  const { code, answers } = await rows(
    [token, 'my password is hunter2', 'What is a good password?'].map(text => JSON.stringify({ text })),
    true,
  );
  assert.equal(code, 0);
  assert.equal(answers[0].verdict, 'block');
  assert.match(answers[0].text, /github-token.*straylight secret set NAME/);
  assert.deepEqual(answers.slice(1), [
    { verdict: 'redact', text: 'my password is [secret:password]' },
    { verdict: 'pass', text: 'What is a good password?' },
  ]);
});

test('given lines that are no rows, when they come, then each is answered with what was expected, and the rest is done', async () => {
  const { code, answers } = await rows([
    'no',
    '{"text":1}',
    '{"text":"a","known":"b"}',
    '{"text":"a","known":["abc"]}',
    '{"text":"ok"}',
  ]);
  assert.equal(code, 1);
  assert.deepEqual(
    answers.map(answer => Object.keys(answer)),
    [['error'], ['error'], ['error'], ['error'], ['text', 'found']],
  );
  assert.ok(!JSON.stringify(answers.slice(0, 4)).includes('abc'));
});
