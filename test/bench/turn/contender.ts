/**
 * One side of a comparison, in a process of its own: `contender.ts agent|say|openai|bare|lean HOME URL`, where `say` is
 * the agent asked as an embedding program asks it, and `openai` the agent on that wire.
 */
import { agentTurns, sayTurns } from './agent-turns.ts';
import { bareTurns } from './bare-turns.ts';
import { leanTurns } from './lean-turns.ts';
import { serveRounds } from './serve-rounds.ts';

const [, , kind, home = '', url = ''] = process.argv;
const openai = (home: string, url: string) => agentTurns(home, url, 'openai');
const sides = { agent: agentTurns, say: sayTurns, openai, bare: bareTurns, lean: leanTurns };
serveRounds(await sides[kind as keyof typeof sides](home, url));
