/**
 * Files the owner sent: `inbox` in the workspace, each under a name of its own.
 *
 * The name comes from the file's own name and from a key that is the same whenever the message is delivered, and a file
 * appears whole or not at all. So a message that is taken again after a crash finds what was kept, and what the agent
 * has changed since is not overwritten. A text that holds a credential lies in `inbox/sensitive`, which the policy
 * ranks as such (src/domain/shell/paths.ts).
 */

import { hash } from 'node:crypto';
import type { Attachment } from '../../domain/conversation/message.ts';
import type { Redactor } from '../../domain/secrets/redaction.ts';
import { kindOf } from '../../domain/shell/paths.ts';
import { defined } from '../../domain/text/json.ts';
import type { Acts } from '../../ports/files/acts.ts';
import type { ConfinedFiles, Place } from '../../ports/files/confined.ts';
import type { FileInbox } from '../../ports/files/inbox.ts';
import { credentialsIn, inPieces } from './content/credential-scan.ts';
import { fileType, headBytes } from './content/file-type.ts';

/**
 * `redactor`: a secret in the name of a file is not written into the name it is kept under, and one in its text is
 * told. `acts`: told when a file is put there, so that it is never taken for one that the owner has written, wherever it
 * is moved.
 */
export function fileInbox(
  files: ConfinedFiles,
  redactor: Pick<Redactor, 'text' | 'find'>,
  acts?: Pick<Acts, 'begin'>,
): FileInbox {
  const safe = (name: string) => safeName(redactor.text(name));
  const placeFor = (key: string, name: string, isSensitive: boolean): Place => {
    const parts = [...(isSensitive ? ['inbox', 'sensitive'] : ['inbox']), ...ownName(hash('sha256', key), safe(name))];
    return { folder: 'workspace', parts };
  };
  const attachment = (
    { parts }: Place,
    name: string,
    {
      head,
      bytes,
      credentials,
    }: { readonly head: Uint8Array; readonly bytes: number; readonly credentials: readonly string[] },
  ): Attachment => {
    const { kind, mediaType } = fileType(head, name);
    const isShown = kind === 'image' && shownTypes.includes(mediaType);
    return {
      kind: isShown ? 'image' : 'document',
      name: safe(name),
      mediaType,
      bytes,
      path: parts.join('/'),
      ...defined({ credentials: credentials.length > 0 ? credentials : undefined }),
    };
  };
  async function keptAt(place: Place, name: string, isSensitive: boolean): Promise<Attachment | undefined> {
    try {
      await using file = await files.open(place);
      const head = Buffer.alloc(headBytes);
      const { bytesRead } = await file.handle.read(head, 0, headBytes, 0);
      const content = file.handle.createReadStream({ start: 0, autoClose: false });
      const credentials = isSensitive ? await credentialsIn(content, name, redactor) : [];
      return attachment(place, name, { head: head.subarray(0, bytesRead), bytes: file.stats.size, credentials });
    } catch {
      return undefined;
    }
  }
  return {
    kept: async (key, name) =>
      (await keptAt(placeFor(key, name, true), name, true)) ?? keptAt(placeFor(key, name, false), name, false),
    async keep(key, name, content) {
      const credentials = await credentialsIn(inPieces(content), name, redactor);
      const place = placeFor(key, name, credentials.length > 0);
      const ended = acts?.begin();
      await files.put(place, content).finally(ended);
      return attachment(place, name, { head: content, bytes: content.length, credentials });
    },
  };
}

/**
 * What is hidden or sensitive is judged by its whole name (`.env`, `passwords.txt`): it keeps it, in a folder of its
 * own.
 */
function ownName(digest: string, name: string): readonly string[] {
  const tag = digest.slice(0, 8);
  const [stem, extension] = split(name);
  const tagged = `${stem}-${tag}${extension}`;
  const isRanked = kindOf(name).privacy !== kindOf(tagged).privacy;
  return name.startsWith('.') || isRanked ? [tag, name] : [tagged];
}

/** What models take as a picture. */
const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/**
 * Letters, digits and a few signs that mean nothing to a shell, a path or a reader of lists; hidden only where it was,
 * never long.
 */
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
