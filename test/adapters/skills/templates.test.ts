/** What is written as a skill: held by the standard's own validator, and by the linter. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { validate } from 'skills-ref';
import { linted } from '../../../src/adapters/skills/skill-folder.ts';
import { fromTemplate } from '../../../src/adapters/skills/templates.ts';
import { isGrave } from '../../../src/domain/skills/finding.ts';
import { lintFiles } from '../../../src/domain/skills/lint.ts';
import { writtenSkill } from '../../../src/domain/skills/manifest.ts';
import { skillTemplates } from '../../../src/domain/skills/skill.ts';

function written(t: TestContext, name: string, files: ReadonlyMap<string, Buffer>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'straylight-skills-')), name);
  t.after(() => rmSync(dirname(folder), { recursive: true, force: true }));
  for (const [path, content] of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test('given each template, when a skill is made by it, then the standard’s validator finds nothing, and the linter nothing grave', async t => {
  assert.equal(skillTemplates.length, 5);
  for (const template of skillTemplates) {
    const files = fromTemplate('a-skill', template, undefined);
    assert.deepEqual(await validate(written(t, 'a-skill', files)), [], template);
    assert.deepEqual(lintFiles(linted(files)).filter(isGrave), [], template);
  }
});

test('given a description of any characters, when a skill is written, then the validator reads it', async t => {
  for (const description of [
    'Says "no": never.',
    'Sätze mit – Strichen, # und \\n',
    "it's {a: b} & *c*",
    '한국어 설명 🍲',
  ]) {
    const text = writtenSkill({ name: 'a-skill', description, allowedTools: ['read_file', 'web_fetch'] }, '# Text');
    const folder = written(t, 'a-skill', new Map([['SKILL.md', Buffer.from(text)]]));
    assert.deepEqual(await validate(folder), [], description);
  }
});
