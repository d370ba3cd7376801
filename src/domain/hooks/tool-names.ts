/** Tools and their arguments in the words of Claude Code and Codex, by which hook files name them. */
import type { JsonObject } from '../text/json.ts';

interface Named {
  readonly name: string;
  /** Our fields by theirs. */
  readonly fields: Readonly<Record<string, string>>;
}

const names: Readonly<Record<string, Named>> = {
  execute_command: { name: 'Bash', fields: { command: 'command', timeout: 'timeout_ms' } },
  read_file: { name: 'Read', fields: { file_path: 'path' } },
  write_file: { name: 'Write', fields: { file_path: 'path', content: 'content' } },
  edit_file: {
    name: 'Edit',
    fields: { file_path: 'path', old_string: 'old_text', new_string: 'new_text', replace_all: 'all' },
  },
  list_files: { name: 'Glob', fields: { pattern: 'glob', path: 'path' } },
  search_files: { name: 'Grep', fields: { pattern: 'text', path: 'path', glob: 'glob' } },
  web_fetch: { name: 'WebFetch', fields: { url: 'url' } },
  web_search: { name: 'WebSearch', fields: { query: 'query' } },
};

/** A tool of another name keeps its own. */
export function theirName(tool: string): string {
  return names[tool]?.name ?? tool;
}

/** `place`: a path of the workspace as it lies on the disk. What they have no name for stays as it is. */
export function theirInput(tool: string, args: JsonObject, place: (path: string) => string): JsonObject {
  const { fields = {} } = names[tool] ?? {};
  const theirs = new Map(Object.entries(fields).map(([their, our]) => [our, their]));
  return Object.fromEntries(
    Object.entries(args).map(([field, value]) => {
      const name = theirs.get(field) ?? field;
      return [name, isPath(field) && typeof value === 'string' ? place(value) : value];
    }),
  );
}

/** The way back. `unplace`: a path of the disk as the workspace names it. */
export function ourInput(tool: string, input: JsonObject, unplace: (path: string) => string): JsonObject {
  const { fields = {} } = names[tool] ?? {};
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      const name = fields[field] ?? field;
      return [name, isPath(name) && typeof value === 'string' ? unplace(value) : value];
    }),
  );
}

function isPath(field: string): boolean {
  return field === 'path';
}
