/** The tools that move and copy files, put patches into them, and make and take apart archives. */
import { z } from 'zod';
import { defined } from '../../../domain/text/json.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import type { CallFacts } from '../../../domain/tools/tool.ts';
import type { ConfinedFiles, Place } from '../../../ports/files/confined.ts';
import type { PrivateFiles } from '../../../ports/files/private.ts';
import type { FileTaint } from '../../../ports/files/taint.ts';
import { defineTool, type Tool, type ToolContext } from '../../../ports/tool.ts';
import { answering, pathArgument, shownPath } from '../../files/confined-argument.ts';
import type { CopyOptions } from '../../files/work/copying.ts';

const changes = {
  effect: 'act',
  changesWorkspace: true,
  isQuiet: true,
  isOccasional: true,
  deeds: ['keep', 'writeFile'],
} as const satisfies Omit<ToolDeclaration, 'name'>;

/** What the tools that change files say of themselves. */
export const moveFileDeclaration = {
  name: 'move_file',
  does: { en: 'Moves or copies files and folders.', de: 'Verschiebt oder kopiert Dateien und Ordner.' },
  ...changes,
} as const satisfies ToolDeclaration;
export const applyPatchDeclaration = {
  name: 'apply_patch',
  does: {
    en: 'Applies a patch to files, all of it or nothing.',
    de: 'Wendet einen Patch auf Dateien an, ganz oder gar nicht.',
  },
  ...changes,
  deeds: ['keep', 'writeFile', 'deleteFile'],
} as const satisfies ToolDeclaration;
export const archiveDeclaration = {
  name: 'archive',
  does: { en: 'Makes, lists and extracts archives.', de: 'Legt Archive an, listet sie auf und packt sie aus.' },
  ...changes,
} as const satisfies ToolDeclaration;

export interface FileWorkOptions {
  readonly files: ConfinedFiles;
  readonly trust: FileTaint;
  readonly privacy: PrivateFiles;
}

export function fileWorkTools(options: FileWorkOptions): readonly Tool[] {
  return [moveTool(options), patchTool(options), archiveTool(options)];
}

/** Of scripts and settings other tools take care: each version of a tool is kept. */
const workspaceOnly = 'must lie in the workspace';

function workspacePath(files: ConfinedFiles, description: string, isWritten: boolean) {
  return pathArgument(files, description, { isWritten }).refine(
    path => files.problemOf(path) !== undefined || files.place(path).folder === 'workspace',
    workspaceOnly,
  );
}

/** What is written, and what is read beside it. */
function factsOf(
  { files, privacy }: Pick<FileWorkOptions, 'files' | 'privacy'>,
  written: readonly string[],
  read: readonly string[] = [],
): CallFacts {
  const [path = '/workspace', ...paths] = [...written, ...read].map(one => shownPath(files, one));
  const hidden = [...written, ...read].flatMap(one => privacy.privateAt(files.place(one)) ?? []);
  return {
    writes: 'workspace',
    path,
    ...defined({ paths: paths.length > 0 ? paths : undefined, private: hidden.length > 0 ? hidden : undefined }),
  };
}

function copyingOf(
  { files, trust, privacy }: FileWorkOptions,
  { taint, signal, alive, facts }: ToolContext,
): CopyOptions {
  const given = facts?.private ?? [];
  const isPrivate = (place: Place) => {
    const found = privacy.privateAt(place);
    return found !== undefined && !given.some(one => found === one || found.startsWith(`${one}/`));
  };
  return { files, trust, taint, signal, alive, isPrivate };
}

function moveTool(options: FileWorkOptions): Tool {
  const { files } = options;
  return defineTool({
    ...moveFileDeclaration,
    description:
      'Moves, renames or copies a file or folder of the workspace. Nothing is overwritten; links are not followed.',
    schema: z.strictObject({
      from: workspacePath(files, 'What is moved.', false),
      to: workspacePath(files, 'Its new place, with its name.', true),
      copy: z.boolean().default(false).describe('Leaves the first where it is.'),
    }),
    timeoutMs: 300_000,
    intent: ({ from, to, copy }, language) =>
      intentTexts(language).moveFile(shownPath(files, from), shownPath(files, to), copy),
    facts: ({ from, to, copy }) => factsOf(options, copy ? [to] : [to, from], copy ? [from] : []),
    run: ({ from, to, copy }, context) =>
      answering('external', async () => {
        const [source, target] = [files.place(from), files.place(to)];
        const { copied } = await import('../../files/work/copying.ts');
        if (!copy && (await files.rename(source, target)))
          return { text: `Moved ${files.name(source)} to ${files.name(target)}.`, taint: 'owner' };
        const { files: count, bytes, left } = await copied(source, target, copyingOf(options, context));
        const note = left > 0 ? ` ${left} links and private files were left out.` : '';
        const text = `Copied ${count} files (${bytes} bytes) to ${files.name(target)}.${note}`;
        if (copy) return { text, taint: 'owner' };
        if (count !== 1 || left > 0)
          return {
            text: `${text} They lie on another disk, so the first stays: delete it by a command.`,
            taint: 'owner',
          };
        await files.remove(source);
        return { text: `Moved ${files.name(source)} to ${files.name(target)}.`, taint: 'owner' };
      }),
  });
}

const header = /^--- (?:"?)([^\t\n"]+)"?.*\n\+\+\+ "?([^\t\n"]+)"?/gm;

/** The files that a diff names, each as the model is to write it; `/dev/null` left out. */
function filesIn(patch: string, base: string): readonly string[] {
  const names = [...patch.matchAll(header)].flatMap(([, before = '', after = '']) => [before.trim(), after.trim()]);
  return [...new Set(names.filter(name => name !== '/dev/null').map(name => pathIn(name, base)))];
}

/** `a/x` and `b/x`, as git writes them, are `x` of the folder. */
function pathIn(name: string, base: string): string {
  const bare = name.replace(/^[ab]\//, '');
  return bare.startsWith('/') ? bare : `${base.replace(/\/+$/, '')}/${bare}`;
}

function patchTool(options: FileWorkOptions): Tool {
  const { files, trust } = options;
  const schema = z
    .strictObject({
      patch: z
        .string()
        .min(1)
        .max(500_000)
        .describe('The unified diff, with --- and +++ lines; /dev/null for a file that is made or deleted.'),
      path: workspacePath(files, 'The folder from which its names count.', false).default('/workspace'),
    })
    .superRefine(({ patch, path }, issues) => {
      const names = filesIn(patch, path);
      if (names.length === 0)
        issues.addIssue({ code: 'custom', path: ['patch'], message: 'expected a unified diff with --- and +++ lines' });
      for (const name of names) {
        const outside = files.problemOf(name);
        const problem =
          outside ??
          files.unwritable(files.place(name)) ??
          (files.place(name).folder === 'workspace' ? undefined : workspaceOnly);
        if (problem !== undefined) issues.addIssue({ code: 'custom', path: ['patch'], message: problem });
      }
    });
  return defineTool({
    ...applyPatchDeclaration,
    description: 'Applies a unified diff to files of the workspace: all of it, or nothing, with what does not fit.',
    schema,
    intent: ({ patch, path }, language) =>
      intentTexts(language).patch(
        filesIn(patch, path)
          .map(name => shownPath(files, name))
          .slice(0, 4)
          .join(', '),
      ),
    exact: ({ patch }) => patch,
    facts: ({ patch, path }) => ({
      ...factsOf(options, filesIn(patch, path)),
      ...defined({ empties: /^\+\+\+ \/dev\/null/m.test(patch) ? (true as const) : undefined }),
    }),
    run: ({ patch, path }, { taint }) =>
      answering('external', async () => {
        const { patched } = await import('../../files/work/patching.ts');
        const judged = new Set(filesIn(patch, path).map(name => shownPath(files, name)));
        const text = await patched(patch, {
          files,
          trust,
          taint,
          placeOf: name => files.place(pathIn(name, path)),
          isJudged: place => judged.has(files.name(place)),
        });
        return { text, taint: 'owner' };
      }),
  });
}

function archiveTool(options: FileWorkOptions): Tool {
  const { files } = options;
  const schema = z
    .strictObject({
      action: z.enum(['create', 'extract', 'list']),
      archive: workspacePath(files, 'The archive: .zip, .tar or .tar.gz.', false),
      from: z
        .array(workspacePath(files, 'A file or folder.', false))
        .min(1)
        .max(100)
        .optional()
        .describe('For create: what goes into it.'),
      to: workspacePath(files, 'For extract: the folder it goes into.', true).optional(),
    })
    .refine(
      ({ action, from, to }) => (action === 'create' ? from !== undefined : action === 'list' || to !== undefined),
      'create takes from, extract takes to',
    )
    .superRefine(({ action, archive }, issues) => {
      const problem =
        action === 'create' && files.problemOf(archive) === undefined
          ? files.unwritable(files.place(archive))
          : undefined;
      if (problem !== undefined) issues.addIssue({ code: 'custom', path: ['archive'], message: problem });
    });
  return defineTool({
    ...archiveDeclaration,
    description:
      'Makes a zip or tar archive of files of the workspace, lists one, or extracts one. Nothing is overwritten; archives with links or paths that lead out are refused.',
    schema,
    timeoutMs: 300_000,
    intent: ({ action, archive }, language) => intentTexts(language).archive(action, shownPath(files, archive)),
    facts({ action, archive, from = [], to = '/workspace' }) {
      if (action === 'create') return factsOf(options, [archive], from);
      if (action === 'extract') return factsOf(options, [to], [archive]);
      return factsOf(options, [], [archive]);
    },
    run: ({ action, archive, from = [], to = '/workspace' }, context) =>
      answering('external', async () => {
        const { packed, listed, unpackedInto } = await import('../../files/work/packing.ts');
        const copying = copyingOf(options, context);
        const place = files.place(archive);
        if (action === 'list') return { text: await listed(place, copying), taint: 'external' };
        if (action === 'extract') {
          const count = await unpackedInto(place, files.place(to), copying);
          return { text: `Extracted ${count} files into ${shownPath(files, to)}.`, taint: 'owner' };
        }
        const {
          files: count,
          bytes,
          left,
        } = await packed(
          from.map(one => files.place(one)),
          place,
          copying,
        );
        const note = left > 0 ? ` ${left} links and private files were left out.` : '';
        return { text: `Packed ${count} files into ${files.name(place)} (${bytes} bytes).${note}`, taint: 'owner' };
      }),
  });
}
