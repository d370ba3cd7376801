/** The messages of docs/troubleshooting.md are those of the program: who searches for one finds it there. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JobSpec } from '../../src/domain/jobs/job.ts';
import { cutText, failingText } from '../../src/domain/jobs/texts.ts';
import type { TroubleKind } from '../../src/domain/supervision/remediation.ts';
import { texts } from '../../src/domain/text/texts.ts';
import { root } from '../source-files.ts';

const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');

const sources = ['src', 'config', 'inspector', 'bin']
  .flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.(ts|js|sh)$/.test(name))
      .map(name => readFileSync(join(root, folder, name), 'utf8')),
  )
  .join('\n')
  .replaceAll('\\`', '`');

test('given the messages of the page, when the program is searched for them, then it says each', () => {
  const blocks = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  assert.notEqual(blocks.length, 0);
  const pieces = blocks.flatMap(text => text.split(/…|\n/)).map(piece => piece.trim());
  assert.deepEqual(
    pieces.filter(piece => /\w{3}/.test(piece) && !sources.includes(piece)),
    [],
  );
});

const job = { name: '0', language: 'en', action: { kind: 'say', text: '0' } } as JobSpec;

/** What the owner reads of each kind of trouble; what differs each time is `0`. */
const reports: Readonly<Record<TroubleKind, string>> = {
  wedged: texts('en').stuck('0'),
  silent: texts('en').silent('0', 0),
  buried: texts('en').buried('0'),
  quarantined: texts('en').quarantined(0),
  unclean: texts('en').safeMode(0),
  flapping: texts('en').flapping('0', 0),
  looping: texts('en').looping('0', 0),
  spending: texts('en').spending('0', { tokens: 0 }),
  diskLow: texts('en').diskLow('0', { freeMb: 0, totalMb: 0 }),
  growing: texts('en').growing('0', { mb: 0 }),
  failing: failingText(job, 5, ''),
  cut: cutText(job),
};

test('given every kind of trouble, when the page is searched for its report, then a row says what to do', () => {
  const rows = [...page.matchAll(/^\| “(.+?)” \| .+ \|$/gm)].map(([, text = '']) => text);
  const missing = Object.values(reports).filter(
    report => !rows.some(row => row.split('…').every(piece => report.includes(piece.trim()))),
  );
  assert.deepEqual(missing, []);
});

test('given every check of the doctor, when the page is searched for it, then a row says what stands behind it', () => {
  const checks = ['src/commands/doctor', 'src/features/models'].flatMap(folder =>
    readdirSync(join(root, folder)).flatMap(file => [
      ...readFileSync(join(root, folder, file), 'utf8').matchAll(/^\s*(?:return \{ )?name: ['`]([A-Z]\w+(?: \w+)?)/gm),
    ]),
  );
  assert.ok(checks.length >= 12);
  const missing = checks.map(([, name = '']) => name).filter(name => !page.includes(`\n| ${name} `));
  assert.deepEqual(missing, []);
});
