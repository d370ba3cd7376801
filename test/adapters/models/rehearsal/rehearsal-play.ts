/** Plays turns of the rehearsal model: its calls answered, by a script or by real tools, until it speaks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rehearsalModels } from '../../../../src/adapters/models/rehearsal/rehearsal.ts';
import type { ToolSpec } from '../../../../src/domain/tools/tool.ts';
import type { ModelMessage, ModelReply, ModelRequest } from '../../../../src/ports/model.ts';

export interface Answered {
  readonly text: string;
  readonly failed?: boolean;
}

export interface Stage {
  /** What is on offer now; asked before each reply. */
  readonly offer: () => readonly ToolSpec[];
  readonly answer: (name: string, args: Record<string, unknown>) => Answered | Promise<Answered>;
  /** The instructions, asked before each reply. */
  readonly system?: () => ModelRequest['system'];
}

export interface Played {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
  /** The calls of each reply, by name. */
  readonly steps: readonly (readonly string[])[];
}

const model = rehearsalModels();

export const owner = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

/** One conversation: each `say` is a message of the owner and all that follows it. */
export function conversation({ offer, answer, system = () => [] }: Stage) {
  const messages: ModelMessage[] = [];

  async function reply(): Promise<ModelReply> {
    const pieces: string[] = [];
    const request: ModelRequest = {
      model: 'rehearsal',
      system: system(),
      messages: [...messages],
      tools: offer(),
      maxOutputTokens: 8_000,
    };
    const options = { signal: new AbortController().signal, onText: (piece: string) => void pieces.push(piece) };
    const first = await model.complete(request, options);
    assert.equal(pieces.join(''), first.text);
    assert.deepEqual(await model.complete(request, { ...options, onText: () => {} }), first, 'it is deterministic');
    return first;
  }

  return {
    messages,
    async say(text: string): Promise<Played> {
      messages.push(owner(text));
      const calls: { name: string; arguments: Record<string, unknown> }[] = [];
      const steps: string[][] = [];
      for (let step = 0; step < 12; step += 1) {
        const { text: said, toolCalls, stop } = await reply();
        messages.push({ role: 'assistant', text: said, toolCalls });
        if (stop !== 'tools') return { text: said, calls, steps };
        steps.push(toolCalls.map(({ name }) => name));
        for (const call of toolCalls) {
          const args = JSON.parse(call.arguments) as Record<string, unknown>;
          calls.push({ name: call.name, arguments: args });
          const { text: result, failed = false } = await answer(call.name, args);
          messages.push({ role: 'tool', callId: call.id, name: call.name, text: result, failed });
        }
      }
      throw new Error(`the turn did not end: ${text}`);
    },
  };
}

/** The requests of the manual: one a line, but for a line that ends with a colon, which takes the rest of its block. */
export function manualRequests(): readonly string[] {
  const manual = readFileSync(new URL('../../../../docs/rehearsal.md', import.meta.url), 'utf8');
  return [...manual.matchAll(/^```rehearsal\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    [...block.trimEnd().matchAll(/.+:\n[\s\S]+|.+/g)].map(([request]) => request),
  );
}
