import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '../../slow.ts';
import { pictureFolder, sizeOf, takePictures } from './pictures.ts';

test('given the pictures of the documents, when they are taken anew, then the story they show still happens, and they are of the same size', async () => {
  const pictures = await takePictures();
  assert.deepEqual(
    pictures.map(({ name }) => name),
    ['overview.png', 'approval.png', 'actor.png'],
  );
  for (const { name, png } of pictures) {
    const kept = readFileSync(join(pictureFolder, name));
    assert.deepEqual(sizeOf(kept), sizeOf(png), `${name}: take it anew with "npm run pictures"`);
    assert.ok(png.length > 20_000, 'something is in it');
  }
});
