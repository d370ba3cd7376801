import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { givenTexts } from '../../../../src/actors/conversation/trust/given-addresses.ts';
import type { ReadMessage } from '../../../../src/domain/conversation/message.ts';
import { isGivenUrl } from '../../../../src/domain/egress/given-url.ts';
import type { Taint } from '../../../../src/domain/policy/taint.ts';
import { defined } from '../../../../src/domain/text/json.ts';

type Said = Pick<ReadMessage, 'role' | 'taint' | 'text' | 'quotes' | 'toolCalls' | 'tool'>;

const address = 'https://example.com/news?day=today';
const line = `See ${address}, please.`;
const owner = (text: string, taint: Taint = 'owner'): Said => ({ role: 'owner', taint, text });
const tool = (text: string, taint: Taint = 'owner', name = 'read_file'): Said => ({
  role: 'tool',
  tool: name,
  taint,
  text,
});
const notice = (text: string, taint: Taint = 'owner'): Said => ({ role: 'notice', taint, text });
const model = (text: string, args?: object): Said => ({
  role: 'assistant',
  taint: 'owner',
  text,
  ...defined({
    toolCalls:
      args === undefined ? undefined : ([{ callId: 'c', name: 'web_fetch', arguments: JSON.stringify(args) }] as const),
  }),
});

const isGiven = (history: readonly Said[], memories: readonly { taint: Taint; content: string }[] = []) =>
  isGivenUrl(
    address,
    givenTexts(history, memories, call => String(call.arguments)),
  );

suite('addresses that the owner gave', () => {
  const rows: readonly (readonly [string, readonly Said[], boolean])[] = [
    ['in words of the owner', [owner(line)], true],
    [
      'in a file of the owner that was read',
      [owner('read links.md'), model('', { path: 'links.md' }), tool(line)],
      true,
    ],
    ['in a notice, which may quote the model', [notice(line)], false],
    ['in a list of names', [owner('what is there?'), tool(line, 'owner', 'list_files')], false],
    ['in a page', [owner('read it'), tool(line, 'external')], false],
    ['in a message of a known peer', [owner(line, 'auth')], false],
    ['in a forwarded message', [owner(line, 'external')], false],
    ['in a reply of the model', [owner('hello'), model(line)], false],
    ['in a refusal of what the model asked for', [model('', { url: address }), tool(`Not read: ${address}`)], false],
    ['in a receipt of what the model saved', [model('', { content: line }), tool(`Saved to memory: “${line}”`)], false],
    ['in words of the owner after the model wrote it', [model(line), owner(line)], true],
    ['nowhere', [owner('https://example.com/news')], false],
  ];
  for (const [where, history, isIt] of rows)
    test(`given an address ${where}, then it ${isIt ? 'was given' : 'was not given'}`, () => {
      assert.equal(isGiven(history), isIt);
    });

  test('given a memory that is shown, then it counts where it is the owner’s, and not where it came from outside', () => {
    assert.equal(isGiven([owner('hello')], [{ taint: 'owner', content: line }]), true);
    assert.equal(isGiven([owner('hello')], [{ taint: 'external', content: line }]), false);
    assert.equal(isGiven([model('', { content: line })], [{ taint: 'owner', content: line }]), false);
  });
});
