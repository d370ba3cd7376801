/** What a hook's exit code and output mean, as Claude Code and Codex read them. */
import { defined } from '../text/json.ts';
import type { HookAnswer, HookEvent } from './hook.ts';

/** How a program ended. */
export interface HookEnd {
  /** Absent where a signal ended it. */
  readonly code?: number;
  readonly stdout: string;
  readonly stderr: string;
}

const longest = 2_000;
const nothing = { decision: 'none', reason: '', addition: '' } as const;

/** Exit code 2 blocks, with standard error as the reason; 0 is read as JSON where it is some; all else blocks nothing. */
export function hookAnswer(event: HookEvent, { code, stdout, stderr }: HookEnd): HookAnswer {
  if (code === 2) return { ...nothing, decision: 'block', reason: short(stderr) || 'it gave no reason' };
  if (code !== 0)
    return { ...nothing, failed: `it ended with exit code ${code ?? 'none'}: ${short(stderr).slice(0, 200)}` };
  const said = objectIn(stdout);
  if (said === undefined) return nothing;
  const specific = objectOf(said['hookSpecificOutput']);
  if (said['continue'] === false)
    return { ...nothing, decision: 'block', reason: textOf(said['stopReason']) || 'it said that the agent is to stop' };
  return {
    ...decisionOf(event, said, specific),
    addition: textOf(specific['additionalContext'] ?? said['additionalContext']),
    ...defined({ input: inputOf(specific['updatedInput']) }),
  };
}

function decisionOf(
  event: HookEvent,
  said: Readonly<Record<string, unknown>>,
  specific: Readonly<Record<string, unknown>>,
): Pick<HookAnswer, 'decision' | 'reason'> {
  const reason = textOf(specific['permissionDecisionReason'] ?? said['reason']);
  const word = event === 'PreToolUse' ? (specific['permissionDecision'] ?? said['decision']) : said['decision'];
  switch (word) {
    case 'deny':
    case 'block':
      return { decision: 'block', reason: reason || 'it gave no reason' };
    case 'ask':
      return { decision: 'ask', reason: reason || 'it gave no reason' };
    case 'allow':
    case 'approve':
      return { decision: 'allow', reason };
    default:
      return { decision: 'none', reason: '' };
  }
}

/** A JSON object that is all of the output; other output is for the log alone. */
function objectIn(stdout: string): Readonly<Record<string, unknown>> | undefined {
  if (!stdout.trimStart().startsWith('{')) return undefined;
  try {
    return objectOf(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function inputOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? short(value) : '';
}

function short(text: string): string {
  return text.trim().slice(0, longest);
}
