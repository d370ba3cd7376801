import { z } from 'zod';
import { choice, flag, section, whole } from '../../../config/fields.ts';
import { profileNames } from '../../domain/context/profiles.ts';

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

function presetName() {
  const error = 'a name of 1 to 40 letters, digits, - and _';
  return z.string({ error }).regex(/^[a-z0-9][\w-]{0,39}$/i, { error });
}

/** How the agent speaks; 0.5 says nothing. */
function axes() {
  const error = 'a number from 0 to 1';
  const axis = () => z.number({ error }).min(0, { error }).max(1, { error }).optional();
  return section({
    warmth: axis(),
    assertiveness: axis(),
    verbosity: axis(),
    formality: axis(),
    humor: axis(),
    initiative: axis(),
    certainty: axis(),
  });
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
    preset: presetName().default('default'),
    axes: axes(),
    presets: z.record(presetName(), axes(), { error: 'a table of presets' }).default({}),
    topics: z
      .record(
        presetName(),
        section({
          words: z
            .array(z.string({ error: 'a word of 2 to 60 characters' }).trim().min(2).max(60), {
              error: 'a list of words, each of 2 to 60 characters',
            })
            .min(1)
            .max(50),
          preset: presetName().optional(),
          profile: choice(profileNames).optional(),
        }),
        { error: 'a table of topics' },
      )
      .default({}),
    mood: flag().default(true),
  }),
});
