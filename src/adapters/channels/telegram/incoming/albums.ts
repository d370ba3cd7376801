/** Albums: several messages with one file each, which the owner sent as one. */
import type { Update } from 'grammy/types';

/** Telegram puts so many files into one album. */
export const mostOfAlbum = 10;

/** Which album an update belongs to; undefined: to none. */
export function albumOf({ message }: Update): string | undefined {
  return message?.media_group_id === undefined ? undefined : `${message.chat.id}/${message.media_group_id}`;
}

/** The update at this place, and the later ones of its album. */
export function albumFrom(updates: readonly Update[], at: number): readonly Update[] {
  const [first, ...later] = updates.slice(at);
  const album = first && albumOf(first);
  if (first === undefined) return [];
  return [first, ...(album === undefined ? [] : later.filter(other => albumOf(other) === album))];
}
