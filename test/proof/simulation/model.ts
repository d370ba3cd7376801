/**
 * A model that a seed thinks for: it answers everything that is open, asks for tools, says nothing, or does not answer
 * at all.
 */

import { fault } from '../../../src/domain/supervision/failure.ts';
import { modelTexts } from '../../../src/domain/text/texts.ts';
import type { ModelMessage, ModelProvider, ModelReply, ModelRequest } from '../../../src/ports/model.ts';
import type { Luck } from './chance.ts';
import { codeArguments } from './coding.ts';
import type { Life } from './life.ts';
import type { Outside } from './outside.ts';
import { seededPlan } from './planning.ts';

/** The words that answer one message of the owner, on a line of their own. */
export function answerTo(tag: string): string {
  return `Answer to ${tag}.`;
}

export function seededModel(life: Life, outside: Outside, luck: Luck): ModelProvider {
  let calls = 0;
  return {
    name: 'seed',
    info: async () => ({ contextTokens: 200_000, takesImages: false, takesTools: true }),
    health: async () => ({ ok: true, models: ['any'] }),
    complete: (request, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        life.later(() => {
          const mood = luck.weighed(moods(request, outside));
          if (mood === 'silent') return;
          if (mood === 'down')
            return reject(fault('unavailable', 'the model is busy', luck.once(2) ? { retryAfterMs: 500 } : {}));
          if (mood === 'refusing') return reject(fault('invalid', 'the model does not take this request'));
          calls += 1;
          resolve(replyOf(mood, request, luck, `${life.number}.${calls}`));
        });
      }),
  };
}

type Mood = 'answers' | 'acts' | 'empty' | 'cut' | 'lies' | 'down' | 'refusing' | 'silent';

function moods({ tools }: ModelRequest, { isCalm, weather }: Outside): Readonly<Record<Mood, number>> {
  const calm = { answers: 1, acts: 0, empty: 0, cut: 0, lies: 0, down: 0, refusing: 0, silent: 0 };
  if (isCalm) return calm;
  return {
    answers: 40,
    acts: tools.length > 0 ? 45 : 0,
    empty: 4,
    cut: 3,
    lies: 4,
    down: weather === 'modelDown' ? 150 : 8,
    refusing: 1,
    silent: 1,
  };
}

function replyOf(
  mood: Exclude<Mood, 'down' | 'refusing' | 'silent'>,
  request: ModelRequest,
  luck: Luck,
  name: string,
): ModelReply {
  const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const said = { toolCalls: [], usage, model: 'any', stop: 'end' } as const;
  const answers = openIn(request.messages).map(answerTo).join('\n') || 'There is nothing more to say.';
  switch (mood) {
    case 'empty':
      return { ...said, text: '' };
    case 'cut':
      return { ...said, text: answers, stop: 'length' };
    case 'lies':
      return { ...said, text: `${answers}\nI have saved it to memory.` };
    case 'acts':
      return {
        ...said,
        text: luck.once(2) ? '' : 'One moment.',
        toolCalls: wishes(luck, name, request),
        stop: 'tools',
      };
    case 'answers':
      return { ...said, text: answers };
  }
}

function wishes(luck: Luck, name: string, { tools }: ModelRequest): ModelReply['toolCalls'] {
  const mayDelegate = tools.some(tool => tool.name === 'delegate');
  const mayPlan = tools.some(tool => tool.name === 'run_plan');
  const mayCode = tools.some(tool => tool.name === 'code');
  return Array.from({ length: luck.between(1, 3) }, (_, index) => {
    const tool = luck.weighed({
      look_up: 30,
      send_mail: 30,
      execute_command: 6,
      ring_bell: 20,
      memory_save: 10,
      ask_owner: 8,
      nothing_such: 3,
      delegate: mayDelegate ? 20 : 0,
      run_plan: mayPlan ? 25 : 0,
      code: mayCode ? 25 : 0,
    });
    return { id: `c${index}`, name: tool, arguments: JSON.stringify(argumentsFor(tool, `${name}.${index}`, luck)) };
  });
}

function argumentsFor(tool: string, name: string, luck: Luck): object {
  switch (tool) {
    case 'memory_save':
      return { content: `The number ${name} was saved.` };
    case 'ask_owner':
      return { question: `What about ${name}?` };
    case 'delegate':
      return { agent: 'helper', task: `do what you think is right with ${name}` };
    case 'run_plan':
      return { plan: seededPlan(name, luck) };
    case 'code':
      return codeArguments(name, luck);
    case 'look_up':
      return luck.once(12) ? { wrong: true } : { what: name };
    default:
      // the same call twice: a denial of it binds
      return { what: luck.once(6) ? 'the same' : name };
  }
}

/** Begins what Straylight says to a reply that claimed too much. */
const claimed = modelTexts.claims([]).slice(0, 40);

/**
 * Tags of the owner's messages that no reply has answered: taken from the wire, not from Straylight. A reply that was
 * sent back because it claimed too much has answered nothing.
 */
export function openIn(messages: readonly ModelMessage[]): readonly string[] {
  const open = new Set<string>();
  let last: readonly string[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      last = [...message.text.matchAll(/^Answer to (m\d+)\.$/gm)].map(([, tag = '']) => tag);
      for (const tag of last) open.delete(tag);
    } else if (message.role === 'tool') {
      // the owner's answer to a question
      const [, tag] = /^(m\d+): /m.exec(message.text) ?? [];
      if (tag !== undefined && message.name === 'ask_owner') open.add(tag);
    } else
      for (const part of message.content) {
        if (part.type !== 'text') continue;
        if (part.text.startsWith('[Straylight]') && part.text.includes(claimed)) for (const tag of last) open.add(tag);
        const [, tag] = /^(m\d+): /m.exec(part.text) ?? [];
        if (tag !== undefined && !part.text.startsWith('[Straylight]')) open.add(tag);
      }
  }
  return [...open];
}
