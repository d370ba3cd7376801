/** The text in a picture, by Tesseract, which reads it behind the walls where commands run. */
import { says } from '../../domain/policy/sentence.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Executor } from '../../ports/executor.ts';
import type { ReadPictureText } from '../tools/read-file.ts';

const timeoutMs = 60_000;

/** In English and German, as far as these are installed there. */
const script = `command -v tesseract >/dev/null 2>&1 || exit 127
langs=$(tesseract --list-langs 2>/dev/null | grep -E '^(eng|deu)$' | paste -sd+ -)
exec tesseract "$SL_FILE" stdout -l "\${langs:-eng}"`;

export function pictureText(executor: Pick<Executor, 'execute'>): ReadPictureText {
  return async (path, { signal, given }) => {
    const { exitCode, stdout, stderr } = await executor.execute({
      command: script,
      env: { SL_FILE: path, OMP_THREAD_LIMIT: '1' },
      timeoutMs,
      signal,
      ...defined({ given }),
    });
    if (exitCode === 127)
      throw fault(
        'invalid',
        says`${path} is a picture. Its text can be read once tesseract is installed where commands run (tesseract-ocr on Debian).`,
      );
    if (exitCode !== 0) throw fault('invalid', says`tesseract cannot read ${path}: ${stderr.trim().slice(-200)}`);
    return stdout.trim() === '' ? '[no text was found in the picture]' : stdout;
  };
}
