/**
 * The gates before one tool call: what they say of it, and the call as they would have it.
 *
 * A call that a gate has changed is resolved and frozen again, like one a model wrote, and its gates are asked again,
 * since it may name another host or file now. Changed a second time, it is held back: the gates do not agree.
 */

import { plainName } from '../../domain/egress/names.ts';
import { type GateOutcome, passed, type Subject } from '../../domain/policy/gates.ts';
import { type Form, says } from '../../domain/policy/sentence.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { canonical, defined, type JsonObject } from '../../domain/text/json.ts';
import { type FrozenCall, isMalformed } from '../../domain/tools/tool.ts';
import type { GatingInput, GatingOutput } from '../../machines/tool-call/types.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import { work } from '../work.ts';
import type { Gatekeeper } from './gatekeeper.ts';

export function gating({
  gatekeeper,
  toolbox,
  conversation,
}: {
  readonly gatekeeper: Gatekeeper;
  readonly toolbox: Toolbox;
  readonly conversation: Pick<MessageStore, 'read'>;
}) {
  return work<GatingOutput, GatingInput>(async ({ session, call, taint, signal }) => {
    const first = await judge(call);
    if (first.args === undefined || first.verdict === 'block') return outputOf(first);
    const changed = resolved(call, first.args);
    if ('form' in changed) return outputOf({ ...passed, verdict: 'block', gate: first.gate, reason: changed });
    const second = await judge(changed);
    if (second.args !== undefined && canonical(second.args) !== conversation.read(changed.arguments))
      return outputOf({ ...passed, verdict: 'block', reason: 'The gates do not agree on what this call should be.' });
    const graver = second.verdict === 'pass' ? first : second;
    return { ...outputOf(graver), ...defined({ call: graver.verdict === 'block' ? undefined : changed }) };

    async function judge(one: FrozenCall): Promise<GateOutcome> {
      let outcome = passed;
      for (const subject of subjectsOf(one, conversation.read(one.arguments), { session, taint })) {
        const said = await gatekeeper.ask(subject, signal);
        if (said.verdict === 'block') return said;
        const before = outcome.verdict === 'pass' ? said : outcome;
        outcome = {
          ...before,
          ...defined({ args: (said.args ?? outcome.args) ? (said.args ?? outcome.args ?? {}) : undefined }),
        };
      }
      return outcome;
    }

    function resolved(one: FrozenCall, args: JsonObject): FrozenCall | Form {
      const changed = toolbox.resolve({ callId: one.callId, session, name: one.tool, arguments: canonical(args) });
      return isMalformed(changed)
        ? says`A gate has changed this call into one that cannot be run: ${changed.problem}`
        : changed;
    }
  });
}

function outputOf({ verdict, reason, gate }: GateOutcome): GatingOutput {
  return { verdict, reason, gate };
}

/** The call, what it reaches, and each further file that it names. */
function subjectsOf(
  call: FrozenCall,
  text: string,
  from: { readonly session: string; readonly taint: Taint },
): readonly Subject[] {
  const [tool, access] = (['tool', 'access'] as const).map(point => subjectOf(call, text, { point, ...from }));
  const { paths = [] } = call.facts;
  return tool && access ? [tool, access, ...paths.map(path => ({ ...access, path }))] : [];
}

/** A frozen call as gates see it. */
function subjectOf(
  { tool, facts }: FrozenCall,
  text: string,
  { point, session, taint }: { readonly point: 'tool' | 'access'; readonly session: string; readonly taint: Taint },
): Subject {
  const hostname = facts.url === undefined ? undefined : URL.parse(facts.url)?.hostname;
  const host = hostname === undefined ? undefined : plainName(hostname);
  return {
    point,
    session,
    taint,
    tool,
    text,
    args: JSON.parse(text) as JsonObject,
    command: facts.command,
    host,
    path: facts.path,
  };
}

/** The same toolbox; a call that gates are for says which, so that all others cost nothing. */
export function gatedToolbox(toolbox: Toolbox, gatekeeper: Gatekeeper): Toolbox {
  return {
    ...toolbox,
    resolve(request) {
      const call = toolbox.resolve(request);
      if (isMalformed(call)) return call;
      const text = String(call.arguments);
      const at = { session: '', taint: 'external' as const };
      const names = [...new Set(subjectsOf(call, text, at).flatMap(subject => gatekeeper.names(subject)))];
      return names.length === 0 ? call : { ...call, facts: { ...call.facts, gates: names } };
    },
  };
}
