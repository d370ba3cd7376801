import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileType, headBytes } from '../../../../src/adapters/files/content/file-type.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const table: readonly (readonly [string, Buffer, string, string])[] = [
  ['a.png', latin('\x89PNG\r\n\x1a\n\0'), 'image', 'image/png'],
  ['a.txt', latin('\xff\xd8\xff\xe0'), 'image', 'image/jpeg'],
  ['a', latin('RIFF\x10\0\0\0WEBPVP8 '), 'image', 'image/webp'],
  ['a', latin('GIF89a\x01\0\x01\0'), 'image', 'image/gif'],
  ['a', latin('RIFF\x10\0\0\0WAVEfmt '), 'binary', 'audio/wav'],
  ['a', latin('\0\0\0\x20ftypheic'), 'image', 'image/heic'],
  ['a', latin('\0\0\0\x20ftypisom'), 'binary', 'video/mp4'],
  ['a.txt', latin('%PDF-1.4\nall words'), 'pdf', 'application/pdf'],
  ['a.pdf', latin('%PDF-1.4\n%\xe2\xe3'), 'pdf', 'application/pdf'],
  ['a.zip', latin('PK\x03\x04\0'), 'binary', 'application/zip'],
  ['a.XLSX', latin('PK\x03\x04\0'), 'binary', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a.tar', Buffer.concat([Buffer.alloc(257), latin('ustar\0')]), 'binary', 'application/x-tar'],
  ['a.csv', latin('a,b\n'), 'text', 'text/csv'],
  ['a.png', latin('no picture'), 'text', 'text/plain'],
  ['a', latin('BZh is how it begins'), 'text', 'text/plain'],
  ['a.svg', latin('<svg/>'), 'text', 'image/svg+xml'],
  ['a', Buffer.alloc(0), 'text', 'text/plain'],
  ['a', latin('a\0b'), 'binary', 'application/octet-stream'],
  ['a.txt', latin('caf\xe9 '), 'binary', 'application/octet-stream'],
];
for (const [name, bytes, kind, mediaType] of table)
  test(`given ${name} that begins with ${JSON.stringify(bytes.toString('latin1', 0, 12))}, when it is looked at, then it is ${mediaType}`, () =>
    assert.deepEqual(fileType(bytes, name), { kind, mediaType }));

test('given a character that the end of the head cuts in two, when it is looked at, then it is text still', () => {
  for (const offset of [1, 2, 3])
    assert.equal(fileType(Buffer.from(`${'x'.repeat(headBytes - offset)}𝄞 and more`), 'a').kind, 'text');
});
