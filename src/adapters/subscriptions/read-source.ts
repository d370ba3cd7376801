/** What is watched, read as the tools for files and pages read it. */
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ReadSource } from '../../ports/context/workspace.ts';
import type { ConfinedFiles } from '../../ports/files/confined.ts';
import type { RunningTool, Tool } from '../../ports/tool.ts';
import type { Fetcher } from '../../ports/web/fetcher.ts';
import { type PageReaders, pageText } from '../pages/page-text.ts';
import { responseText } from '../pages/response-text.ts';

export interface SourceReaders {
  readonly files: ConfinedFiles;
  /** The tool `read_file`. */
  readonly readFile: Tool;
  readonly fetcher: Fetcher;
  readonly readers: PageReaders;
  readonly maxOutputBytes: number;
}

const accept =
  'text/html, application/xhtml+xml, application/json;q=0.9, text/*;q=0.9, application/pdf;q=0.8, */*;q=0.5';

export function sourceReader({ files, readFile, fetcher, readers, maxOutputBytes }: SourceReaders): ReadSource {
  return async ({ kind, target, fromLine, lines, mayReachOwn }, before, signal) => {
    if (kind !== 'url') {
      const stamp = await stampOf(files, target);
      if (before?.stamp === stamp) return before;
      const args = { path: target, from_line: fromLine ?? 1, ...defined({ lines: lines ?? undefined }) };
      const { run } = readFile as RunningTool;
      const { text, taint = 'external', failed } = await run(args, silent(signal));
      if (failed) throw fault('invalid', text);
      return { stamp, text, taint };
    }
    const [etag = '', changed = ''] = before?.stamp.split('\n') ?? [];
    const conditions = defined({
      'if-none-match': etag === '' ? undefined : etag,
      'if-modified-since': changed === '' ? undefined : changed,
    });
    const response = await fetcher.fetch({ url: target, headers: { accept, ...conditions }, mayReachOwn, signal });
    if (response.status === 304 && before) return before;
    if (response.status >= 400) throw fault('unavailable', `expected a page, got the status ${response.status}`);
    const { text } = responseText(response, await pageText(response, readers, signal), { maxOutputBytes });
    const { etag: newEtag = '', 'last-modified': newChanged = '' } = response.headers;
    return { stamp: `${newEtag}\n${newChanged}`, text, taint: 'external' };
  };
}

/** Another one where the file is another, or holds other things. */
async function stampOf(files: ConfinedFiles, path: string): Promise<string> {
  await using file = await files.open(files.place(path));
  const { ino, size, mtimeMs, ctimeMs } = file.stats;
  return [ino, size, mtimeMs, ctimeMs].join(' ');
}

function silent(signal: AbortSignal) {
  return { session: '', turn: '', call: '', taint: 'owner', signal, progress: () => {} } as const;
}
