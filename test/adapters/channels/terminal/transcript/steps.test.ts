/** The steps of a turn in a terminal: shown, or hidden by `/verbose off`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintOf } from '../../../../../src/adapters/channels/terminal/style.ts';
import { transcript } from '../../../../../src/adapters/channels/terminal/transcript/transcript.ts';
import type { ChatMessage } from '../../../../../src/domain/supervision/view.ts';

const session = 'session:terminal:main';

function told(areShown: boolean, failed = false): string {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const paper = { print, markdown: print, stream: print, finish: () => {} };
  const pages = transcript({ session, paper, paint: paintOf(false), language: 'en', steps: { areShown } });
  const show = (message: Omit<ChatMessage, 'turn' | 'at'>) =>
    pages.show({ type: 'message', session, message: { ...message, turn: 't', at: 0 } });
  show({ id: 'm1', role: 'assistant', text: '', toolCalls: [{ callId: 'c1', name: 'write_file' }] });
  const result = failed ? 'the disk is full' : 'Wrote 8 bytes.';
  show({ id: 'm2', role: 'tool', callId: 'c1', text: result, failed, doing: 'Write notes.txt.' });
  show({ id: 'm3', role: 'assistant', text: 'Done.' });
  return printed.join('\n');
}

test('given a turn with a step, when steps are hidden, then only what was said is shown; else the step with its result', () => {
  assert.match(told(true), /• Write notes\.txt\.\n {2}→ Wrote 8 bytes\.\n[\s\S]*Done\./);
  assert.match(told(false), /^Done\.$/);
});

test('given a step that failed, when steps are hidden, then it is shown all the same', () => {
  assert.match(told(false, true), /• Write notes\.txt\.\n {2}✗ the disk is full\n[\s\S]*Done\./);
});
