/** What the scripted model says in the benches. */
import type { Script } from '../../peers/script.ts';

/**
 * `N steps` asks for N commands, one a reply, then it is done. `weigh` has the last reply say how long the request was,
 * `show` what instructions and tools stood in it: so that both sides of a comparison ask the same.
 */
const script: Script = ({ said, steps, body }) => {
  const wanted = Number(/^(\d+) steps/.exec(said)?.[1] ?? 0);
  if (steps < wanted)
    return {
      text: `Step ${steps + 1} of ${wanted}.`,
      toolCalls: [{ name: 'execute_command', arguments: { command: `echo step ${steps + 1}` } }],
    };
  if (said.includes('weigh')) return { text: `The request had ${JSON.stringify(body).length} characters.` };
  return { text: said === 'show' ? JSON.stringify({ system: body.system, tools: body.tools }) : 'All is said.' };
};

export default script;
