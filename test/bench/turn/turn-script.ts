/** What the scripted model says in the benches. */
import { declaredTools } from '../../../src/adapters/declared-tools.ts';
import { apart, type Script } from '../../peers/script.ts';

/**
 * `N steps` asks for N commands, one a reply, then it is done. Where the text ends in `show the request?`, the last
 * reply is the request itself (asked as a question, which no other conversation is reminded of); `show` alone, or
 * the same with `0 steps`, answers its instructions, tools and what stands behind its messages. So both sides of a comparison can ask the same, and it
 * can be seen that they do.
 */
const script: Script = asked => {
  const { said, steps, body } = asked;
  const wanted = Number(/^(\d+) steps/.exec(said)?.[1] ?? 0);
  if (steps < wanted)
    return {
      text: `Step ${steps + 1} of ${wanted}.`,
      toolCalls: [{ name: 'execute_command', arguments: { command: `echo step ${steps + 1}` } }],
    };
  if (wanted > 0 && said.endsWith('show the request?')) return { text: withoutChance(body) };
  if (said !== 'show' && !/^0 steps, .*show the request\?$/.test(said)) return { text: 'All is said.' };
  return { text: JSON.stringify({ system: body.system, tools: body.tools, context: apart(asked.system).context }) };
};

/**
 * The request as JSON, each call named by its place and without the minute: the two sides have ids of their own for the
 * same calls, and the bare loop repeats instructions that were written earlier. What a new conversation is told of others,
 * and tools that its words bring up, are the agent's alone: the bare loop has none, and pays nothing for them.
 */
const occasional = new Set(declaredTools.filter(({ isOccasional }) => isOccasional).map(({ name }) => name));

function withoutChance(body: unknown): string {
  const names = new Map<unknown, string>();
  return JSON.stringify(body, (key, value) => {
    if (key === 'tools') return (value as readonly { name: string }[]).filter(({ name }) => !occasional.has(name));
    if (key === 'text')
      return String(value)
        .replace(/^It is .* at \d\d:\d\d/m, 'It is now')
        .replace(/\n\nEarlier conversations with your owner [\s\S]*$/, '');
    if (key !== 'tool_use_id' && !(key === 'id' && typeof value === 'string')) return value;
    if (!names.has(value)) names.set(value, `call ${names.size + 1}`);
    return names.get(value);
  });
}

export default script;
