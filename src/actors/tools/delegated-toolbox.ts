/**
 * The toolbox of an agent that was given a piece of work: it is offered its own tools, and a call of another is
 * refused.
 */

import { type AgentLimits, mayUse } from '../../domain/agents/agent.ts';
import { beyondLimits } from '../../domain/agents/limits.ts';
import { type Form, says } from '../../domain/policy/sentence.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import { type CallFacts, isMalformed } from '../../domain/tools/tool.ts';
import type { Offer, Toolbox } from '../../ports/toolbox.ts';

/** What an agent may use. */
export interface Rights {
  readonly agent: string;
  readonly tools: readonly string[];
  /** What it may reach with them: its own limits, and those of the agents that its work comes from. */
  readonly limits?: readonly { readonly agent: string; readonly limits: AgentLimits; readonly isOwn?: boolean }[];
  /**
   * What its giver may use, where a call beyond its own tools and limits is put before its owner; absent: it is
   * refused.
   */
  readonly asksWithin?: readonly string[];
}

/**
 * `rightsOf`: of the conversation of an agent; undefined: of any other, which costs nothing. `workspace`: where
 * commands see it, which is its own path where there is no sandbox.
 */
export function delegatedToolbox(
  toolbox: Toolbox,
  rightsOf: (session: string) => Rights | undefined,
  workspace: string,
): Toolbox {
  const kept = new WeakMap<Offer, Map<string, Offer>>();

  function narrowed(offer: Offer, tools: readonly string[]): Offer {
    const known = kept.get(offer) ?? new Map<string, Offer>();
    kept.set(offer, known);
    const key = tools.join(' ');
    const { notes, ...others } = offer;
    const made = known.get(key) ?? {
      ...others,
      specs: offer.specs.filter(({ name }) => mayUse(tools, name)),
      // they name tools that it may not have
      notes: tools.includes('*') ? notes : '',
    };
    known.set(key, made);
    return made;
  }

  return {
    ...toolbox,
    get declared() {
      return toolbox.declared;
    },
    offer(words, within) {
      const offer = toolbox.offer(words, within);
      const rights = within && rightsOf(within.session);
      return rights ? narrowed(offer, rights.asksWithin ?? rights.tools) : offer;
    },
    resolve(request) {
      const call = toolbox.resolve(request);
      const rights = request.session === undefined ? undefined : rightsOf(request.session);
      if (!rights || isMalformed(call)) return call;
      const facts = inWorkspace(call.facts, workspace);
      const { refused, toAsk } = beyond(rights, call.tool, request.arguments, facts);
      if (refused) return { ...call, facts: { ...call.facts, withheld: refused } };
      if (toAsk.length === 0) return call;
      const { beyond: others = [] } = call.facts;
      return { ...call, facts: { ...call.facts, exceeds: rights.agent, beyond: [...others, ...toAsk] } };
    },
  };
}

/** Its paths as they are where there is a sandbox. */
function inWorkspace(facts: CallFacts, workspace: string): CallFacts {
  const named = (path: string) =>
    path === workspace || path.startsWith(`${workspace}/`) ? `/workspace${path.slice(workspace.length)}` : path;
  const { path, paths } = facts;
  return { ...facts, ...defined({ path: path && named(path), paths: paths?.map(named) }) };
}

/** What a call is beyond: what only its agent is held to may be asked for, what its giver is held to may not. */
function beyond(
  { agent, tools, limits = [], asksWithin }: Rights,
  tool: string,
  text: string,
  facts: CallFacts,
): { readonly refused: Form | undefined; readonly toAsk: readonly Form[] } {
  const missing = mayUse(tools, tool) ? [] : [says`The agent ${agent} may not use the tool ${tool}.`];
  const call = () => ({ tool, args: JSON.parse(text === '' ? '{}' : text) as JsonObject, facts });
  const past = (isOwn: boolean) =>
    limits.filter(one => (one.isOwn === true) === isOwn).flatMap(one => beyondLimits(one.agent, one.limits, call()));
  const [refused] = [...(asksWithin && mayUse(asksWithin, tool) ? [] : missing), ...past(false)];
  const own = [...missing, ...past(true)];
  if (refused !== undefined || asksWithin === undefined) return { refused: refused ?? own[0], toAsk: [] };
  return { refused: undefined, toAsk: own };
}
