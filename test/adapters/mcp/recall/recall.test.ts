/** Whether `find_tools` finds the tool that a request needs, among a thousand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findableTools } from '../../../../src/adapters/toolbox/find-tools.ts';
import { foundIn } from '../../../../src/domain/tools/found-tools.ts';
import type { ToolSource } from '../../../../src/ports/tool-source.ts';
import { requests } from './requests.ts';
import { offered } from './tools.ts';

const all = offered.map(({ server, tool, description }) => ({ name: `${server}__${tool}`, description }));

test('given a thousand tools and a hundred requests, when each is looked for, then nine in ten are among the twenty that are found', async t => {
  assert.deepEqual([all.length, requests.length], [1_000, 100]);
  const names = new Set(all.map(({ name }) => name));
  for (const [words, ...tools] of requests) for (const tool of tools) assert.ok(names.has(tool), `${words}: ${tool}`);
  const findable = { all: () => all, isCut: () => true };
  const found = findableTools([], [{ findable } as unknown as ToolSource]).find('find_tools');
  assert.ok(found && 'tool' in found);
  const { run } = found.tool;
  const missed: string[] = [];
  for (const [query, ...tools] of requests) {
    const { text } = await run({ query }, {} as Parameters<typeof run>[1]);
    const wanted = foundIn('find_tools', text) ?? [];
    assert.ok(wanted.length <= 20);
    if (!tools.some(one => wanted.includes(one))) missed.push(query);
  }
  t.diagnostic(`recall@20: ${(requests.length - missed.length) / requests.length}; missed: ${missed.join('; ')}`);
  assert.ok(missed.length <= 10, `missed ${missed.length}: ${missed.join('; ')}`);
});
