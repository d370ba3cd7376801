/** Which searches are the owner's own words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGivenQuery } from '../../../src/domain/egress/given-query.ts';

test('given what the owner typed, when a search holds nothing else, then it is theirs; a word of another text makes it another’s', () => {
  const said = ['What is the height of the Großglockner in metres?', 'thanks'];
  for (const query of ['height Großglockner', 'height of the Grossglockner', 'HEIGHT großglockner metres'])
    assert.equal(isGivenQuery(query, said), true, query);
  for (const query of ['Großglockner height', 'height Großglockner secret4711', 'thanks height', '', 'glockner'])
    assert.equal(isGivenQuery(query, said), false, query);
});
