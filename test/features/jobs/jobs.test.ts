/** What is scheduled is part of the instructions; the copies that the built-in backup makes are few. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { z } from 'zod';
import { section } from '../../../config/fields.ts';
import { loadConfig } from '../../../config/load.ts';
import { compose } from '../../../src/compose.ts';
import { noUsage } from '../../../src/domain/conversation/message.ts';
import { defineFeature } from '../../../src/features/feature.ts';
import { defineModelKind } from '../../../src/ports/model-kind.ts';

test('given a job, when a model is asked and backups are made, then it reads when the job runs next, and seven copies are kept', async t => {
  const home = mkdtempSync(join(tmpdir(), 'straylight-jobs-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const read: string[] = [];
  const kind = defineModelKind({
    name: 'listener',
    settings: section({ about: z.string().default('') }),
    secrets: [],
    prices: 'free',
    capabilities: () => ({ maxOutputTokens: 1_000, silenceMs: 0, makesSpans: false }),
    create: async () => ({
      name: 'listener',
      info: async () => ({ contextTokens: 100_000, takesImages: false, takesTools: true }),
      health: async () => ({ ok: true, models: ['any'] }),
      async complete({ system, model }) {
        read.push(system.map(({ text }) => text).join('\n'));
        return { text: 'Yes.', toolCalls: [], stop: 'end', usage: noUsage, model };
      },
    }),
  });
  const listeners = defineFeature({ name: 'listeners', kinds: { models: [kind] }, open: () => ({}) });
  const loaded = loadConfig({ home, env: {}, sections: [listeners] });
  if (!loaded.ok) throw new Error(loaded.message);
  const config = { ...loaded.config, models: { ...loaded.config.models, default: 'listener/any' } };
  const straylight = await compose(config, { features: [listeners], reaching: false, server: false });
  await straylight.start();
  const call = (name: string, input: object, commandId: string) =>
    straylight.operations.call(name, input, { by: 'program', role: 'owner', commandId });
  await call('jobs.define', { name: 'copy', schedule: '@yearly', builtin: 'backup', notify: 'never' }, 'define');
  for (let run = 0; run < 9; run += 1) {
    await call('jobs.act', { name: 'copy', act: 'run' }, `run-${run}`);
    await straylight.system.quiet();
  }
  const copies = readdirSync(join(home, 'backups')).filter(name => name.startsWith('daily-'));
  assert.ok(copies.length > 0 && copies.length <= 7, copies.join(', '));
  await straylight.say('session:terminal:main', 'hello');
  assert.match(read.at(-1) ?? '', /Scheduled jobs, with when each runs next .*: copy \(.*1 Jan \d{4}/);
  await straylight.stop();
});
