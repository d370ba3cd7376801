/**
 * What a worker asks permission for, as a call that policy can judge.
 *
 * What the program says it will do is all that is known: what it then really does is held by its sandbox, not by the
 * answer. So only what it says of commands and of files of its copy is judged as such; all else counts as an act that
 * nothing is known of.
 */
import { says } from '../policy/sentence.ts';
import type { ExecutorKind } from '../security/sandbox.ts';
import { defined } from '../text/json.ts';
import type { CallFacts, FrozenCall } from '../tools/tool.ts';

/** As it was wanted, read and bounded. */
export interface WantedPermission {
  /** `read`, `edit`, `delete`, `move`, `search`, `execute`, `think`, `fetch`, or what else the program says. */
  readonly kind: string;
  readonly title: string;
  readonly command?: string;
  /** Within the copy, without a leading slash; `null`: one of them lies outside of it. */
  readonly paths: readonly string[] | null;
  /** What the owner decides on: the command, the diff, or all that was said. */
  readonly exact: string;
}

/** In UTF-16 units. */
const longestCommand = 600;

const reads = new Set(['read', 'search', 'think']);
const writes = new Set(['edit', 'move', 'delete']);

/** `digest`: of the whole request. */
export function permissionCall(
  wanted: WantedPermission,
  {
    id,
    digest,
    intent,
    executor,
  }: Pick<FrozenCall, 'digest' | 'intent'> & { readonly id: string; readonly executor: ExecutorKind },
): FrozenCall {
  const isCommand = wanted.kind === 'execute' && wanted.command !== undefined;
  return {
    callId: id,
    tool: 'code',
    arguments: '',
    digest,
    effect: reads.has(wanted.kind) && wanted.paths !== null ? 'read' : 'act',
    ...defined({ judgedBy: isCommand ? ('command' as const) : undefined }),
    timeoutMs: 0,
    intent,
    executor,
    exact: wanted.exact,
    facts: factsOf(wanted, executor),
  };
}

function factsOf({ kind, command, paths }: WantedPermission, executor: ExecutorKind): CallFacts {
  if (paths === null) return { withheld: says`It lies outside of the copy that the worker works on.` };
  // a longer one would not be carried along, and what is not known is wanted about
  if (kind === 'execute' && command !== undefined)
    return command.length > longestCommand ? { executor } : { command, executor };
  const [path] = paths;
  if (reads.has(kind)) return {};
  if (!writes.has(kind) || path === undefined) return {};
  return { writes: 'workspace', path };
}
