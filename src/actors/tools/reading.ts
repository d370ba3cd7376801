/** One tool result of a tool that only reads: after a crash it runs again. */
import { type ToolRunOptions, toolRun } from './tool-run.ts';

export function reading(options: ToolRunOptions) {
  return toolRun('read', options);
}
