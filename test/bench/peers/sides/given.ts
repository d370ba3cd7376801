/** The instructions and tools that every peer gives its model: those that Straylight was seen to send. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenFile } from '../../bench-home.ts';

export interface Given {
  /** What changes with every request stands at the end of it. */
  readonly instructions: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly input_schema: Readonly<Record<string, unknown>>;
  }[];
}

export function givenTo(home: string): Given {
  const { system, tools, context } = JSON.parse(readFileSync(join(home, givenFile), 'utf8')) as {
    readonly system: readonly { readonly text: string }[];
    readonly tools: Given['tools'];
    readonly context: string;
  };
  return { instructions: [...system.map(({ text }) => text), context].join('\n\n'), tools };
}
