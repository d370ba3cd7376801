/** What a start found, in the language of its owner. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recoveryLines } from '../../../src/actors/supervision/health.ts';
import { sandboxShown } from '../../../src/api/views/sandbox.ts';
import { style } from '../../../src/commands/io.ts';
import { viewLines } from '../../../src/commands/view.ts';
import { type Form, inEnglish, says } from '../../../src/domain/policy/sentence.ts';
import type { SandboxView } from '../../../src/domain/security/sandbox.ts';
import { worksHere } from '../../../src/domain/security/sandbox.ts';
import { healthAs } from '../../../src/ports/executor.ts';
import { englishLines } from '../../flows/rig/english-lines.ts';

const found = {
  waiting: 2,
  again: 1,
  unknown: [
    { effect: 'e1', src: 'execution', owner: 'tool-call:a1', about: 'Run “sleep 12”.' },
    { effect: 'e2', src: 'delivery', owner: 'channel:terminal' },
  ],
  quarantined: [{ actor: 'session:terminal:main', problem: 'there is no machine named old any more' }],
  wedged: ['job:tea'],
} as unknown as Parameters<typeof recoveryLines>[0];

test('given a start that found work, when it is told, then each language says all of it, and German no word of English', () => {
  assert.deepEqual(recoveryLines(found, 'en').slice(0, 4), [
    'Recovered 2 waiting messages',
    'Resumed: what was running (1)',
    'Unknown: Run “sleep 12” was interrupted; it may or may not have happened',
    'Unknown: a message to you (channel:terminal) was interrupted; it may or may not have happened',
  ]);
  const german = recoveryLines(found, 'de');
  assert.equal(german.length, recoveryLines(found, 'en').length);
  assert.deepEqual(englishLines(german.filter(line => !line.includes('“sleep 12”')).join('\n')), []);
  assert.match(german[3] ?? '', /eine Nachricht an dich \(channel:terminal\) wurde unterbrochen/);
});

test('given a sandbox, when it is shown in German, then only what is missing is quoted in the words of its program', () => {
  const sandboxLines = (shown: SandboxView) =>
    viewLines(sandboxShown(shown, { language: 'de', now: 0, typed: words => words }), style(false));
  const view = { packageHosts: [], isResetting: false };
  const reasoned = (said: Form) => ({ reason: inEnglish(said), said });
  const works = worksHere(says`though not with its newest options`, undefined);
  assert.equal(
    inEnglish(works),
    'works here, though not with its newest options: commands run in a sandbox without network.',
  );
  const well = { ...view, kind: 'bubblewrap', ...reasoned(works) } as const;
  const lines = sandboxLines({ ...well, health: healthAs(true, says`${2} sandboxes open`) });
  assert.deepEqual(englishLines(lines.join('\n')), []);
  const broken = says`No command runs: config.toml asks for ${'docker'}, and ${says`${'docker'} is not available here`}.`;
  const sick = sandboxLines({ ...view, kind: 'docker', ...reasoned(broken), health: healthAs(false, broken) });
  assert.deepEqual(englishLines(sick.join('\n')), []);
  assert.equal(sick.filter(line => line.includes('Kein Befehl läuft: config.toml verlangt docker')).length, 2);
  const others = says`No command runs: config.toml asks for ${'docker'}, and ${'its runner said: gone'}.`;
  const quoted = sandboxLines({ ...view, kind: 'docker', ...reasoned(others), health: { ok: false, detail: 'gone' } });
  assert.match(quoted[0] ?? '', /verlangt docker, und its runner said: gone\./);
});
