/** The tools this program brings and those the agent has written, as one toolbox that follows the files. */
import { fault } from '../../domain/supervision/failure.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';
import type { Tool } from '../../ports/tool.ts';
import type { Offer, Toolbox } from '../../ports/toolbox.ts';
import { createToolbox, freeze, opened, unknownTool } from './toolbox.ts';

/** The agent's own tools, as they are now. */
export interface ToolShelf {
  /** Those worth telling a model that answers these words. The same object, as long as nothing has changed. */
  offer(words: string): Offer;
  /** Any of them, offered or not. `call`: it is about to run under this frozen call. */
  find(name: string, call?: FrozenCall): ShelvedTool | { readonly problem: string } | undefined;
  names(): readonly string[];
}

export interface ShelvedTool {
  readonly tool: Tool;
  /** Stands for its content; another content is another tool. */
  readonly version: string;
}

/** `fixed` come first in what is offered and win a name. */
export function liveToolbox({ fixed, shelf }: { readonly fixed: readonly Tool[]; readonly shelf: ToolShelf }): Toolbox {
  const own = createToolbox(fixed);
  const ownSpecs = own.offer('').specs;
  const isOwn = new Set(fixed.map(({ name }) => name));
  let last: { readonly from: Offer; readonly offer: Offer } | undefined;

  return {
    declared: own.declared,
    offer(words) {
      const from = shelf.offer(words);
      if (last?.from !== from) last = { from, offer: { ...from, specs: [...ownSpecs, ...from.specs] } };
      return last.offer;
    },
    resolve(request) {
      if (isOwn.has(request.name)) return own.resolve(request);
      const found = shelf.find(request.name);
      if (!found) return unknownTool(request, [...isOwn, ...shelf.names()]);
      if ('problem' in found) return { callId: request.callId, tool: request.name, problem: found.problem };
      return freeze(found.tool, request, found.version);
    },
    open(call, text) {
      if (isOwn.has(call.tool)) return own.open(call, text);
      const found = shelf.find(call.tool, call);
      if (!found) throw fault('invalid', `the tool ${call.tool} is no longer there`);
      if ('problem' in found) throw fault('denied', `${found.problem} Nothing was run.`);
      return opened(found.tool, call, text, found.version);
    },
  };
}
