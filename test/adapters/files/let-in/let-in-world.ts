/** A home with a folder of the owner's to write and one to read, both beside it, and what is secret beside them. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { confinedFiles } from '../../../../src/adapters/files/confined-files.ts';
import { confinedPaths } from '../../../../src/adapters/files/confined-path.ts';
import { setStandIns } from '../../../../src/adapters/files/let-in/stand-ins.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import type { ConfinedFiles, LetInFolder } from '../../../../src/ports/files/confined.ts';

export interface LetInWorld {
  readonly root: string;
  readonly workspace: string;
  readonly scripts: string;
  /** `app` to write, `docs` to read. */
  readonly letIn: readonly [LetInFolder, LetInFolder];
  /** A file outside of all of them. */
  readonly outside: string;
  readonly files: ConfinedFiles;
  /** Puts a file at a path from the root. */
  has(path: string, content?: string): string;
  /** What stands in the workspace for them. */
  stand(isDirect: boolean, letIn?: readonly LetInFolder[]): void;
}

export const outsideText = 'the text outside';

export function letInWorld(
  t: Pick<TestContext, 'after'>,
  options: { readonly fromHandles?: boolean } = {},
): LetInWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'straylight-let-in-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const folders = {
    workspace: join(root, 'home/workspace'),
    scripts: join(root, 'home/scripts'),
    settings: join(root, 'home/settings'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const letIn = [
    { name: 'app', path: join(root, 'projects/app'), isWritable: true },
    { name: 'docs', path: join(root, 'papers'), isWritable: false },
  ] as const;
  for (const { path } of letIn) mkdirSync(path, { recursive: true });
  const has = (path: string, content = 'x') => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    return join(root, path);
  };
  const stand = (isDirect: boolean, some: readonly LetInFolder[] = letIn) =>
    setStandIns({ workspace: folders.workspace, file: join(root, 'folders.json'), letIn: some, isDirect });
  stand(false);
  return {
    root,
    letIn,
    has,
    stand,
    workspace: folders.workspace,
    scripts: folders.scripts,
    outside: has('outside/secret.txt', outsideText),
    files: confinedFiles(confinedPaths({ folders, letIn, ...options }), systemClock),
  };
}
