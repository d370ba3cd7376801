/**
 * What is under way in a kept database: an agent in the midst of everything, and what its people and its model say.
 *
 * Each conversation, each job and each run of the observer is one kind of waiting. They are told apart by the first word
 * of what was said.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { fault as FaultOf } from '../../../src/domain/supervision/failure.ts';
import type { Executor } from '../../../src/ports/executor.ts';
import type { defineTool as DefineTool, Tool } from '../../../src/ports/tool.ts';
import type { AnswerTurn, Turn } from '../../peers/script.ts';
import { fixedPem } from '../fixed-key.ts';
import { answerTo, talkIn } from '../run/talk.ts';

/** What waits in each conversation, by its last name: `session:terminal:thinking`. */
export const conversations = {
  thinking: 'm1: think about it',
  approval: 'm2: post the letter',
  acting: 'm3: print the receipt',
  later: 'm4: ask once more in a while',
  failing: 'm5: look the lamp up',
} as const;

/** The same of conversations that give work on, or whose reply models look at. */
export const givers = {
  /** The agent of the first step of its plan waits for the model. */
  planning: 'm13: carry out the plan',
  /** The copy that its coding worker works on is being made. */
  coding: 'm16: let the worker mend it',
  /** A model looks at its reply, and has not answered. */
  judged: 'm17: remember that the kettle is blue',
} as const;

/** All of its agents only look, so nobody is asked. */
const plan = `---
id: prices
title: Compare the prices
steps:
  - { id: look, agent: looker, task: 'm14: look at the prices', depends_on: [] }
  - { id: sum, agent: looker, task: 'm15: sum it up' }
---
`;

/** What is said in a conversation that the observer then looks through, by its last name: `observer:terminal:asked~…`. */
export const learnedFrom = {
  /** No model has answered. */
  looking: 'o1: my office is in Baker Street',
  /** The model was overloaded; it asks again in a while. */
  pausing: 'o2: my sister lives in Graz',
  /** What it learned waits for the owner. */
  asking: 'o3: my boat is called Ice Queen',
} as const;

/** Jobs by their names, each left in its own way. What is due by itself comes within the hour that passes. */
export const jobs = {
  /** Its command is under way. */
  receipt: { schedule: '0 0 1 1 *', command: 'echo receipt-job' },
  /** It waits for its next instant. */
  reminder: { schedule: 'every 30m', say: 'Stretch your legs.' },
  /** Its conversation waits for the model. */
  review: { schedule: '0 0 1 1 *', instruction: 'm9: look back on the year', timeout: '3h' },
  /** It has failed, and waits for its next attempt. */
  stock: { schedule: '0 0 1 1 *', tool: 'look_up', arguments: { item: 'boat' }, retries: 3 },
  /** Its call waits for an approval. */
  letter: { schedule: '0 0 1 1 *', tool: 'post_letter', arguments: { to: 'Molly' } },
  /** Its owner has paused it. */
  paused: { schedule: 'every 10m', say: 'Drink some water.' },
} as const;

/** Tasks in the order in which they are given, each left in its own way. */
export const tasks = [
  // the model has not answered
  { text: 'm10: weigh the options', key: 'options', priority: 'high', deadlineMs: 10_800_000 },
  // its call waits for an approval
  { text: 'm11: post the letter', key: 'letter', priority: 'low' },
  // it is part of the first
  { text: 'm12: weigh the price', key: 'price', parent: 1 },
] as const;

/** Goals in the order in which they are set: one comes due within the hour that passes. */
export const goals = [
  { text: 'File the tax return', due: 'in 30 minutes' },
  { text: 'Move to Lisbon', due: '2027-06-01T09:00' },
  { text: 'Mend the bike' },
] as const;

/** Memories that a run puts in order: rules see the first pair, and a model that does not answer is asked of the other. */
export const doubles = [
  'the spare key is with Mrs. Novak',
  'spare key is with Mrs Novak',
  'my ladder is in Finn Shed',
  'my ladder stands in Finn Shed',
] as const;

/** So long a model that is overloaded asks to be left alone; in seconds. */
export const restS = 60;
export const receipt = 'echo receipt-m3';

const settings = `[models]
default = "anthropic/claude-sonnet-5"
[sandbox]
executor = "direct"
[approvals]
expires_ms = "never"
[channels.web]
enabled = false
`;

/** What a program can do, of which earlier ones knew nothing. */
export interface Abilities {
  /** It learns by itself. */
  readonly learns: boolean;
  /** It has plans, coding workers, and models that look at a reply. */
  readonly plans: boolean;
}

const planning = `[models.roles]
detector = "anthropic/claude-sonnet-5"
[workers.scripted]
command = "node"
[agents.looker]
purpose = "Looks."
tools = ["list_files"]
minutes = 180
`;

/** A home with its settings and its key, and nothing else yet. */
export function furnish(home: string, { learns, plans }: Abilities): void {
  mkdirSync(join(home, 'keys'), { recursive: true, mode: 0o700 });
  const learning = learns ? '[learning]\npromotion_mode = "suggest"\n' : '';
  writeFileSync(join(home, 'config.toml'), `${settings}${learning}${plans ? planning : ''}`);
  writeFileSync(join(home, 'keys', 'signing.pem'), fixedPem(), { mode: 0o600 });
}

export interface Deeds {
  /** Letters that were posted. */
  readonly posted: string[];
  /** Commands that were started. */
  readonly commands: string[];
}

/** Tools of the program that is running: its own `defineTool` and `fault`. `isBroken`: nothing can be looked up. */
export function sceneTools(
  { defineTool, fault }: { readonly defineTool: typeof DefineTool; readonly fault: typeof FaultOf },
  { posted }: Deeds,
  isBroken: boolean,
): readonly Tool[] {
  return [
    defineTool({
      name: 'look_up',
      description: 'Looks an item up.',
      schema: z.object({ item: z.string() }),
      effect: 'read',
      intent: ({ item }) => `Look up ${item}.`,
      async run({ item }) {
        if (isBroken) throw fault('unavailable', 'the catalogue does not answer');
        return { text: `${item}: in stock`, taint: 'owner' };
      },
    }),
    defineTool({
      name: 'post_letter',
      description: 'Posts a letter, for good.',
      schema: z.object({ to: z.string() }),
      effect: 'act',
      intent: ({ to }) => `Post a letter to ${to}.`,
      async run({ to }) {
        posted.push(to);
        return { text: `posted to ${to}`, taint: 'owner' };
      },
    }),
  ];
}

/**
 * Runs nothing: it writes down what it should run. `isEndless`: no command ever ends, and no program that lives on is
 * ever there; `isWalled`: it is taken for a sandbox, as coding workers need one.
 */
export function sceneExecutor({ commands }: Deeds, isEndless: boolean, isWalled: boolean): Executor {
  return {
    kind: isWalled ? 'bubblewrap' : 'direct',
    description: 'Nothing runs here.',
    folders: { workspace: '/workspace', scripts: '/scripts' },
    async execute({ command }) {
      commands.push(command);
      if (isEndless) await new Promise(() => {});
      return { exitCode: 0, stdout: '', stderr: '', stdoutBytes: 0, stderrBytes: 0, durationMs: 1 };
    },
    async open() {
      if (isEndless) await new Promise(() => {});
      throw new Error('no program can be started here');
    },
    async close() {},
  };
}

/** `isThen`: while the fixture is written. Afterwards it answers whatever is open. */
export function sceneModel(isThen: boolean): AnswerTurn {
  return asked => {
    const { open, called } = talkIn(asked);
    const words = asked.said;
    if (asked.system.startsWith('You keep the memories')) return isThen ? { fault: 'hang' } : judged;
    if (asked.system.startsWith('You read the reply'))
      return isThen && words.includes('m17') ? { fault: 'hang' } : { text: JSON.stringify({ claims: [] }) };
    if (asked.body['output_config'] !== undefined) return observed(words, isThen);
    if (isThen && (words.includes('look back') || words.includes('weigh the') || words.includes('at the prices')))
      return { fault: 'hang' };
    if (called.length === 0 && words.startsWith(givers.planning))
      return { toolCalls: [{ name: 'run_plan', arguments: { plan } }] };
    if (called.length === 0 && words.startsWith(givers.coding))
      return { toolCalls: [{ name: 'code', arguments: { worker: 'scripted', folder: 'toy', task: 'Mend it.' } }] };
    if (words.startsWith(givers.judged))
      return called.length === 0
        ? { toolCalls: [{ name: 'memory_save', arguments: { content: 'the kettle is blue' } }] }
        : { text: `I have saved it.\n\n${answerTo('m17')}` };
    if (called.length === 0 && words.includes('post the letter'))
      return { text: 'May I?', toolCalls: [{ name: 'post_letter', arguments: { to: 'Case' } }] };
    if (called.length === 0 && words.includes('print the receipt'))
      return { toolCalls: [{ name: 'execute_command', arguments: { command: receipt } }] };
    if (isThen && words.includes('look the lamp up'))
      return asked.steps < 2
        ? {
            toolCalls: ['a', 'b', 'c'].map(item => ({ name: 'look_up', arguments: { item: `${item}${asked.steps}` } })),
          }
        : { text: 'Nothing can be looked up.' };
    if (!isThen && words.includes('look it up again') && asked.steps === 0)
      return { toolCalls: [{ name: 'look_up', arguments: { item: 'lamp' } }] };
    if (isThen && words.includes('think')) return { fault: 'hang' };
    if (isThen && words.includes('in a while')) return { fault: { status: 529, retryAfter: restS } };
    if (isThen && called.includes('post_letter')) return { text: 'It waits for you.' };
    return { text: open.map(answerTo).join('\n\n') || 'There is nothing more to say.' };
  };
}

/** The two say the same. */
const judged: Turn = {
  text: JSON.stringify({ pairs: [{ pair: 0, verdict: 'same', text: 'my ladder is, stands in Finn Shed' }] }),
};

/** What the observer is answered. */
function observed(words: string, isThen: boolean): Turn {
  if (isThen && words.includes('o1: ')) return { fault: 'hang' };
  if (isThen && words.includes('o2: ')) return { fault: { status: 529, retryAfter: restS } };
  const [, number, content] = /^#(\d+) owner: o\d: (.*)$/m.exec(words) ?? [];
  const items = content === undefined ? [] : [{ kind: 'fact', content, correction: false, message: Number(number) }];
  return { text: JSON.stringify({ items }) };
}
