/** The tools this program brings and those the agent has written, as one toolbox that follows the files. */

import { mixed, type Taint } from '../../domain/policy/taint.ts';
import type { ExecutorKind } from '../../domain/security/sandbox.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { FrozenCall, ToolSpec } from '../../domain/tools/tool.ts';
import type { Tool } from '../../ports/tool.ts';
import type { ToolSource } from '../../ports/tool-source.ts';
import type { Offer, Toolbox } from '../../ports/toolbox.ts';
import { findableTools } from './find-tools.ts';
import { createToolbox, freeze, opened, unknownTool } from './toolbox.ts';

/**
 * `fixed` come first in what is offered and win a name, but for those that few turns need; then each source in its order.
 * Of two tools with one name the later is not there.
 */
export function liveToolbox({
  fixed,
  sources: brought,
  language = 'en',
  executor,
}: {
  readonly fixed: readonly Tool[];
  readonly sources: readonly ToolSource[];
  /** In which the owner is told what a call will do. */
  readonly language?: Language;
  /** Where programs run. */
  readonly executor?: ExecutorKind;
}): Toolbox {
  const own = createToolbox(fixed, language, executor);
  const isOccasional = new Set(fixed.flatMap(tool => (tool.isOccasional ? tool.name : [])));
  const ownSpecs = own.offer('').specs.filter(({ name }) => !isOccasional.has(name));
  const occasional = own.offer('').specs.filter(({ name }) => isOccasional.has(name));
  const sources = [findableTools(occasional, brought, fixed), ...brought];
  const isOwn = new Set(fixed.map(({ name }) => name));
  /** As they were put together last, the newest first: conversations that go on at once are offered each their own. */
  let made: readonly { readonly from: readonly Offer[]; readonly offer: Offer }[] = [];

  function found(name: string, call?: FrozenCall): ReturnType<ToolSource['find']> {
    for (const source of sources) {
      const tool = source.find(name, call);
      if (tool) return tool;
    }
    return undefined;
  }

  return {
    declared: own.declared,
    offer(words, within) {
      const from = sources.map(source => source.offer(words, within));
      const known = made.find(one => one.from.every((offer, at) => offer === from[at]));
      if (known) return known.offer;
      const offer = together(ownSpecs, from);
      made = [{ from, offer }, ...made].slice(0, mostMade);
      return offer;
    },
    resolve(request) {
      const { name, callId } = request;
      if (isOwn.has(name)) return own.resolve(request);
      const one = found(name);
      if (!one) return unknownTool(request, [...isOwn, ...sources.flatMap(source => source.names())]);
      if ('problem' in one) return { callId, tool: name, problem: one.problem };
      return freeze(one.tool, request, { version: one.version, language, executor });
    },
    open(call, text) {
      if (isOwn.has(call.tool)) return own.open(call, text);
      const one = found(call.tool, call);
      if (!one) throw fault('invalid', `the tool ${call.tool} is no longer there`);
      if ('problem' in one) throw fault('denied', `${one.problem} Nothing was run.`);
      return opened(one.tool, call, text, { version: one.version, executor });
    },
  };
}

const mostMade = 32;

export interface OpenToolbox extends Toolbox {
  fill(toolbox: Toolbox): void;
}

/**
 * A toolbox that features are given before all tools are known; `fill` puts them in, before the start. Until then it has
 * none.
 */
export function openToolbox(): OpenToolbox {
  let filled: Toolbox = createToolbox([]);
  return {
    get declared() {
      return filled.declared;
    },
    offer: (words, within) => filled.offer(words, within),
    resolve: request => filled.resolve(request),
    open: (call, text) => filled.open(call, text),
    fill(toolbox) {
      filled = toolbox;
    },
  };
}

function together(own: readonly ToolSpec[], offers: readonly Offer[]): Offer {
  const specs = new Map(own.map(spec => [spec.name, spec]));
  for (const spec of offers.flatMap(offer => offer.specs)) if (!specs.has(spec.name)) specs.set(spec.name, spec);
  const taint = offers.reduce<Taint>((worst, offer) => mixed(worst, offer.taint ?? 'owner'), 'owner');
  return {
    specs: [...specs.values()],
    notes: offers.flatMap(({ notes }) => (notes === '' ? [] : notes)).join('\n\n'),
    ...defined({ taint: taint === 'owner' ? undefined : taint }),
  };
}
