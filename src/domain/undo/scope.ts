/** Before which calls the workspace is kept. */
import { judge } from '../policy/policy.ts';
import type { Taint } from '../policy/taint.ts';
import type { FrozenCall } from '../tools/tool.ts';

/** These act outside and write nothing here. */
const elsewhere: ReadonlySet<string> = new Set(['send_file', 'web_request']);

/** May this call change the workspace? In doubt it may; what only reads, by its effect or by the rules for commands, may not. */
export function mayChangeWorkspace(call: FrozenCall, taint: Taint): boolean {
  if (call.effect !== 'act' || elsewhere.has(call.tool)) return false;
  return judge(call, { taint }).level > 0;
}
