/** The tool that writes one file whole. */

import { z } from 'zod';
import { empties } from '../../domain/policy/emptying.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { namedWriting } from '../../domain/tools/named-facts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import type { Said } from '../../domain/tools/said/texts.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { PrivateFiles } from '../../ports/files/private.ts';
import type { FileTaint } from '../../ports/files/taint.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';
import { answering, pathArgument, shownPath, sizeText } from '../files/confined-argument.ts';
import { noFileTaint } from '../files/file-taint.ts';
import { namedPrivateFiles, privateFact } from '../files/private-files.ts';
import { noRecordFiles, type RecordFiles } from '../files/record-files.ts';

/** What `write_file` says of itself. */
export const writeFileDeclaration = {
  name: 'write_file',
  does: { en: 'Writes a text file.', de: 'Schreibt eine Textdatei.' },
  effect: 'act',
  changesWorkspace: true,
  deeds: ['keep', 'makeTool', 'writeFile'],
  isQuiet: true,
  factsOf: namedWriting,
} as const satisfies ToolDeclaration;

/**
 * `write_file`. Its facts name the folder, and the write goes there or nowhere: no link leads from one folder to the
 * other.
 */
export function writeFileTool(
  files: ConfinedFiles,
  trust: FileTaint = noFileTaint,
  records: RecordFiles = noRecordFiles,
  privacy: PrivateFiles = namedPrivateFiles,
): Tool {
  const schema = z.strictObject({
    path: pathArgument(
      files,
      'The file: in the workspace (relative, or from /workspace) or from /scripts; your name, personality and jobs: /settings/agent.toml.',
      { isWritten: true },
    ),
    content: z.string().max(1_000_000).describe('All that the file shall hold.'),
  });
  return defineTool({
    ...writeFileDeclaration,
    description:
      'Writes a text file of the workspace or the scripts, whole; folders on the way are made. What was there is replaced, so use edit_file to change a part. A new file in the scripts that begins with #! may be executed.',
    schema,
    intent: ({ path, content }, language) =>
      intentTexts(language).write(shownPath(files, path), linesOf(content), sizeText(Buffer.byteLength(content))),
    exact: ({ path, content }, shown) => {
      const change = records.shown(files.place(path), () => content, shown?.language);
      return `write ${shownPath(files, path)}\n\n${change ?? content}`;
    },
    facts: ({ path, content }) => ({
      ...records.facts(files.place(path), () => content),
      writes: files.place(path).folder,
      path: shownPath(files, path),
      ...privateFact(privacy, files.place(path)),
      ...defined({ empties: empties('', content) ? (true as const) : undefined }),
    }),
    run: ({ path, content }, { taint, session, facts }) =>
      answering('owner', async () => {
        const place = files.place(path);
        const executable = place.folder === 'scripts' && content.startsWith('#!');
        const bytes = Buffer.from(content);
        await records.writes(place, () => content, { facts, taint, session });
        const put = await files.put(place, bytes, { executable });
        trust.wrote(place, bytes, taint);
        const name = files.name(place);
        const values = { name, lines: { lines: linesOf(content) }, size: { bytes: bytes.length } };
        const said: Said =
          put.before === undefined
            ? { code: 'fileNew', values }
            : { code: 'fileReplaced', values: { ...values, before: { bytes: put.before } } };
        return { ...answerOf(said), taint: 'owner' };
      }),
  });
}

function linesOf(content: string): number {
  return content === '' ? 0 : content.replace(/\n$/, '').split('\n').length;
}
