/** The tools that ask the owner: for an answer, which the conversation waits for, and for a secret, which it never sees. */
import { createRequire } from 'node:module';
import { z } from 'zod';
import type * as Request from '../../domain/connections/request.ts';
import { inEnglish } from '../../domain/policy/sentence.ts';
import { isSecretName, secretNameRule } from '../../domain/secrets/handle.ts';
import { ruleProblem, type SecretRule, type SecretTakers } from '../../domain/secrets/rule.ts';
import type { ToolDeclaration } from '../../domain/tools/declaration.ts';
import { intentTexts } from '../../domain/tools/intent-texts.ts';
import { answerOf } from '../../domain/tools/said/said.ts';
import { defineTool, type Tool } from '../../ports/tool.ts';

/** What `ask_owner` says of itself. */
export const askOwnerDeclaration = {
  name: 'ask_owner',
  does: {
    en: 'Asks you a question and waits for your answer.',
    de: 'Stellt dir eine Frage und wartet auf deine Antwort.',
  },
  effect: 'ask',
  isQuiet: true,
} as const satisfies ToolDeclaration;

const schema = z.strictObject({
  question: z.string().trim().min(1).max(1000).describe('One question, clear without this conversation.'),
  options: z
    .array(z.string().trim().min(1).max(100))
    .max(4)
    .optional()
    .describe('Up to four answers to choose from; the owner may always answer in his own words.'),
});

/** `ask_owner`. The session waits; the owner's next message is the result. */
export const askOwner: Tool = defineTool({
  ...askOwnerDeclaration,
  description:
    'Asks the owner one question and waits for the answer, which is the result. Use it when only the owner can know or decide; not for the approval of another tool, which asks by itself.',
  schema,
  intent: ({ question }, language) => intentTexts(language).ask(question),
  question: ({ question, options = [] }) =>
    [question, ...options.map((option, at) => `${at + 1}. ${option}`)].join('\n'),
  options: ({ options = [] }) => options,
});

// With the first secret that is asked for.
const load = createRequire(import.meta.url);
const wantedRule: typeof Request.wantedRule = (...given) =>
  (load('../../domain/connections/request.ts') as typeof Request).wantedRule(...given);

/** What `request_secret` says of itself. */
export const requestSecretDeclaration = {
  name: 'request_secret',
  does: {
    en: 'Asks you for a secret that it never sees, on a page of its own.',
    de: 'Bittet dich um ein Geheimnis, das er nie sieht, auf einer eigenen Seite.',
  },
  effect: 'act',
  deeds: [],
  isQuiet: true,
  leavesWorkspace: true,
  factsOf: () => ({ asksSecret: true }),
} as const satisfies ToolDeclaration;

/** `request_secret`. What comes of it is said in the conversation, once it is known. */
export function requestSecretTool({
  takers,
  ask,
}: {
  readonly takers: () => SecretTakers;
  /** Puts it before the owner. */
  readonly ask: (wanted: {
    readonly name: string;
    readonly why: string;
    readonly rule: SecretRule;
    readonly session: string;
  }) => Promise<void>;
}): Tool {
  const words = (most: number) => z.array(z.string().trim().min(1).max(most)).max(5).default([]);
  const schema = z.strictObject({
    name: z.string().refine(isSecretName, `it is ${secretNameRule}`).describe('A name for it, as in github/deploy.'),
    why: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .describe('What it is and what for, and where the owner finds it, for the owner.'),
    hosts: words(260).describe('The hosts it is sent to, in a header of web_request, as in "api.github.com".'),
    header: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,60}$/)
      .default('authorization')
      .describe('The header it stands in.'),
    commands: words(200).describe('How a command begins that gets it as a variable, as in "gh release".'),
  });
  return defineTool({
    ...requestSecretDeclaration,
    description:
      'Asks the owner for a secret (a token, a password, a key) that you never see: the owner types it on a page or in a terminal, and never in the chat. Name hosts or commands, or both: it can be used there alone, as {{secret:NAME}} in a header or as a variable of a command. Do not wait and do not ask in the chat: you are told in this conversation once it is there.',
    schema,
    intent: ({ name, why }, language) => intentTexts(language).requestSecret(name, why),
    facts: () => ({ asksSecret: true }),
    problem(args) {
      const problem = ruleProblem(wantedRule(args, takers()));
      return problem === undefined
        ? undefined
        : inEnglish(problem).replace(/^say where it may be used: .*/, 'name hosts, or commands');
    },
    async run({ name, why, ...where }, { session }) {
      await ask({ name, why, rule: wantedRule(where, takers()), session });
      return { ...answerOf({ code: 'secretRequested', values: { name } }), taint: 'owner' };
    },
  });
}
