/** What one request held, by zones, so that its owner sees what the model saw. */

/** In the order in which they stand before the model, but for the workspace, which stands among the chronicle. */
export const zoneNames = ['orders', 'system', 'tools', 'memory', 'chronicle', 'workspace'] as const;

/**
 * `orders`: the owner's, word for word. `system`: all other instructions. `tools`: those on offer. `memory`: what was
 * recalled. `chronicle`: what was said, and the summary of what was said before. `workspace`: calls of tools, their
 * results, and files that came with messages.
 */
export type ZoneName = (typeof zoneNames)[number];

export interface Zone {
  /** Of its model, as we estimate them. */
  readonly tokens: number;
  /** Of its text, as it was sent. */
  readonly characters: number;
  /** So many orders, parts of the instructions, tools, memories, messages, results and files. */
  readonly items: number;
}

export type Zones = { readonly [name in ZoneName]: Zone };

/** What of the conversation and the tools was not in it as it is. */
export interface LeftOutOf {
  /** Messages that no summary stands for. */
  readonly older: number;
  /** Results of earlier turns that were one line. */
  readonly brief: number;
  /** Messages of the running turn that were shortened. */
  readonly shortened: number;
  readonly tools: number;
}

/** A text with the items in it. */
export interface ZoneText {
  readonly texts: readonly string[];
  readonly items: number;
}

/** `tokens`: of these texts together, in tokens of the model. */
export function zoneOf({ texts, items }: ZoneText, tokens: number): Zone {
  return { tokens: Math.max(0, Math.round(tokens)), characters: charactersOf(texts), items };
}

export function charactersOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
