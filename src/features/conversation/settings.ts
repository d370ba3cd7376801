import { z } from 'zod';
import { section, whole } from '../../../config/fields.ts';

/** The limits of a turn, and the personality of the agent. */
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
  };
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
