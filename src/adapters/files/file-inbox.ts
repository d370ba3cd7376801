/**
 * Files the owner sent: `inbox` in the workspace, each under a name of its own.
 *
 * The name comes from the file's own name and from a key that is the same whenever the message is delivered, and a file appears whole or not at
 * all. So a message that is taken again after a crash finds what was kept, and what the agent has changed since is not overwritten.
 */
import { hash } from 'node:crypto';
import type { Attachment } from '../../machines/domain/message.ts';
import type { ConfinedFiles } from './confined-files.ts';
import type { Place } from './confined-place.ts';
import { fileType, headBytes } from './file-type.ts';

export interface FileInbox {
  /** What was kept under this key and name before. */
  kept(key: string, name: string): Promise<Attachment | undefined>;
  /** Keeps a file. Throws a `Fault` where it cannot be written. */
  keep(key: string, name: string, content: Uint8Array): Promise<Attachment>;
}

/** `redact`: a secret in the name of a file is not written into the name it is kept under. */
export function fileInbox(files: ConfinedFiles, redact: (text: string) => string = name => name): FileInbox {
  const safe = (name: string) => safeName(redact(name));
  const placeFor = (key: string, name: string): Place => {
    const tag = hash('sha256', key).slice(0, 8);
    const plain = safe(name);
    // what is hidden is judged by its whole name (".env", ".netrc"): it keeps it, in a folder of its own
    if (plain.startsWith('.')) return { folder: 'workspace', parts: ['inbox', tag, plain] };
    const [stem, extension] = split(plain);
    return { folder: 'workspace', parts: ['inbox', `${stem}-${tag}${extension}`] };
  };
  const attachment = ({ parts }: Place, name: string, head: Uint8Array, bytes: number): Attachment => {
    const { kind, mediaType } = fileType(head, name);
    const isShown = kind === 'image' && shownTypes.includes(mediaType);
    return { kind: isShown ? 'image' : 'document', name: safe(name), mediaType, bytes, path: parts.join('/') };
  };
  return {
    async kept(key, name) {
      const place = placeFor(key, name);
      try {
        await using file = await files.open(place);
        const head = Buffer.alloc(headBytes);
        const { bytesRead } = await file.handle.read(head, 0, headBytes, 0);
        return attachment(place, name, head.subarray(0, bytesRead), file.stats.size);
      } catch {
        return undefined;
      }
    },
    async keep(key, name, content) {
      const place = placeFor(key, name);
      await files.put(place, content);
      return attachment(place, name, content, content.length);
    },
  };
}

/** What models take as a picture. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** Letters, digits and a few signs that mean nothing to a shell, a path or a reader of lists; hidden only where it was, never long. */
function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_')
    .replace(/^[._-]+|[._-]+$/g, '');
  // a file named ".git" would make its folder a repository
  const isHidden = /^\.(?!git$)[\p{L}\p{N}]/iu.test(name.normalize('NFC'));
  const [stem, extension] = isHidden && !plain.includes('.') ? [plain, ''] : split(plain);
  return `${isHidden ? '.' : ''}${[...stem].slice(0, 60).join('') || 'file'}${extension}`;
}

/** The name without its ending, and the ending with its dot. */
function split(name: string): readonly [string, string] {
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return [name.slice(0, name.length - extension.length), extension];
}
