import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { liveToolbox } from '../../../src/adapters/toolbox/live-toolbox.ts';
import { askOwner } from '../../../src/adapters/tools/ask-owner.ts';
import type { Taint } from '../../../src/domain/policy/taint.ts';
import { foundIn } from '../../../src/domain/tools/found-tools.ts';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import { defineTool, type RunningTool, type SourcedTool } from '../../../src/ports/tool.ts';
import type { ToolSource } from '../../../src/ports/tool-source.ts';
import type { ToolHint } from '../../../src/ports/toolbox.ts';

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

suite('tools that few turns need', () => {
  const occasional = (name: string, description: string) =>
    defineTool({
      name,
      description,
      effect: 'read',
      isOccasional: true,
      schema: z.object({}),
      intent: () => description,
      run: async () => ({ text: description }),
    });
  const said = (text: string): ToolHint => ({ said: text });
  const names = (toolbox: ReturnType<typeof liveToolbox>, ...hints: ToolHint[]) =>
    toolbox.offer('', { session: 's', hints }).specs.map(({ name }) => name);
  /** What the answer of `find_tools` says in a conversation. */
  async function find(toolbox: ReturnType<typeof liveToolbox>, query: string): Promise<ToolHint> {
    const frozen = toolbox.resolve(call('find_tools', { query }));
    assert.ok(!isMalformed(frozen));
    const { tool, args } = toolbox.open(frozen, String(frozen.arguments));
    const context = { session: '', turn: '', call: '', taint: 'owner' as const, progress: () => {} };
    const { text } = await (tool as RunningTool).run(args, { ...context, signal: new AbortController().signal });
    return { found: foundIn('find_tools', text) ?? assert.fail(text) };
  }

  test('given such tools, when the words speak of none, then find_tools alone is offered; it finds one by what it does, and that is offered in its conversation from then on', async () => {
    const fixed = [
      askOwner,
      occasional('git_log', 'Lists the commits of a Git repository.'),
      occasional('water_plants', 'Waters the plants of the balcony.'),
      ...Array.from({ length: 10 }, (_, at) => occasional(`other_${at}`, `Handles item ${at}.`)),
    ];
    const toolbox = liveToolbox({ fixed, sources: [] });
    assert.deepEqual(names(toolbox, said('what a day')), ['ask_owner', 'find_tools']);
    assert.equal(
      toolbox.offer('what a day'),
      toolbox.offer('and now'),
      'the same object, as long as nothing has changed',
    );
    const asked = said('list the commits of the repository');
    const before = toolbox.offer('', { session: 's', hints: [asked] });
    assert.deepEqual(names(toolbox, asked), ['ask_owner', 'git_log', 'find_tools']);
    assert.deepEqual(names(toolbox, asked, said('thanks')), ['ask_owner', 'git_log', 'find_tools'], 'it stays');
    assert.deepEqual(names(toolbox, said('thanks')), ['ask_owner', 'find_tools'], 'in another conversation it is not');
    const found = await find(toolbox, 'water the plants');
    assert.deepEqual(names(toolbox, asked, found, said('thanks')), [
      ...['ask_owner', 'git_log', 'water_plants'],
      'find_tools',
    ]);
    assert.equal(toolbox.offer('', { session: 's', hints: [asked] }), before, 'each conversation has its own list');
    const unoffered = toolbox.resolve(call('other_3', {}));
    assert.ok(!isMalformed(unoffered), 'one that is not offered can be called all the same');
    const many: ToolHint[] = [];
    for (let at = 0; at < 10; at++) many.push(await find(toolbox, `handles item ${at}`));
    assert.equal(names(toolbox, asked, ...many).length, 1 + 8 + 1, 'at most eight at once');
  });

  test('given sources that offer all they have, when there is no such tool, then find_tools is not offered', () => {
    const toolbox = liveToolbox({ fixed: [askOwner], sources: [sourceOf('shout', 'first')] });
    assert.deepEqual(names(toolbox), ['ask_owner', 'shout']);
  });
});
