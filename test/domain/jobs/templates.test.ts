/** Every template is a job as it stands. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobFrom } from '../../../src/domain/jobs/definition.ts';
import { jobOfTemplate, jobTemplates } from '../../../src/domain/jobs/templates.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';

const author = { taint: 'owner', by: 'cli', language: 'en', now: Date.UTC(2026, 10, 23), timeZone: 'UTC' } as const;

test('given each template, when a job is made of it, then it is one, and says when it runs', () => {
  const made = jobTemplates.map(template => {
    const definition = jobOfTemplate(template, template === 'watch-page' ? 'https://example.org/' : undefined);
    if ('problem' in definition) throw new Error(inEnglish(definition.problem));
    const spec = jobFrom(definition, author);
    if ('problem' in spec) throw new Error(inEnglish(spec.problem));
    return [spec.name, spec.action.kind, spec.notify];
  });
  assert.deepEqual(made, [
    ['morning-briefing', 'ask', 'always'],
    ['weekly-review', 'ask', 'always'],
    ['watch-page', 'tool', 'change'],
  ]);
});

test('given a template without the page it reads, or with one it does not read, when a job is made, then a sentence says what is wrong', () => {
  assert.match(problemOf('watch-page', undefined), /needs the address of a page/);
  assert.match(problemOf('watch-page', 'file:///etc/passwd'), /needs the address of a page/);
  assert.match(problemOf('weekly-review', 'https://example.org/'), /reads no page/);
});

function problemOf(...given: Parameters<typeof jobOfTemplate>): string {
  const definition = jobOfTemplate(...given);
  return 'problem' in definition ? inEnglish(definition.problem) : '';
}
