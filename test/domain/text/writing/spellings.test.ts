import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedPhrases, tracesOf } from '../../../../src/domain/memory/forgetting.ts';

const sentences = [
  'mein Schlüssel liegt beim Ärmelkanal',
  '金庫の暗証番号は梅の木の下',
  'the gate opens with quokkamoon 💡',
];

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const each = (text: string, write: (byte: number) => string) => [...utf8(text)].map(write).join('');
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

const spellings: Readonly<Record<string, (text: string) => string>> = {
  'percent-encoded': text => `curl https://example.org/?q=${encodeURIComponent(text)}`,
  'percent-encoded, each byte': text => each(text, byte => `%${hex(byte)}`),
  'percent-encoded twice': text => encodeURIComponent(encodeURIComponent(text)),
  'of a form': text => new URLSearchParams({ text }).toString(),
  'JSON, each letter': text =>
    `curl -d '{"a":"${[...Array(text.length).keys()].map(at => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"}'`,
  'code points of JavaScript': text =>
    `f('${[...text].map(one => `\\u{${one.codePointAt(0)?.toString(16).padStart(4, '0')}}`).join('')}')`,
  'bytes of a shell': text => `printf "${each(text, byte => `\\x${hex(byte)}`)}"`,
  'octal, as git quotes it': text =>
    each(text, byte => (byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`)),
  'HTML, decimal': text => `<p>${[...text].map(one => `&#${one.codePointAt(0)};`).join('')}</p>`,
  'HTML, hexadecimal': text => [...text].map(one => `&#x${one.codePointAt(0)?.toString(16)};`).join(''),
  'HTML, names': text => text.replace('ü', '&uuml;').replace('Ä', '&Auml;').replaceAll(' ', '&nbsp;'),
  'quoted-printable': text =>
    each(text, byte => (byte < 128 ? String.fromCharCode(byte) : `=${hex(byte).toUpperCase()}`)),
  base64: text => `echo ${utf8(text).toString('base64')} | base64 -d`,
  'base64 of an address': text => `https://example.org/${utf8(text).toString('base64url')}`,
  'base64 in lines': text =>
    utf8(`${'x'.repeat(50)} ${text} ${'y'.repeat(90)}`)
      .toString('base64')
      .replace(/.{76}/g, '$&\n'),
  hexadecimal: text => utf8(text).toString('hex'),
  'JSON in base64': text => utf8(JSON.stringify({ text })).toString('base64'),
  'base64 in JSON in an address': text =>
    `https://example.org/${encodeURIComponent(JSON.stringify({ a: utf8(text).toString('base64') }))}`,
};

for (const [name, spell] of Object.entries(spellings))
  test(`given a sentence to forget, when a text has it ${name}, then it is found, and another sentence is not`, () => {
    for (const sentence of sentences) {
      const traces = tracesOf(namedPhrases(sentence));
      const text = spell(sentence);
      assert.ok(traces.in(text), text);
      assert.equal(traces.without(text, 'url'), '[forgotten]', text);
      const nested = JSON.stringify({ call: JSON.stringify({ url: text, at: 1 }) });
      assert.equal(
        traces.without(nested, 'state'),
        JSON.stringify({ call: JSON.stringify({ url: '[forgotten]', at: 1 }) }),
      );
      assert.equal(traces.in(spell('another sentence with the gate, 木の下')), false);
    }
  });

test('given ids and hashes, when words are forgotten, then they stay as they are', () => {
  const traces = tracesOf(namedPhrases('quokkamoon'));
  for (const id of [
    'session:web:quokkamoon',
    'a3f5'.repeat(16),
    'k3Qm9xTdPq',
    '{"id":"memory:1f2e3d4c"}',
    'abc%2Fdef',
    '100%',
  ])
    assert.equal(traces.without(id, 'id'), undefined, id);
});
