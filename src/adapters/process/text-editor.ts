/** The owner's editor, with a text in it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fault } from '../../domain/supervision/failure.ts';
import { startChild } from './child-process.ts';

/** The command of the editor: as the environment says, else one that is on every system. */
export function editorOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['VISUAL'] || env['EDITOR'] || 'vi';
}

/** Opens a file in the editor, in this terminal, and waits until it is left. Throws a `Fault`. */
export async function editFile(editor: string, file: string): Promise<void> {
  const what = `the editor "${editor}" could not be started; set EDITOR to one that is installed`;
  // as git does: the command may have options of its own
  const { child, started } = startChild('sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' }, what);
  await started;
  const code = await new Promise<number | null>(resolve => child.once('exit', resolve));
  if (code !== 0)
    throw fault('unavailable', `the editor "${editor}" ended with ${code ?? 'a signal'}; set EDITOR to another`);
}

/** What a text becomes in the editor. The file it is in is readable by its owner alone, and is deleted. */
export async function editText(editor: string, text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-'));
  const file = join(folder, 'message.md');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    await editFile(editor, file);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
