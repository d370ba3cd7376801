import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestPictures } from '../../../src/actors/conversation/pictures.ts';
import { pictureReader } from '../../../src/adapters/files/content/picture-file.ts';
import type { Body } from '../../../src/domain/conversation/body.ts';
import type { Attachment, ReadMessage } from '../../../src/domain/conversation/message.ts';
import { defined } from '../../../src/domain/text/json.ts';
import { confinedWorld } from '../../adapters/files/confined-world.ts';

const png = (size: number) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size - 8, 1)]);
const read = (body: Body) => (typeof body === 'string' ? body : `base64 of ${body.blob}`);
const image = (path: string, bytes: number): Attachment => ({
  kind: 'image',
  name: path,
  mediaType: 'image/png',
  bytes,
  path,
});
const said = (...attachments: readonly Attachment[]): ReadMessage => ({
  id: 'm',
  session: 's',
  turn: 't',
  role: 'owner',
  text: 'see',
  taint: 'owner',
  at: 1,
  ...defined({ attachments: attachments.length > 0 ? attachments : undefined }),
});

test('given more pictures than are shown, when a request is made, then the newest are, read from their files', async t => {
  const world = confinedWorld(t);
  const all = Array.from({ length: 7 }, (_, at) => image(`inbox/p${at}.png`, 100 + at));
  for (const { path = '', bytes } of all) world.has(path, png(bytes));
  const history = [said(all[0]!, all[1]!), said(), said(...all.slice(2))];
  const shown = await newestPictures(history, read, pictureReader(world.files));
  assert.deepEqual([...shown.keys()], all.slice(3).reverse());
  assert.deepEqual(shown.get(all[6]!), { mediaType: 'image/png', base64: png(106).toString('base64') });
});

test('given pictures that are gone, too large, changed or no pictures any more, when a request is made, then they are left out', async t => {
  const world = confinedWorld(t);
  world.has('changed.png', png(200));
  world.has('words.png', 'abc');
  world.has('large.png', png(4_000_000));
  world.has('good.png', png(3_900_000));
  const cases = [
    image('gone.png', 10),
    image('changed.png', 100),
    image('words.png', 3),
    image('large.png', 4_000_000),
    image('../outside/secret.txt', 18),
    { ...image('good.png', 3_900_000), kind: 'document' } as const,
    image('good.png', 3_900_000),
  ];
  const shown = await newestPictures([said(...cases)], read, pictureReader(world.files));
  assert.deepEqual([...shown.keys()], [cases[6]]);
  assert.equal(shown.get(cases[6]!)?.base64.length, 5_200_000);
});

test('given a picture that was stored with its message, when a request is made, then it is read from there; all together are bounded', async t => {
  const world = confinedWorld(t);
  for (const name of ['a', 'b', 'c']) world.has(`${name}.png`, png(3_900_000));
  const stored: Attachment = {
    kind: 'image',
    name: 'x',
    mediaType: 'image/gif',
    bytes: 3,
    body: { blob: 'abc', bytes: 4 },
  };
  const files = ['a', 'b', 'c'].map(name => image(`${name}.png`, 3_900_000));
  const shown = await newestPictures([said(stored), said(...files)], read, pictureReader(world.files));
  assert.deepEqual([...shown.keys()], [files[2], files[1], stored]);
  assert.deepEqual(shown.get(stored), { mediaType: 'image/gif', base64: 'base64 of abc' });
});
