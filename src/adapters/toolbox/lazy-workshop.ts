/** The workshop of the agent's own tools, loaded with the first change of one. */
import type { ToolWorkshop, ToolWorkshopOptions } from '../scripts/tool-workshop.ts';

/** As `toolWorkshop` of tool-workshop.ts. */
export function lazyWorkshop(options: ToolWorkshopOptions): ToolWorkshop {
  let opening: Promise<ToolWorkshop> | undefined;
  const opened = () => {
    opening ??= import('../scripts/tool-workshop.ts').then(({ toolWorkshop }) => toolWorkshop(options));
    return opening;
  };
  return {
    make: async (draft, signal, alive) => (await opened()).make(draft, signal, alive),
    revert: async (name, version, by) => (await opened()).revert(name, version, by),
    remove: async name => (await opened()).remove(name),
  };
}
