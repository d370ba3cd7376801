/** The tool that hands the owner a file. */

import { z } from 'zod';
import { placeOf } from '../../domain/conversation/chat-session.ts';
import { handingTool } from '../../domain/conversation/files.ts';
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { namedPath } from '../../domain/tools/named-facts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { Channel } from '../../ports/channel.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';
import { answering, pathArgument, shownPath } from '../files/confined-argument.ts';
import { contentOf, typeOf } from '../files/content/file-content.ts';
import { namedPrivateFiles, privateFact } from '../files/private-files.ts';

/** What `send_file` says of itself. */
export const sendFileDeclaration = {
  name: handingTool,
  does: { en: 'Sends you a file.', de: 'Schickt dir eine Datei.' },
  effect: 'act',
  deeds: ['send'],
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: args => ({ ...namedPath(args), trusted: true }),
} as const satisfies ToolDeclaration;

/**
 * `send_file`: a file of workspace or scripts goes to the chat in which this session is held, which is the owner's.
 * Whether it went is known or said to be unknown; it is never sent a second time by itself.
 */
export function sendFileTool(
  files: ConfinedFiles,
  channel: (name: string) => Channel | undefined,
  privacy: PrivateFiles = namedPrivateFiles,
): Tool {
  const schema = z.strictObject({
    path: pathArgument(files, 'The file: in the workspace (relative, or from /workspace) or from /scripts.'),
    caption: z.string().trim().max(1_000).optional().describe('A few words to go with it, without Markdown.'),
  });
  return defineTool({
    ...sendFileDeclaration,
    description:
      'Sends a file of the workspace or the scripts to the owner, in this conversation; pictures are shown. Use it when the owner shall have the file itself, not just its text.',
    schema,
    timeoutMs: 300_000,
    intent: ({ path }, language) => intentTexts(language).sendFile(shownPath(files, path)),
    exact: ({ path, caption }) => `send ${shownPath(files, path)}${caption ? `\n\n${caption}` : ''}`,
    facts: ({ path }) => ({
      trusted: true,
      path: shownPath(files, path),
      ...privateFact(privacy, files.place(path)),
    }),
    run: ({ path, caption }, { session, signal, alive }) =>
      answering('owner', async () => {
        const { chat, to } = recipient(session, channel);
        await using file = await files.open(files.place(path));
        const { size } = file.stats;
        if (size === 0) throw fault('invalid', says`${file.name} is empty, so there is nothing to send.`);
        const { mediaType } = await typeOf(file);
        const { note } = await to.sendFile(
          chat,
          {
            name: file.place.parts.at(-1) ?? 'file',
            mediaType,
            bytes: size,
            path: files.onDisk(file.place),
            caption: caption || undefined,
            content: () => contentOf(file, alive),
          },
          { signal },
        );
        const values = { name: file.name, type: mediaType, size: { bytes: size } };
        const said: Said =
          note === undefined ? { code: 'fileSent', values } : { code: 'fileReady', values: { ...values, note } };
        return { ...answerOf(said), taint: 'owner' };
      }),
  });
}

/** The chat behind a session (`session:telegram:42:7`), and the channel that leads there. */
function recipient(session: string, channel: (name: string) => Channel | undefined) {
  const { channel: name, chat } = placeOf(session);
  const found = channel(name);
  if (found?.sendFile === undefined)
    throw fault(
      'invalid',
      says`This conversation (${session}) has no channel that carries files. Tell the owner where the file lies.`,
    );
  return { chat, to: found as Channel & Required<Pick<Channel, 'sendFile'>> };
}
