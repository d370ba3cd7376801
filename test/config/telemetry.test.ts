/** Where spans go: the settings, and what the standard variables say instead. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { loadConfig } from '../../config/load.ts';

function load(t: TestContext, config: string, env: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'straylight-config-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  for (const folder of ['scripts', 'run']) mkdirSync(join(home, folder));
  writeFileSync(join(home, 'config.toml'), config);
  return loadConfig({ home, env });
}

const file = '[telemetry]\nendpoint = "http://collector:4318/"\n';
const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

for (const [what, config, env, url] of [
  ['nothing', '', {}, undefined],
  ['an endpoint in the file', file, {}, 'http://collector:4318/v1/traces'],
  ['the standard variable beside it', file, base, 'http://127.0.0.1:4318/v1/traces'],
  [
    'the variable for traces alone',
    file,
    { ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/in' },
    'https://traces.example.com/in',
  ],
  ['telemetry that is switched off', file, { ...base, OTEL_SDK_DISABLED: 'true' }, undefined],
] as const)
  test(`given ${what}, when the settings are read, then spans go ${url === undefined ? 'nowhere' : `to ${url}`}`, t => {
    const loaded = load(t, config, env);
    assert.ok(loaded.ok);
    assert.deepEqual(loaded.config.telemetry, { steps: true, tracesUrl: url });
  });

test('given headers for the collector, when the settings are printed, then they are a secret; an address with a password is a fault', t => {
  const headers = 'api-key=hunter2-very-secret';
  const loaded = load(t, file, { OTEL_EXPORTER_OTLP_HEADERS: headers });
  assert.ok(loaded.ok);
  assert.ok(!inspect(loaded.config, { depth: 9 }).includes('hunter2'));
  const wrong = load(t, '', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:hunter2@collector:4318' });
  assert.ok(!wrong.ok);
  assert.match(wrong.message, /OTEL_EXPORTER_OTLP_ENDPOINT/);
});
