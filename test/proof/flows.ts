/**
 * The flows that are killed: what the owner says and does, what the model answers, and which words must reach the
 * owner.
 *
 * The model is careless on purpose: it never says that an outcome is unknown. What the owner must hear of that, the
 * agent says.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnswerTurn, Turn } from '../peers/script.ts';
import { answerTo, talkIn } from './run/talk.ts';

/** What a script may do in the world while it answers. */
export interface Hand {
  /** The owner says it, once however often it is asked for. */
  say(text: string): void;
  /** The owner gives a command (`/…`), once however often it is asked for. */
  command(text: string): void;
  /** Straylight is told to stop in good order and started again, once. Resolves when it has heard. */
  restart(): Promise<void>;
  /** The owner has the conversation begin its step anew, once. Resolves when Straylight has done it. */
  beginAnew(): Promise<void>;
  /** True the first time only. */
  first(what: string): boolean;
}

export interface Flow {
  readonly name: string;
  readonly about: string;
  readonly approvals: 'continue' | 'block';
  /** Lies in Telegram before Straylight starts. */
  readonly says: readonly string[];
  readonly model: (hand: Hand) => AnswerTurn;
  /** By tag of the owner's message: the words that answer it, each to be seen once. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** Acts, by what names them in the trace. */
  readonly acts: readonly string[];
  /** Seconds in which a yes may be taken back; none where it is left out. */
  readonly undoS?: number;
  /** Words of the cards whose yes the owner takes back. */
  readonly undoes?: readonly string[];
  /** Memories that must be there once, word for word. */
  readonly memories?: readonly string[];
  /** More of `config.toml`. */
  readonly config?: string;
  /** What else the model has to be asked before all is over: a mark of {@link Hand.first}. */
  readonly until?: string;
  /** Tasks that a program gives, one after another, each until it is told that it was taken. */
  readonly tasks?: readonly GivenTask[];
  /** Commands that the owner gives in the end, each once everything rests. */
  readonly later?: readonly string[];
  /** All memories there are in the end, by their words. */
  readonly learned?: Readonly<Record<string, Learned>>;
  /** Summaries of conversations that are made, and how many of them stand in the end. */
  readonly summaries?: { readonly made: number; readonly stand: number } | 'as many as fill it';
  /** Tools that the agent writes, by their names. */
  readonly tools?: readonly string[];
  /** What the owner answers, each once, when a message asks for it. */
  readonly replies?: readonly { readonly to: string; readonly say: string }[];
  /** Plans that are carried out: their steps, as `NAME STATE TRY`, once all is over. */
  readonly plans?: Readonly<Record<string, readonly string[]>>;
  /** Work of a coding worker on a repository that is a folder of the workspace. It needs a sandbox. */
  readonly work?: {
    readonly folder: string;
    /** What its files are, once the work is accepted. */
    readonly files: Readonly<Record<string, string>>;
  };
  /** So long a life of it may take to become quiet; half a minute without it. */
  readonly patienceMs?: number;
  /** A repository in the workspace that steps of a plan work on copies of, and its files in the end. It needs a sandbox. */
  readonly copied?: { readonly folder: string; readonly files: Readonly<Record<string, string>> };
}

/** A task as a program gives it, under a key of its own. */
export interface GivenTask {
  readonly text: string;
  readonly key: string;
  readonly priority: 'low' | 'normal' | 'high';
  readonly deadlineMs: number;
  readonly parent?: number;
}

/** What has become of a memory. */
export interface Learned {
  readonly status: 'active' | 'pending' | 'archived';
  readonly sightings: number;
  /** The words of what it contradicts, or of what it went into. */
  readonly contradicts?: string;
  readonly went?: string;
}

/** A reply to all that is open. */
const answered = (open: readonly string[], more: readonly string[] = []): Turn => ({
  text: [...open.map(answerTo), ...more].join('\n\n') || 'There is nothing more to say.',
});

const receipt = 'echo receipt-m1';
const errandCalls: Turn = {
  text: 'One moment.',
  toolCalls: [
    { name: 'look_up', arguments: { item: 'lamp' } },
    { name: 'execute_command', arguments: { command: receipt } },
  ],
};

const errand: Flow = {
  name: 'errand',
  about: 'a turn with two tools, one of them once',
  approvals: 'continue',
  says: ['m1: look up the lamp and print its receipt'],
  model: () => asked => {
    const { open, called } = talkIn(asked);
    return called.includes('look_up') ? answered(open) : errandCalls;
  },
  answers: { m1: [answerTo('m1')] },
  acts: [receipt],
};

const letter = (approvals: Flow['approvals']): Flow => ({
  name: approvals === 'block' ? 'letter-block' : 'letter',
  about: `a turn with an approval granted by button, approvals.mode = "${approvals}"`,
  approvals,
  says: ['m1: post the letter'],
  model: () => asked => {
    const { open, called, late } = talkIn(asked);
    if (!called.includes('post_letter'))
      return { text: 'May I?', toolCalls: [{ name: 'post_letter', arguments: { to: 'Case' } }] };
    return approvals === 'block' || late ? answered(open) : { text: 'It waits for you.' };
  },
  answers: { m1: [answerTo('m1')] },
  acts: ['Case'],
});

const recipients = ['Case', 'Molly', 'Finn', 'Aerol', 'Maelcum'];

const letters: Flow = {
  name: 'letters',
  about: 'five approvals, of which two wait for their turn and one is taken back',
  approvals: 'continue',
  undoS: 1,
  undoes: ['Finn'],
  says: ['m1: post the letters'],
  model: () => asked => {
    const { open, called, late } = talkIn(asked);
    if (!called.includes('post_letter'))
      return { text: 'May I?', toolCalls: recipients.map(to => ({ name: 'post_letter', arguments: { to } })) };
    return late ? answered(open) : { text: 'They wait for you.' };
  },
  answers: { m1: [answerTo('m1')] },
  acts: recipients,
};

/** About 9 000 characters: three messages of Telegram. */
const poem = Array.from(
  { length: 150 },
  (_, index) => `Line ${String(index + 1).padStart(3, '0')} of the poem, which goes on like the others.`,
);

const poet: Flow = {
  name: 'poem',
  about: 'memory_save, a second message in mid-turn, and a reply of several parts',
  approvals: 'continue',
  says: ['m1: remember the birthday, then recite the poem'],
  model: hand => asked => {
    const { open, called } = talkIn(asked);
    if (!called.includes('memory_save')) {
      hand.say('m2: and greet my sister');
      return { toolCalls: [{ name: 'memory_save', arguments: { content: 'The birthday is 4 May.' } }] };
    }
    return answered(open, open.includes('m1') ? poem : []);
  },
  answers: { m1: [answerTo('m1'), ...poem], m2: [answerTo('m2')] },
  acts: [],
  memories: ['The birthday is 4 May.'],
};

const restart: Flow = {
  ...errand,
  name: 'restart',
  about: 'a graceful restart in mid-turn, while the model thinks',
  model: hand => async asked => {
    const { open, called } = talkIn(asked);
    if (called.includes('look_up')) return answered(open);
    await hand.restart();
    return errandCalls;
  },
};

const busy: Flow = {
  ...errand,
  name: 'busy',
  about: 'a model that is overloaded at first, so that a timer must bring the turn on',
  model: hand => asked => {
    const { open } = talkIn(asked);
    return hand.first('overloaded') ? { fault: { status: 529, retryAfter: 0.15 } } : answered(open);
  },
  acts: [],
};

/** What it was told to make: nothing that could not be made by hand. */
const lines = `import json, sys
print(json.dumps({"lines": json.load(sys.stdin)["text"].count("\\n") + 1}))
`;

const toolmaker: Flow = {
  name: 'toolmaker',
  about: 'a tool that the agent writes for itself, after a yes, and a turn that goes on with it',
  approvals: 'block',
  says: ['m1: make a tool that counts lines'],
  model: () => asked => {
    const { open, called } = talkIn(asked);
    if (called.includes('create_tool')) return answered(open);
    const parameters_schema = {
      type: 'object',
      properties: { text: { type: 'string', description: 'What is counted.' } },
      required: ['text'],
    };
    const made = { name: 'count_lines', description: 'Counts the lines of a text.', parameters_schema };
    return { toolCalls: [{ name: 'create_tool', arguments: { ...made, implementation: lines } }] };
  },
  answers: { m1: [answerTo('m1')] },
  acts: [],
  tools: ['count_lines'],
};

const anew: Flow = {
  ...errand,
  name: 'anew',
  about: 'a conversation that its owner has begin anew while the model thinks',
  model: hand => async asked => {
    const { open, called } = talkIn(asked);
    if (called.includes('look_up')) return answered(open);
    await hand.beginAnew();
    return errandCalls;
  },
};

const later = 'echo receipt-j1';

const job: Flow = {
  name: 'job',
  about: 'a job that is made in a conversation, and runs a command by itself a second later',
  approvals: 'continue',
  says: ['m1: print the receipt in a second'],
  model: () => asked => {
    const { open, called } = talkIn(asked);
    if (called.includes('schedule_job')) return answered(open);
    return { toolCalls: [{ name: 'schedule_job', arguments: { ...soon, name: 'receipt', command: later } }] };
  },
  answers: { m1: [answerTo('m1')] },
  acts: [later],
};

const soon = { schedule: 'in 1 second' };

const digest: Flow = {
  name: 'digest',
  about: 'a job whose run is a conversation of its own with a tool, and a reminder beside it',
  approvals: 'continue',
  says: ['m1: look the lamp up in a second, and remind me'],
  model: () => asked => {
    const { open, called } = talkIn(asked);
    // the conversation of the run
    if (open.includes('m2'))
      return called.includes('look_up')
        ? answered(open)
        : { toolCalls: [{ name: 'look_up', arguments: { item: 'lamp' } }] };
    if (called.includes('schedule_job')) return answered(open);
    return {
      toolCalls: [
        { name: 'schedule_job', arguments: { ...soon, name: 'digest', instruction: 'm2: what of the lamp?' } },
        { name: 'schedule_job', arguments: { ...soon, name: 'water', say: 'drink water' } },
      ],
    };
  },
  answers: { m1: [answerTo('m1')] },
  acts: [],
};

const receiptOfTask = 'echo receipt-t2';
/** Gives a task in a chat. */
export const addTask = '/tasks add ';

const task: Flow = {
  name: 'task',
  about: 'two tasks, one beneath the other, with priority, deadline and key: two tools, and an approval; and one more',
  approvals: 'continue',
  says: ['m1: hello'],
  model:
    () =>
    (asked): Turn => {
      const { open, called, late } = talkIn(asked);
      if (open.includes('m2') && called.length === 0)
        return {
          toolCalls: [
            { name: 'look_up', arguments: { item: 'lamp' } },
            { name: 'execute_command', arguments: { command: receiptOfTask } },
          ],
        };
      if (open.includes('m3') && called.length === 0)
        return { text: 'May I?', toolCalls: [{ name: 'post_letter', arguments: { to: 'Case' } }] };
      return open.includes('m3') && !late ? { text: 'It waits for you.' } : answered(open);
    },
  answers: { m1: [answerTo('m1')] },
  acts: [receiptOfTask, 'Case'],
  tasks: [
    { text: 'm2: look the lamp up and print its receipt', key: 'lamp', priority: 'high', deadlineMs: 3_600_000 },
    { text: 'm3: post the letter', key: 'letter', priority: 'low', deadlineMs: 1_800_000, parent: 1 },
  ],
  // the owner's, under the name of its message
  later: [`${addTask}m4: greet my sister`],
};

/** What the owner says one after the other; each is looked through before the next is said. */
const told = [
  'm1: I like tea',
  'm2: I like tea',
  'm3: I like tea. And my sister lives in Graz',
  'm4: my sister lives in Linz',
];
const taught = ['I like tea', 'my sister lives in Graz', 'my sister lives in Linz'];

const learning: Flow = {
  name: 'learning',
  about: 'what the owner says in four messages, learned in as many runs: staged, promoted, contradicted',
  approvals: 'continue',
  says: told.slice(0, 1),
  model: hand => asked => {
    if (!asked.system.startsWith('You read a conversation')) return answered(talkIn(asked).open);
    const lines = [...JSON.stringify(asked.body).matchAll(/#(\d+) owner: (m\d): (.*?)(?=\\n)/g)];
    const last = Number(lines.at(-1)?.[2]?.slice(1));
    const next = told[last];
    if (next === undefined) hand.first('learned');
    else hand.say(next);
    const items = lines.flatMap(([, message, , text = '']) =>
      taught
        .filter(content => text.includes(content))
        .map(content => ({ kind: 'fact', content, message: Number(message), correction: false })),
    );
    return { text: JSON.stringify({ items }) };
  },
  answers: { m1: [answerTo('m1')], m2: [answerTo('m2')], m3: [answerTo('m3')], m4: [answerTo('m4')] },
  acts: [],
  config: '[learning]\nidle_ms = 200\n',
  until: 'learned',
  learned: {
    'I like tea': { status: 'active', sightings: 3 },
    'my sister lives in Graz': { status: 'pending', sightings: 1 },
    'my sister lives in Linz': { status: 'pending', sightings: 1, contradicts: 'my sister lives in Graz' },
  },
};

/** What the last message said is taken back, and what was learned before stays. */
const unlearning: Flow = {
  ...learning,
  name: 'unlearning',
  about: 'what the owner says in four messages, learned in as many runs, of which the owner undoes the newest',
  later: ['/memory undo yes'],
  learned: {
    'I like tea': { status: 'active', sightings: 3 },
    'my sister lives in Graz': { status: 'pending', sightings: 1 },
  },
};

const doubles = [
  'the spare key is with Mrs. Novak',
  'spare key is with Mrs Novak',
  'my office is in Baker Street',
  'my office stands in Baker Street',
];

const order: Flow = {
  name: 'order',
  about: 'memories that are put in order at the owner’s command, with a model that judges',
  approvals: 'continue',
  says: ['m1: remember these'],
  model: hand => asked => {
    if (asked.system.startsWith('You keep the memories')) {
      hand.first('judged');
      return {
        text: JSON.stringify({ pairs: [{ pair: 0, verdict: 'same', text: 'my office is, stands in Baker Street' }] }),
      };
    }
    const { open, called } = talkIn(asked);
    if (!called.includes('memory_save'))
      return { toolCalls: doubles.map(content => ({ name: 'memory_save', arguments: { content } })) };
    hand.command('/memory consolidate');
    return answered(open);
  },
  answers: { m1: [answerTo('m1')] },
  acts: [],
  config: '[learning]\nenabled = false\n',
  until: 'judged',
  learned: {
    'the spare key is with Mrs. Novak': { status: 'active', sightings: 2 },
    'spare key is with Mrs Novak': { status: 'archived', sightings: 1, went: 'the spare key is with Mrs. Novak' },
    'my office is, stands in Baker Street': { status: 'active', sightings: 2 },
    'my office is in Baker Street': { status: 'archived', sightings: 1, went: 'my office is, stands in Baker Street' },
    'my office stands in Baker Street': {
      status: 'archived',
      sightings: 1,
      went: 'my office is, stands in Baker Street',
    },
  },
};

const disorder: Flow = {
  ...order,
  name: 'disorder',
  about: 'memories that are put in order at the owner’s command, and back to where they were at another',
  later: ['/memory undo yes'],
  learned: Object.fromEntries(doubles.map(content => [content, { status: 'active', sightings: 1 }])),
};

/** So many messages, each said when the one before it is answered, that something is there to summarise. */
const chain = Array.from({ length: 7 }, (_, at) => `m${at + 1}: thing ${at + 1}`);

const summary: Flow = {
  name: 'summary',
  about: 'a conversation that its owner has summarised',
  approvals: 'continue',
  says: chain.slice(0, 1),
  model: hand => asked => {
    if (asked.system.startsWith('You summarise')) {
      return { text: JSON.stringify({ goal: 'Seven things.', facts: ['There are seven things.'] }) };
    }
    const { open } = talkIn(asked);
    const next = chain[Number(open.at(-1)?.slice(1))];
    if (next !== undefined) hand.say(next);
    return answered(open);
  },
  answers: Object.fromEntries(chain.map((_, at) => [`m${at + 1}`, [answerTo(`m${at + 1}`)]])),
  acts: [],
  later: ['/compact'],
  summaries: { made: 1, stand: 1 },
};

const unsummary: Flow = {
  ...summary,
  name: 'unsummary',
  about: 'a conversation that its owner has summarised, and a summary that the owner takes back',
  later: ['/compact', '/compact undo'],
  summaries: { made: 1, stand: 0 },
};

const receiptOfAgent = 'echo receipt-a2';

/** Each conversation is told by the tag of its work. */
const agents: Flow = {
  name: 'agents',
  about: 'two pieces of work given to agents in one reply: one acts and waits for an approval, the other gives work on',
  approvals: 'continue',
  says: ['m1: let agents do it'],
  model: () => asked => {
    const { open, called } = talkIn(asked);
    const [work = ''] = open;
    const next: Readonly<Record<string, readonly (readonly [string, object])[]>> = {
      m1: [
        ['delegate', { agent: 'helper', task: 'm2: print the receipt and post the letter' }],
        ['delegate', { agent: 'helper', task: 'm3: let another one look the lamp up' }],
      ],
      m2: [
        ['execute_command', { command: receiptOfAgent }],
        ['post_letter', { to: 'Case' }],
      ],
      m3: [['delegate', { agent: 'helper', task: 'm4: look the lamp up' }]],
      m4: [['look_up', { item: 'lamp' }]],
    };
    const calls = called.length > 0 ? undefined : next[work];
    if (!calls) return answered(open);
    return { toolCalls: calls.map(([name, args]) => ({ name, arguments: { ...args } })) };
  },
  answers: { m1: [answerTo('m1')] },
  acts: [receiptOfAgent, 'Case'],
  config: '[agents.helper]\npurpose = "Helps."\ntools = ["*"]\n',
};

const graph = `---
id: seven
title: Seven steps
steps:
  - { id: look, agent: looker, task: 'm2: list the files', depends_on: [] }
  - { id: question, agent: looker, task: 'm3: ask which paper', depends_on: [] }
  - id: draft
    agent: writer
    task: 'm4: write the draft'
    depends_on: [look, question]
    verify: [file_exists draft.txt]
  - id: fair
    agent: writer
    task: 'm5: write the fair copy'
    verify: [file_exists fair.txt]
  - { id: letter, agent: poster, task: 'm6: post the letter' }
  - { id: again, agent: looker, task: 'm7: list the files again', depends_on: [draft] }
  - { id: sum, agent: looker, task: 'm8: sum it up', depends_on: [again, letter] }
---
White paper is with the clerk.
`;

/** Each conversation is told by the tag of its work. The second writer says at first that it is done, and is not. */
const plan: Flow = {
  name: 'plan',
  about: 'a plan of seven steps: two writers, a question, an approval, and a step that its check refutes at first',
  approvals: 'continue',
  says: ['m1: carry out the plan'],
  model: () => asked => {
    // a kill may cut the second try of the step off
    if (asked.system.startsWith('You advise agents'))
      return { text: JSON.stringify({ canBeDone: true, advice: 'Write it once more.' }) };
    const { open, called } = talkIn(asked);
    const [work = ''] = open;
    const next: Readonly<Record<string, readonly [string, object]>> = {
      m1: ['run_plan', { plan: graph }],
      m2: ['list_files', {}],
      m3: ['ask_owner', { question: 'Which paper is it to be?' }],
      m4: ['write_file', { path: 'draft.txt', content: 'Dear Case' }],
      m5: ['write_file', { path: 'fair.txt', content: 'Dear Case,' }],
      m6: ['post_letter', { to: 'Case' }],
      m7: ['list_files', {}],
    };
    const isLie = work === 'm5' && !JSON.stringify(asked.body).includes('was tried before');
    const call = called.length > 0 || isLie ? undefined : next[work];
    return call ? { toolCalls: [{ name: call[0], arguments: { ...call[1] } }] } : answered(open);
  },
  answers: { m1: [answerTo('m1')] },
  acts: ['Case'],
  replies: [{ to: 'Which paper is it to be?', say: 'm9: white' }],
  plans: {
    seven: [
      'look done 1',
      'question done 1',
      'draft done 1',
      'fair done 2',
      'letter done 1',
      'again done 1',
      'sum done 1',
    ],
  },
  config: ['looker: list_files, ask_owner', 'writer: write_file', 'poster: post_letter']
    .map(line => line.split(': '))
    .map(([name, tools = '']) => `[agents.${name}]\npurpose = "Helps."\ntools = ${JSON.stringify(tools.split(', '))}\n`)
    .join(''),
};

const ofTwoWriters = graph
  .replace('id: seven', 'id: beside')
  .replace("task: 'm4: write the draft'", "task: 'm4: write the draft'\n    worktree: toy")
  .replace(
    "task: 'm5: write the fair copy'",
    "task: 'm5: write the fair copy'\n    worktree: toy\n    depends_on: [look, question]",
  )
  .replace("task: 'm6: post the letter' }", "task: 'm6: post the letter', depends_on: [draft, fair] }");

/** The same, with its writers side by side, each on a copy of one repository. */
const copies: Flow = {
  ...plan,
  name: 'copies',
  about: 'the same plan, with its two writers side by side on copies of a repository',
  model: hand => asked => {
    const turn = plan.model(hand)(asked) as Turn;
    const [, copy = ''] = /Work only in the folder (\S+), which/.exec(JSON.stringify(asked.body)) ?? [];
    const toolCalls = turn.toolCalls?.map(({ name, arguments: given }) => {
      const args = given as { readonly path?: string };
      if (name === 'run_plan') return { name, arguments: { plan: ofTwoWriters } };
      return { name, arguments: args.path === undefined ? args : { ...args, path: `${copy}/${args.path}` } };
    });
    return toolCalls === undefined ? turn : { ...turn, toolCalls };
  },
  plans: {
    beside: [
      'look done 1',
      'question done 1',
      'draft done 1',
      'fair done 2',
      'letter done 1',
      'again done 1',
      'sum done 1',
    ],
  },
  // git is started in a sandbox two dozen times
  patienceMs: 120_000,
  copied: { folder: 'toy', files: { 'a.txt': 'one\n', 'draft.txt': 'Dear Case', 'fair.txt': 'Dear Case,' } },
};

const program = fileURLToPath(new URL('../peers/acp', import.meta.url));

const worker: Flow = {
  name: 'worker',
  about: 'work given to a coding worker, which asks for a permission, and whose diff is accepted',
  approvals: 'continue',
  says: ['m1: let the worker write it'],
  model: () => asked => {
    const { open, called } = talkIn(asked);
    if (called.includes('code')) return answered(open);
    const task = 'write b.txt hello\nwrite sub/c.txt there\nrun rm -r sub\nwrite d.txt end';
    return { toolCalls: [{ name: 'code', arguments: { worker: 'scripted', folder: 'toy', task } }] };
  },
  answers: { m1: [answerTo('m1')] },
  acts: [],
  work: { folder: 'toy', files: { 'a.txt': 'one\n', 'b.txt': 'hello\n', 'd.txt': 'end\n' } },
  config: `[workers.scripted]\ncommand = "node"\nargs = ["${program}/program.ts"]\nfolders = ["${program}"]\n`,
};

export const flows: readonly Flow[] = [
  ...[errand, letter('continue'), letter('block'), letters, poet],
  ...[restart, busy, toolmaker, anew, job, digest, task, learning, unlearning, order, disorder],
  ...[summary, unsummary, agents, plan],
  // copies need a sandbox
  ...(existsSync('/usr/bin/bwrap') ? [worker, copies] : []),
];

export function flowNamed(name: string): Flow {
  const found = flows.find(flow => flow.name === name);
  if (!found) throw new Error(`there is no flow ${name}; there are: ${flows.map(flow => flow.name).join(', ')}`);
  return found;
}
