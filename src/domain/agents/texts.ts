/** What a model reads of work that it gave to an agent. */
import { deepest, mostContinuations, mostInAll, mostOfOne } from './agent.ts';

export const agentTexts = {
  /** For an agent whose calls beyond its settings are put before its owner. */
  asksBeyond: (tools: readonly string[]) =>
    `Your own tools are ${tools.includes('*') ? 'all that are offered' : tools.join(', ')}. A call of another one, or beyond your limits, is put before your owner, who may say no: make one only where the work cannot be done without it.`,
  notBegun: 'The work was not given to the agent: what it may do could not be looked up. Nothing has happened.',
  /** Behind who was stopped. */
  stopped: 'Part of the work may have happened. Look before you give it again.',
  lost: (agent: string) =>
    `Nobody knows what became of the work of ${agent}: no end of it has come. Part of it may have happened. Look before you give it again.`,
  unknownAgent: (agent: string, known: readonly string[]) =>
    `There is no agent named ${agent.slice(0, 40)}. There are: ${known.join(', ')}.`,
  tooDeep: `Work can be given on ${deepest} levels, and no deeper: do this yourself.`,
  tooManyOfOne: `This conversation has ${mostOfOne} pieces of work with agents, which is as many as it may have at once. Nothing has happened. Call it again when one of them has ended.`,
  tooManyInAll: `Agents have ${mostInAll} pieces of work, which is as many as there may be at once. Nothing has happened. Call it again later.`,
  noSchema: 'The schema is to be a JSON Schema of type object. Nothing has happened.',
  form: (form: string) => `Answer in this form: ${form}`,
  /** Before what an agent did of a piece of work that it goes on with. */
  continued: (why: 'time' | 'steps', hop: number) =>
    `You have worked on this before, in another conversation, until your ${why === 'time' ? 'time was up' : 'steps were used up'}. This is continuation ${hop} of ${mostContinuations}: go on from there, do nothing again that is done, and end with the answer to the whole work.`,
  /** Before what another agent did of a piece of work. */
  takenOver: (from: string, why: 'failed' | 'expired') =>
    `Another agent, ${from}, has worked on this before, and ${why === 'expired' ? 'its time was up' : 'did not finish'}. Now it is yours: look at what is there, do nothing again that is done, and end with the answer to the whole work.`,
  /** Before the answer, for the one who gave the work. */
  doneBy: (from: string, by: string) => `${from} did not finish, so ${by} has done it.`,
  neitherDone: (from: string, by: string) => `${from} did not finish, and it was given to ${by}.`,
  ofRecords: 'What the records say of that work:',
  saidLast: 'What you said last:',
  ended: {
    failed: (agent: string, _hops?: number) => `${agent} did not finish.`,
    cancelled: (agent: string, _hops?: number) => `${agent} was stopped.`,
    expired: (agent: string, hops = 0) =>
      hops === 0
        ? `${agent} was stopped, since its time was up.`
        : `${agent} was stopped, since its time was up, though its work was continued ${hops === 1 ? 'once' : `${hops} times`}.`,
  },
} as const;
