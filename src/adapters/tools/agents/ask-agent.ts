/** The tool that gives work to an agent of somebody else, over A2A. */
import { z } from 'zod';
import type { RemoteAgent } from '../../../domain/a2a/peer.ts';
import { remoteWords } from '../../../domain/a2a/remote.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import type { ToolDeclaration } from '../../../domain/tools/declaration.ts';
import { intentTexts } from '../../../domain/tools/intent-texts.ts';
import type { RemoteAgents } from '../../../ports/agents/remote.ts';
import { defineTool, type Tool } from '../../../ports/tool.ts';

/** What `ask_agent` says of itself. It sends what it is given to others. */
export const askAgentDeclaration = {
  name: 'ask_agent',
  does: { en: 'Gives work to an agent of somebody else.', de: 'Gibt dem Agenten eines anderen Arbeit.' },
  effect: 'act',
  deeds: ['send'],
  leavesWorkspace: true,
  isOccasional: true,
  takesSecrets: 'header',
} as const satisfies ToolDeclaration;

/** So long an answer is waited for in one call. */
const waitMs = 300_000;

/** `ask_agent`, for these agents. */
export function askAgentTool(agents: readonly RemoteAgent[], remote: () => Promise<RemoteAgents>): Tool {
  const names = agents.map(({ name }) => name);
  const known = agents.map(({ name, purpose }) => `${name} (${purpose})`).join(' ');
  return defineTool({
    ...askAgentDeclaration,
    description: `Gives work to an agent of somebody else, or answers what it asked. It knows nothing of this conversation: say all it needs, and nothing it does not. What comes back is from outside. Agents: ${known}`,
    schema: z.strictObject({
      agent: z
        .string()
        .min(1)
        .max(40)
        .describe(`One of ${names.join(', ')}.`),
      message: z.string().trim().min(1).max(20_000).optional().describe('The work, or the answer; left out to look.'),
      task: z.string().trim().min(1).max(200).optional().describe('The task that it answers or looks at.'),
    }),
    timeoutMs: waitMs + 60_000,
    problem({ agent, message, task }) {
      if (!names.includes(agent)) return `There is no agent ${oneLine(agent, 40)}; there are ${names.join(', ')}.`;
      return message === undefined && task === undefined ? 'Give a message, a task, or both.' : undefined;
    },
    intent: ({ agent, message = '' }, language) => intentTexts(language).askAgent(agent, oneLine(message, 160)),
    exact: ({ agent, message, task }) =>
      [
        `to ${agent}, ${agents.find(({ name }) => name === agent)?.url}`,
        ...(task ? [`task ${task}`] : []),
        message ?? '',
      ]
        .join('\n')
        .trimEnd(),
    async run({ agent: name, message: text, task }, { call, signal, alive = () => {} }) {
      const agent = agents.find(one => one.name === name);
      if (!agent) return { text: `There is no agent ${name}.`, failed: true };
      const means = await remote();
      const sent = text === undefined ? undefined : await means.send(agent, { id: call, text, task }, call, signal);
      const id = sent === undefined ? task : sent.id;
      if (sent && (id === undefined || sent.state !== 'working')) return answered(name, sent);
      if (id === undefined) return { text: 'Give a message, a task, or both.', failed: true };
      try {
        return answered(name, await means.follow(agent, id, { call, signal, waitMs, onAlive: alive }));
      } catch (thrown) {
        if (sent === undefined) throw thrown;
        // it has the work, and can be looked at again
        if (signal.aborted) await means.cancel(agent, id, call).catch(() => {});
        return answered(name, sent);
      }
    },
  });
}

function answered(agent: string, task: Parameters<typeof remoteWords>[1]) {
  return {
    text: remoteWords(agent, task),
    failed: task.state === 'failed' || task.state === 'cancelled',
    taint: 'external' as const,
  };
}
