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

  it('given other words than yes, no or the names, then nothing is sent and what is expected is said; a no declines', () => {
    for (const said of ['yes but for Bob', 'Ada; 3', 'nmae: Bob'])
      assert.match(JSON.stringify(contentOf(said)), /expected a line NAME: VALUE each, of/, said);
    for (const said of ['no', 'nein, lieber nicht', '👎'])
      assert.deepEqual(answersFrom(requests as never, said), { responses: { form: { action: 'decline' } } }, said);
  });

  it('given names and options in other capitals, or a value with a semicolon or a line break, then all of it is taken', () => {
    assert.deepEqual(contentOf('Name: Bob\nONE: A\nrest: first; second\nthird'), {
      name: 'Bob',
      many: 2,
      sure: true,
      one: 'a',
      some: ['x'],
      rest: 'first; second\nthird',
    });
  });

  it('given a number whose mark may part its thousands or its fraction, then it is asked for again', () => {
    for (const said of ['many: 1,000', 'many: 1.000', 'many: 12.500'])
      assert.match(JSON.stringify(contentOf(said)), /a number, with nothing between its thousands/, said);
  });
});

describe('a question without a form', () => {
  const go = { go: { method: 'elicitation/create', params: { message: 'Go on?' } } } as never;
  const actionOf = (text: string) => {
    const answers = answersFrom(go, text);
    return 'responses' in answers ? (answers.responses['go'] as { readonly action?: string }).action : undefined;
  };

  it('given a yes or a no in the words of owners, then it is one', () => {
    for (const said of ['yes', 'Yes, please!', 'ja bitte', 'Ja, gern.', 'okay', 'sure', '👍', '👍🏽'])
      assert.equal(actionOf(said), 'accept', said);
    for (const said of ['no', 'No, thanks.', 'nein danke', 'nein, lieber nicht', 'lieber nicht', '👎', ''])
      assert.equal(actionOf(said), 'decline', said);
  });

  it('given a yes with a condition, or other words, then it is neither', () => {
    for (const said of ['yes but only the first', 'ja, aber nicht heute', 'no idea', '1', 'what for?'])
      assert.match(JSON.stringify(answersFrom(go, said)), /expected yes or no/, said);
  });
});
