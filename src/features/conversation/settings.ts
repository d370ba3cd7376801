import { z } from 'zod';
import { section, whole } from '../../../config/fields.ts';

/** The limits of a turn, and how long the parts of the instructions may be. */
export function conversationTables() {
  return {
    limits: section({
      max_steps_per_turn: whole(1, 1_000, 'model calls').default(15),
      max_tool_calls_per_turn: whole(1, 1_000, 'tool calls').default(20),
      max_errors_in_row: whole(1, 100, 'errors').default(3),
      max_output_bytes: whole(1_024, 16_777_216, 'bytes').default(65_536),
      max_dynamic_tools_per_turn: whole(0, 1_000, 'tools').default(20),
      command_timeout_ms: whole(100, 86_400_000, 'milliseconds').default(120_000),
    }),
    prompt_caps: section({
      personality: cap(12_000),
      environment: cap(4_000),
      tools: cap(8_000),
      outside: cap(4_000),
      honesty: cap(6_000),
      style: cap(3_000),
      secrets: cap(4_000),
      jobs: cap(3_000),
      goals: cap(6_000),
      approvals: cap(1_000),
    }),
  };
}

/** So many characters a part of the instructions may have. */
function cap(most: number) {
  return whole(200, 100_000, 'characters').default(most);
}

/** The file of the agent. Its jobs are checked one by one where they are made (src/adapters/settings). */
export const agentFileSchema = section({
  scheduled_tasks: z.unknown().optional(),
  personality: section({
    name: z
      .string({ error: 'a name of 1 to 60 characters' })
      .trim()
      .min(1, { error: 'a name of 1 to 60 characters' })
      .max(60, { error: 'a name of 1 to 60 characters' })
      .default('Straylight'),
    soul: z
      .string({ error: 'a text of at most 20 000 characters' })
      .trim()
      .max(20_000, { error: 'a text of at most 20 000 characters' })
      .default(
        'You are a personal AI agent: competent, direct and friendly. You do things rather than talk about them.',
      ),
  }),
});
