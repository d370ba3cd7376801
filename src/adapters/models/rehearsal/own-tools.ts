/** The agent's own tools, told from those the program brings, and how they are called. */
import type { ToolSpec } from '../../../domain/tools/tool.ts';

/**
 * Names of the tools this program brings, which a test holds against what they say of themselves: to load that would
 * read each file of a tool once more for every question.
 */
const builtIn: ReadonlySet<string> = new Set([
  'agent_status',
  'apply_patch',
  'archive',
  'ask_agent',
  'ask_owner',
  'browser',
  'cancel_job',
  'context_inspect',
  'code',
  'create_skill',
  'create_tool',
  'delegate',
  'delete_tool',
  'earlier_result',
  'edit_file',
  'execute_command',
  'find_tools',
  'forget_words',
  'git_branch',
  'git_clone',
  'git_commit',
  'git_diff',
  'git_fetch',
  'git_log',
  'git_push',
  'git_status',
  'goals',
  'inspect_path',
  'list_files',
  'list_jobs',
  'load_skill',
  'memory_forget',
  'memory_read',
  'memory_save',
  'memory_search',
  'memory_update',
  'move_file',
  'process',
  'process_log',
  'query_data',
  'read_file',
  'request_secret',
  'revert_tool',
  'run_plan',
  'run_skill_script',
  'schedule_job',
  'search_files',
  'send_file',
  'show_tool',
  'subscribe',
  'turn_tasks',
  'undo_turn',
  'unsubscribe',
  'update_job',
  'web_fetch',
  'web_request',
  'web_search',
  'write_file',
]);

/** Is it a tool that was made here, or brought by an embedding program? */
export function isOwnTool(name: string): boolean {
  return !builtIn.has(name);
}

export function ownTools<Tool extends Pick<ToolSpec, 'name'>>(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter(({ name }) => isOwnTool(name));
}

/** A name as people say it, as a tool's name: "Word-Count" is word_count. That of a server's tool has two lines in it. */
export function toolName(said: string): string {
  if (/^[a-z]\w*?__\w+$/i.test(said)) return said.toLowerCase();
  const letters = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' } as Readonly<Record<string, string>>;
  return said
    .toLowerCase()
    .replace(/[äöüß]/g, letter => letters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[\d_]+|_+$/g, '')
    .slice(0, 64);
}

/** What the instructions say of tools that are out of use: name, and Straylight’s words why. */
export function toolsOutOfUse(system: string): ReadonlyMap<string, string> {
  const section = /^## Tools of your own that are out of use\n([\s\S]*?)(?=\n#|$(?![\s\S]))/m.exec(system)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/^- ([a-z][a-z0-9_]*) (.+)$/gm)].map(([, name = '', why = '']) => [name, why] as const),
  );
}

/** Tools that are there and not offered in full: name and what they do. */
export function toolsNotShown(system: string): ReadonlyMap<string, string> {
  const section = /^## More tools of your own\n[^\n]*\n([\s\S]*?)(?=\n#|$(?![\s\S]))/m.exec(system)?.[1] ?? '';
  return new Map(
    [...section.matchAll(/^- ([a-z][a-z0-9_]*): (.+)$/gm)].map(([, name = '', what = '']) => [name, what] as const),
  );
}
