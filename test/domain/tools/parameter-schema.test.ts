import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parameterProblem } from '../../../src/domain/tools/parameter-schema.ts';

const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });

suite('schemas that may describe parameters', () => {
  for (const [what, schema] of [
    ['nothing at all', { type: 'object' }],
    [
      'every keyword that is understood',
      object(
        {
          text: {
            type: 'string',
            title: 'T',
            description: 'x',
            minLength: 1,
            maxLength: 9,
            pattern: '^a',
            format: 'date',
            default: 'a',
            examples: ['a'],
          },
          n: {
            type: ['integer', 'null'],
            minimum: 0,
            maximum: 9,
            exclusiveMinimum: -1,
            exclusiveMaximum: 10,
            multipleOf: 0.5,
          },
          list: {
            type: 'array',
            items: { type: 'string' },
            prefixItems: [{ const: 1 }],
            minItems: 0,
            maxItems: 3,
            uniqueItems: true,
          },
          choice: {
            anyOf: [{ enum: ['a', 'b'] }, { oneOf: [{ allOf: [{ type: 'null' }] }] }],
            deprecated: true,
            $comment: 'c',
          },
          'a.b-C_1': true,
          deep: object(
            { x: { type: 'boolean' } },
            { additionalProperties: { type: 'number' }, minProperties: 1, maxProperties: 2, required: ['x'] },
          ),
        },
        {
          required: ['text'],
          additionalProperties: false,
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          title: 'P',
          description: 'd',
        },
      ),
    ],
    [
      'properties named like keywords',
      object({ pattern: { type: 'string' }, enum: { type: 'string' }, type: { type: 'string' } }),
    ],
  ] as const)
    test(`given ${what}, then nothing is wrong`, () => assert.equal(parameterProblem(schema), undefined));
});

suite('schemas that are refused', () => {
  let deep: object = { type: 'string' };
  for (let level = 0; level < 20_000; level++) deep = { type: 'array', items: deep };
  let deeper: object = { type: 'string' };
  for (let level = 0; level < 20; level++) deeper = { type: 'array', items: deeper };
  for (const [what, schema, told] of [
    ['no object', 'text', /"type": "object" at its top/],
    ['a list', [], /"type": "object"/],
    ['null', null, /"type": "object"/],
    ['another type', { type: 'string' }, /"type": "object"/],
    ['a choice at the top', { type: 'object', anyOf: [{}] }, /cannot have "anyOf" at their top/],
    [
      'a reference',
      object({ a: { $ref: '#' } }),
      /parameters\.properties\.a has the keyword "\$ref", which is not understood/,
    ],
    ['an unknown keyword', object({ a: { type: 'string', optional: true } }), /keyword "optional"/],
    ['a keyword every object has', object({ a: { constructor: 1 } }), /keyword "constructor"/],
    ['an unknown type', object({ a: { type: 'text' } }), /a\.type has to be one of string/],
    ['an empty list of types', object({ a: { type: [] } }), /a\.type has to be/],
    ['properties as a list', object([]), /properties has to be an object of schemas/],
    [
      'a property that is no schema',
      object({ a: 'string' }),
      /properties\.a is a schema, so it has to be a JSON object/,
    ],
    ['a property with a strange name', object({ 'a b': {} }), /names "a b"; a property has 1 to 64/],
    ['required as a text', object({}, { required: 'a' }), /required has to be a list of property names/],
    ['an empty enum', object({ a: { enum: [] } }), /enum has to be a list, and not an empty one/],
    ['a bound as text', object({ a: { minimum: '1' } }), /minimum has to be a number/],
    ['a negative length', object({ a: { maxLength: -1 } }), /maxLength has to be a whole number/],
    ['a step of zero', object({ a: { multipleOf: 0 } }), /multipleOf has to be a number above 0/],
    ['a pattern that does not compile', object({ a: { pattern: '(' } }), /pattern has to be a regular expression/],
    ['an empty choice', object({ a: { anyOf: [] } }), /anyOf has to be a list of schemas/],
    ['a choice with a fault within', object({ a: { anyOf: [{}, { type: 1 }] } }), /anyOf\[1\]\.type/],
    ['twenty levels', object({ a: deeper }), /lies deeper than 12 levels/],
    [
      'more text than a model should read',
      object({ a: { description: 'x'.repeat(17_000) } }),
      /may have 16000 characters/,
    ],
  ] as const)
    test(`given ${what}, then it is told what and where`, () => assert.match(parameterProblem(schema) ?? '', told));

  test('given a depth that no reader could follow, then it is refused and nothing overflows', () => {
    assert.match(parameterProblem(object({ a: deep })) ?? '', /deeper|characters|not be read/);
  });
});
