import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answersFrom, questionIn } from '../../../src/domain/mcp/question.ts';

const requests = {
  form: {
    method: 'elicitation/create',
    params: {
      message: 'Which?',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'Ada' },
          many: { type: 'integer', default: 2 },
          sure: { type: 'boolean', default: true },
          one: {
            type: 'string',
            oneOf: [
              { const: 'a', title: 'A' },
              { const: 'b', title: 'B' },
            ],
            default: 'b',
          },
          some: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, default: ['x'] },
          rest: { type: 'string' },
        },
        required: ['name'],
      },
    },
  },
} as const;

const contentOf = (text: string) => {
  const answers = answersFrom(requests as never, text);
  return 'responses' in answers ? (answers.responses['form'] as { readonly content?: unknown }).content : answers;
};

describe('the form of a question', () => {
  it('given options with titles and lists, then they are shown', () => {
    const fields = questionIn(requests as never)?.fields ?? [];
    assert.deepEqual(
      fields.map(({ name, type, options, standard }) => [name, type, options, standard]),
      [
        ['name', 'string', undefined, 'Ada'],
        ['many', 'integer', undefined, 2],
        ['sure', 'boolean', undefined, true],
        ['one', 'string', ['a', 'b'], 'b'],
        ['some', 'list', ['x', 'y', 'z'], ['x']],
        ['rest', 'string', undefined, undefined],
      ],
    );
  });

  it('given nothing, then what the server proposes is the answer', () => {
    assert.deepEqual(contentOf('ok'), { name: 'Ada', many: 2, sure: true, one: 'b', some: ['x'] });
  });

  it('given some, then they stand in place of what was proposed', () => {
    assert.deepEqual(contentOf('some: y, z; one: a; sure: no'), {
      name: 'Ada',
      many: 2,
      sure: false,
      one: 'a',
      some: ['y', 'z'],
    });
  });

  it('given one that is none of the options, then that is said', () => {
    assert.match(JSON.stringify(contentOf('some: y, q')), /some of .*x, y, z/);
  });
});
