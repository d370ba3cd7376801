/** A desk of files for the demo model: its file tools work on texts that are kept here. */
import assert from 'node:assert/strict';
import { conversation } from './rehearsal-play.ts';

const names = ['write_file', 'read_file', 'edit_file', 'list_files', 'memory_search', 'schedule_job'];

/** A conversation over files that are kept here, as the tools tell of them. */
export function desk(files: Record<string, string> = {}) {
  const kept = new Map(Object.entries(files));
  const shown = (path: string) => {
    const text = kept.get(path);
    if (text === undefined) return { text: `/workspace/${path} does not exist.`, failed: true };
    const lines = text.trimEnd().split('\n');
    const head = `/workspace/${path} (text/plain, ${text.length} bytes, ${lines.length} lines)`;
    return { text: [head, ...lines.map((line, at) => `${at + 1}\t${line}`)].join('\n') };
  };
  const { say } = conversation({
    offer: () => names.map(name => ({ name, description: name, parameters: { type: 'object' } })),
    answer(name, args) {
      const [path, content, old] = [args['path'], args['content'], args['old_text']].map(one => String(one ?? ''));
      const before = kept.get(path ?? '');
      if (name === 'read_file') return shown(path ?? '');
      if (name === 'write_file') {
        kept.set(path ?? '', content ?? '');
        const now = `1 line, ${content?.length} bytes`;
        return before === undefined
          ? { text: `Created /workspace/${path} (${now}).` }
          : { text: `Replaced /workspace/${path}: ${before.length} bytes before, now ${now}.` };
      }
      if (name === 'edit_file') {
        assert.equal(before?.split(old ?? '').length, 2, 'the piece stands there once');
        kept.set(path ?? '', before?.replace(old ?? '', String(args['new_text'])) ?? '');
        return { text: `Changed one place in /workspace/${path}, now 2 lines, 9 bytes:` };
      }
      if (name === 'list_files')
        return {
          text: `/workspace: 1 entry\n${args['glob']}  9 bytes  2026-11-11 10:00\n[on the owner's disk: /home/${args['glob']}]`,
        };
      return { text: 'The job is set.' };
    },
  });
  return { say, kept };
}
