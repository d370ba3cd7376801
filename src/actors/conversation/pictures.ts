/** Which pictures of a conversation a model is shown: the newest few. The rest is named to it. */

import type { Body } from '../../domain/conversation/body.ts';
import type { Attachment, ReadMessage } from '../../domain/conversation/message.ts';
import type { Picture, ReadPicture } from '../../ports/model.ts';

/** Each costs what a page of text does, and is sent again with every step. */
const mostPictures = 4;
const mostCharacters = 12_000_000;

/** The pictures to show, by their attachment. `read` brings back what was stored with the message. */
export async function newestPictures(
  messages: readonly ReadMessage[],
  read: (body: Body) => string,
  readPicture: ReadPicture = async () => undefined,
): Promise<ReadonlyMap<Attachment, Picture>> {
  const shown = new Map<Attachment, Picture>();
  let room = mostCharacters;
  const images = messages.flatMap(({ attachments = [] }) => attachments).filter(({ kind }) => kind === 'image');
  for (const image of images.toReversed()) {
    if (shown.size >= mostPictures) break;
    const { mediaType, bytes, path, body } = image;
    const picture =
      body !== undefined ? { mediaType, base64: read(body) } : path && (await readPicture({ path, bytes }));
    if (!picture || picture.base64.length > room) continue;
    room -= picture.base64.length;
    shown.set(image, picture);
  }
  return shown;
}
