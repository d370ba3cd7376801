/** The toolbox where something is to be said behind a tool's result: checks of the owner that look at what came of it. */
import type { JsonObject } from '../../domain/text/json.ts';
import type { ToolContext, ToolOutput } from '../../ports/tool.ts';
import type { Toolbox } from '../../ports/toolbox.ts';

/** Answers what is added for the model, a text each; none: the result stays as it is. */
export type AfterTool = (
  call: { readonly session: string; readonly tool: string; readonly args: JsonObject },
  result: { readonly text: string; readonly failed: boolean },
  signal: AbortSignal,
) => Promise<readonly string[]>;

export function hookedToolbox(toolbox: Toolbox, after: AfterTool): Toolbox {
  return {
    ...toolbox,
    get declared() {
      return toolbox.declared;
    },
    open(call, text) {
      const opened = toolbox.open(call, text);
      const { tool } = opened;
      if (!('run' in tool)) return opened;
      const run = async (args: Record<string, unknown>, context: ToolContext): Promise<ToolOutput> => {
        const output = await tool.run(args, context);
        const { failed = false } = output;
        const { session, signal } = context;
        const call = { session, tool: tool.name, args: args as JsonObject };
        const notes = await after(call, { text: output.text, failed }, signal);
        if (notes.length === 0) return output;
        const { said: _, ...rest } = output;
        // a hook's words are those of a program, which may have read anything
        return { ...rest, text: [output.text, ...notes.map(note => `[hook] ${note}`)].join('\n\n'), taint: 'external' };
      };
      return { ...opened, tool: { ...tool, run } as typeof tool };
    },
  };
}
