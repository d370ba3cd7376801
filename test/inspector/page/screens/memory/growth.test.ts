import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../../../../src/domain/memory/memory.ts';

interface Grown {
  readonly memory: Memory;
  readonly relation?: string;
  readonly others: readonly Grown[];
}

// a module of the page, which has no declarations here
const module = new URL('../../../../../inspector/page/screens/memory/growth.js', import.meta.url).href;
const { grown } = (await import(module)) as {
  grown(memories: readonly Memory[]): readonly { readonly session: string; readonly memories: readonly Grown[] }[];
};

function memory(id: string, createdAt: number, rest: Partial<Memory> = {}): Memory {
  return {
    id,
    kind: 'fact',
    content: id,
    tags: [],
    subject: null,
    status: 'active',
    source: 'owner',
    taint: 'owner',
    sensitivity: 'normal',
    partition: 'global',
    importance: 0.5,
    confidence: 1,
    sightings: 1,
    session: 's',
    message: null,
    batch: null,
    replaces: null,
    contradicts: null,
    createdAt,
    updatedAt: createdAt,
    uses: 0,
    lastUsedAt: null,
    expiresAt: null,
    ...rest,
  };
}

const shape = ({ memory: { id }, relation, others }: Grown): unknown => [id, relation, others.map(shape)];
const shapes = (memories: readonly Memory[]) =>
  grown(memories).map(({ session, memories: all }) => [session, all.map(shape)]);

test('given memories of which some replaced others, when they are put under their conversations, then each stands once', () => {
  assert.deepEqual(
    shapes([
      memory('first', 1),
      memory('second', 2, { replaces: 'first', session: 'other' }),
      memory('third', 3, { replaces: 'second' }),
      memory('unsure', 4, { contradicts: 'third', replaces: 'gone' }),
      memory('alone', 5, { session: 'other' }),
    ]),
    [
      ['other', [['alone', undefined, []]]],
      ['s', [['unsure', undefined, [['third', 'contradicts', [['second', 'replaced', [['first', 'replaced', []]]]]]]]]],
    ],
  );
});

test('given memories that name each other in a circle, when they are put under their conversations, then each stands once', () => {
  assert.deepEqual(
    shapes([
      memory('a', 1, { contradicts: 'b' }),
      memory('b', 2, { contradicts: 'a' }),
      memory('c', 3, { replaces: 'c' }),
    ]),
    [
      [
        's',
        [
          ['c', undefined, []],
          ['b', undefined, [['a', 'contradicts', []]]],
        ],
      ],
    ],
  );
  assert.deepEqual(shapes([]), []);
});
