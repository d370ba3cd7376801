import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { liveToolbox } from '../../../src/adapters/toolbox/live-toolbox.ts';
import { askOwner } from '../../../src/adapters/tools/ask-owner.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import type { SourcedTool } from '../../../src/ports/tool.ts';
import type { ToolSource } from '../../../src/ports/tool-source.ts';

/** A source with one tool, which takes a word and may be changed. */
function sourceOf(name: string, answer: string, more: { readonly notes?: string; readonly taint?: Taint } = {}) {
  const parameters = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] } as const;
  const tool: SourcedTool = {
    name,
    description: answer,
    parameters,
    effect: 'read',
    intent: () => answer,
    run: async () => ({ text: answer }),
  };
  let offer = { specs: [{ name, description: answer, parameters }], notes: '', ...more };
  let version = '1';
  const source: ToolSource = {
    offer: () => offer,
    find: wanted => (wanted === name ? { tool, version } : undefined),
    names: () => [name],
    changed() {
      version = '2';
      offer = { ...offer };
    },
    close: async () => {},
  };
  return source;
}

const call = (name: string, args: object) => ({ callId: 'c', name, arguments: JSON.stringify(args) });

suite('tools of several sources', () => {
  test('given two sources, when tools are offered, then all are there once, the earlier wins a name, and the least trusted counts', () => {
    const [first, second] = [sourceOf('shout', 'first', { notes: 'one' }), sourceOf('shout', 'second')];
    const third = sourceOf('whisper', 'third', { notes: 'two', taint: 'external' });
    const toolbox = liveToolbox({ fixed: [askOwner], sources: [first, second, third] });
    const { specs, notes, taint } = toolbox.offer('');
    assert.deepEqual(
      specs.map(({ name }) => name),
      ['ask_owner', 'shout', 'whisper'],
    );
    assert.equal(specs[1]?.description, 'first');
    assert.deepEqual([notes, taint], ['one\n\ntwo', 'external']);
    assert.equal(toolbox.offer(''), toolbox.offer(''), 'the same object, as long as nothing has changed');
    const frozen = toolbox.resolve(call('shout', { word: 'a' }));
    assert.ok(!isMalformed(frozen) && frozen.intent === 'first');
  });

  test('given a JSON Schema, when a call does not fit it, then it is refused by name, and what fits is frozen', () => {
    const toolbox = liveToolbox({ fixed: [], sources: [sourceOf('shout', 'it')] });
    for (const args of [{}, { word: 1 }, { word: 'a', loud: true }]) {
      const answer = toolbox.resolve(call('shout', args));
      assert.ok(isMalformed(answer) && /shout/.test(answer.problem), JSON.stringify(args));
    }
    assert.ok(!isMalformed(toolbox.resolve(call('shout', { word: 'a' }))));
  });

  test('given a tool that has changed since it was frozen, when it is opened, then nothing is run', () => {
    const source = sourceOf('shout', 'it');
    const toolbox = liveToolbox({ fixed: [], sources: [source] });
    const frozen = toolbox.resolve(call('shout', { word: 'a' }));
    assert.ok(!isMalformed(frozen));
    assert.equal(toolbox.open(frozen, String(frozen.arguments)).tool.name, 'shout');
    source.changed();
    assert.throws(() => toolbox.open(frozen, String(frozen.arguments)), /has been changed since/);
  });
});
