/** A turn of a scripted model: what its owner asks, what it does, and what it says of that. */
import type { JsonObject } from '../../../src/domain/text/json.ts';

export interface ClaimedRun {
  readonly kind: string;
  readonly language: 'en' | 'de';
  readonly ask: string;
  /** What stands in the workspace before. */
  readonly files?: Readonly<Record<string, string>>;
  readonly calls: readonly { readonly tool: string; readonly args: JsonObject; readonly fails?: true }[];
  readonly reply: string;
  /** The agent that its call of `delegate` or `run_plan` gives work to: what that does, and says of it. */
  readonly child?: Pick<ClaimedRun, 'ask' | 'calls' | 'reply'>;
}

export const write = (path: string, content = 'something\n') => ({ tool: 'write_file', args: { path, content } });
export const command = (text: string, fails?: true) =>
  fails
    ? { tool: 'execute_command', args: { command: text }, fails }
    : { tool: 'execute_command', args: { command: text } };
export const save = (content: string) => ({ tool: 'memory_save', args: { content } });
export const give = (agent: string, task: string, fails?: true) =>
  fails ? { tool: 'delegate', args: { agent, task }, fails } : { tool: 'delegate', args: { agent, task } };

/** A plan of one step, with a check that a file is there. */
export const plan = (task: string, path: string, fails?: true) => {
  const text = `---\nid: work\ntitle: The work\nsteps:\n  - id: only\n    agent: file_worker\n    task: ${JSON.stringify(task)}\n    verify:\n      - file_exists ${path}\n---\n`;
  return fails ? { tool: 'run_plan', args: { plan: text }, fails } : { tool: 'run_plan', args: { plan: text } };
};

/** A run of tests that ends well, and one that does not. */
export const passing = { 'tests/run.sh': 'exit 0\n' };
export const failing = { 'tests/run.sh': 'echo "1 of 3 failed"; exit 1\n' };
