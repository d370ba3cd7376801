/** The tool that finds tools: offered only where there are more tools of MCP servers than a model is told of at once. */
import { rank, type TextReader } from '../../domain/memory/relevance.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import type { ToolSpec } from '../../domain/tools/tool.ts';
import type { SourcedTool } from '../../ports/tool.ts';
import type { Usable } from './usable.ts';

export const findToolsName = 'find_tools';

const mostFound = 20;

const spec: ToolSpec = {
  name: findToolsName,
  description:
    'Looks for tools of the MCP servers by what they do, and offers those it finds from the next step on. Use it where no tool on offer does what is needed.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', minLength: 1, maxLength: 400, description: 'What the tool should do.' } },
    required: ['query'],
    additionalProperties: false,
  },
};

export interface FindTools {
  readonly spec: ToolSpec;
  readonly tool: SourcedTool;
  readonly want: (name: string) => void;
}

export function findToolsTool({
  all,
  want,
  reader,
}: {
  readonly all: () => readonly Usable[];
  /** Offers this one from now on. */
  readonly want: (name: string) => void;
  readonly reader: TextReader;
}): FindTools {
  return {
    spec,
    want,
    tool: {
      ...spec,
      effect: 'read',
      deeds: [],
      isQuiet: true,
      intent: (args, language) => intentTexts(language).findTools(String((args as { query?: unknown }).query ?? '')),
      run: async args => {
        const found = foundTools(all(), String((args as { query?: unknown }).query ?? ''), reader).slice(0, mostFound);
        for (const { name } of found.toReversed()) want(name);
        if (found.length === 0) return { text: 'No tool fits these words. Try others.', taint: 'owner' };
        const lines = found.map(({ name, description }) => `- ${name}: ${oneLine(description, 200)}`);
        return { text: `These are offered from the next step on:\n${lines.join('\n')}`, taint: 'owner' };
      },
    },
  };
}

/** The best first, by the words of name, server and description. */
function foundTools(all: readonly Usable[], query: string, reader: TextReader): readonly Usable[] {
  const textOf = ({ name, description }: Usable) => `${name.replaceAll('_', ' ')}. ${description}`;
  return rank(query, all, textOf, { reader }).map(({ item }) => item);
}
