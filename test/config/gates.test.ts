import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'smol-toml';
import { configFileSchema } from '../../config/schema.ts';
import { builtInKinds } from '../../src/adapters/kinds.ts';

const schema = configFileSchema(builtInKinds);
const gate = (text: string) =>
  schema.safeParse(parse(`[[gates]]\nname = "g"\non = "tool"\nkind = "predicate"\nregex = "a"\n${text}`));
const bare = (text: string) => schema.safeParse(parse(`[[gates]]\n${text}`));

test('given a gate as an owner writes it, when it is read, then it has its defaults', () => {
  const [read] = gate('[gates.when]\ntool = ["web_*"]').data?.gates ?? [];
  assert.deepEqual(read, {
    name: 'g',
    on: 'tool',
    when: { tool: ['web_*'], host: [], path: [] },
    kind: 'predicate',
    regex: 'a',
    field: 'text',
    negate: false,
    verdict: 'block',
    promote: false,
    onBlock: 'respond',
    ignoreCase: false,
    timeoutMs: 5_000,
  });
});

test('given a gate that cannot work, when it is read, then each fault is named in words', () => {
  const table: readonly (readonly [ReturnType<typeof gate>, RegExp])[] = [
    [bare('name = "g"\non = "tool"\nkind = "predicate"\nregex = "("'), /Unterminated group/],
    [bare('name = "g"\non = "tool"\nkind = "predicate"\nregex = "(?=a)b"'), /linear time/],
    [bare('name = "g"\non = "tool"\nkind = "predicate"\nregex = "(a)\\\\1"'), /refers back/],
    [bare('name = "g"\non = "tool"\nkind = "predicate"'), /exactly one of regex, range, equals and file/],
    [gate('equals = ["x"]'), /exactly one of .* \(there are 2\)/],
    [bare('name = "g"\non = "tool"\nkind = "predicate"\nrange = [3, 1]'), /the least first/],
    [bare('name = "g"\non = "tool"\nkind = "predicate"\nfile = "list.txt"'), /from \/ on/],
    [bare('name = "g"\non = "tool"\nkind = "script"'), /a program for a script/],
    [bare('name = "g"\non = "tool"\nkind = "script"\nprogram = "check.sh"'), /from \/ on/],
    [bare('name = "g"\non = "tool"\nkind = "script"\nprogram = "/x"\nregex = "a"'), /no regex for a script/],
    [bare('name = "g"\non = "tool"\nkind = "model"'), /a question for a model/],
    [gate('promote = true'), /promote for a model alone/],
    [gate('field = "args"'), /"args\.NAME"/],
    [gate('on_block = "ignore"'), /"respond" or|"respond", "report"/],
    [gate('timeout_ms = 5'), /100 to 60 000/],
    [gate('unknown = 1'), /Unrecognized key/],
    [bare('name = "Bad Name"\non = "tool"\nkind = "predicate"\nregex = "a"'), /lower-case/],
    [bare('name = "g"\non = "later"\nkind = "predicate"\nregex = "a"'), /"input", "output", "tool" or "access"/],
    [
      bare('name = "g"\non = "input"\nkind = "predicate"\nregex = "a"\nverdict = "require_approval"'),
      /a call to approve/,
    ],
    [
      bare('name = "g"\non = "output"\nkind = "predicate"\nregex = "a"\n[gates.when]\ntool = ["x"]'),
      /where there is no call/,
    ],
  ];
  for (const [{ error }, expected] of table)
    assert.match((error?.issues ?? []).map(({ message }) => message).join(), expected);
});
