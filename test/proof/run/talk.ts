/** What a scripted model makes of a request: who has said what so far, taken from the wire and not from Straylight. */
import { type Block, blocksOf, combined } from '../../peers/anthropic-rules.ts';
import type { Asked } from '../../peers/script.ts';

/** A conversation as the model sees it. */
export interface Talk {
  /** Tags of the owner's messages (`m1: …`) that no reply has answered yet, in order. */
  readonly open: readonly string[];
  /** Names of the tools that were asked for. */
  readonly called: readonly string[];
  /** Has a result come that was waited for? */
  readonly late: boolean;
}

/** The words that answer one message of the owner; the checker looks for them in the chat. */
export function answerTo(tag: string): string {
  return `Answer to ${tag}.`;
}

export function talkIn({ body }: Pick<Asked, 'body'>): Talk {
  const messages = combined(body);
  const blocks = (role: string): readonly Block[] =>
    messages.flatMap(message => (message.role === role ? blocksOf(message.content) : []));
  const texts = (role: string): readonly string[] =>
    blocks(role).flatMap(block => (block.type === 'text' ? [String(block['text'])] : []));
  const said = texts('user').flatMap(text => /^(m\d+): /.exec(text)?.[1] ?? []);
  const answers = texts('assistant').join('\n');
  return {
    open: said.filter(tag => !answers.includes(answerTo(tag))),
    called: blocks('assistant').flatMap(block => (block.type === 'tool_use' ? [String(block['name'])] : [])),
    late: texts('user').some(text => text.includes('A pending call has finished')),
  };
}
