/**
 * Options that mean something after certain words of a command alone: after any other they are refused, and never
 * ignored.
 */

const acts = ['suspend', 'resume', 'retry', 'restart', 'rewind', 'stop', 'quarantine', 'release'];
const add = ['standing add'];

/**
 * By command and option: the beginnings of what may stand before it. An option that is not here goes with every form.
 */
const reaches: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  approvals: {
    ...{ confirm: ['approve'], why: ['approve', 'deny'] },
    ...{ tool: add, arg: add, command: add, approval: add, for: add, times: add },
  },
  actors: { fresh: ['restart'], to: ['rewind'], yes: ['restart', 'rewind', 'stop'], why: acts },
  undo: { yes: ['apply'], overwrite: ['apply'] },
  audit: { file: ['verify'], kind: ['list'], limit: ['list'] },
  policy: { executor: ['call'], taint: ['call'] },
  secret: Object.fromEntries(['host', 'header', 'command', 'tool', 'agent', 'note'].map(name => [name, ['set']])),
};

/** The first option that would count for nothing, in a sentence; undefined: there is none. */
export function misplacedOption(
  command: string,
  words: readonly string[],
  given: readonly string[],
): string | undefined {
  const said = words.join(' ');
  for (const option of given) {
    const places = reaches[command]?.[option];
    if (places !== undefined && !places.some(place => said === place || said.startsWith(`${place} `)))
      return `--${option} goes with ${places.map(place => `"${command} ${place}"`).join(' or ')} only`;
  }
  return undefined;
}
