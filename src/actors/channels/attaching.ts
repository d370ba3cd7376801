/**
 * Files that come over HTTP. A file is kept under the id its sender made, so one that is sent twice is kept once, and a
 * message that names it finds it, also after a restart.
 */
import { type GivenFile, mostFileBytes, type NamedFile } from '../../domain/conversation/files.ts';
import type { Attachment } from '../../domain/conversation/message.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { FileInbox } from '../../ports/files/inbox.ts';

export interface Attaching {
  /** Keeps a file in the workspace. Throws `invalid` where it is empty or too large. */
  keep(file: GivenFile): Promise<Attachment>;
  /** Files that were kept, for their message. Throws `invalid` where one is not there. */
  named(files: readonly NamedFile[]): Promise<readonly Attachment[]>;
}

export function attaching(inbox: FileInbox): Attaching {
  const keyOf = (clientId: string) => `http:${clientId}`;
  return {
    async keep({ clientId, name, content }) {
      const bytes = Buffer.from(content, 'base64');
      if (bytes.length === 0) throw fault('invalid', `${name} is empty; there is nothing to attach`);
      if (bytes.length > mostFileBytes)
        throw fault(
          'invalid',
          `${name} has ${bytes.length} bytes; a file of a message has at most ${mostFileBytes}, so copy it into the workspace instead`,
        );
      // what was kept before may have been changed by the agent since
      return (await inbox.kept(keyOf(clientId), name)) ?? inbox.keep(keyOf(clientId), name, bytes);
    },
    named: files =>
      Promise.all(
        files.map(async ({ clientId, name }) => {
          const kept = await inbox.kept(keyOf(clientId), name);
          if (!kept) throw fault('invalid', `the file ${name} is not in the workspace (any more); attach it once more`);
          return kept;
        }),
      ),
  };
}
