/** What the scripted model says in the benches: `N steps` asks for N commands, one a reply, then it is done. */
import type { Script } from '../peers/script.ts';

/** In the last reply stands how long the last request was: proof that both sides of a comparison ask the same. */
const script: Script = ({ said, steps, body }) => {
  const wanted = Number(/^(\d+) steps/.exec(said)?.[1] ?? 0);
  if (steps < wanted)
    return {
      text: `Step ${steps + 1} of ${wanted}.`,
      toolCalls: [{ name: 'execute_command', arguments: { command: `echo step ${steps + 1}` } }],
    };
  return {
    text: said.includes('weigh') ? `The request had ${JSON.stringify(body).length} characters.` : 'All is said.',
  };
};

export default script;
