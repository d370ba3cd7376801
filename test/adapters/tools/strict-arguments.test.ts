/** Nothing that a model says in a call is dropped in silence. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { loadConfig } from '../../../config/load.ts';
import { directExecutor } from '../../../src/adapters/executors/direct/direct.ts';
import { defaultLimits } from '../../../src/adapters/executors/limits.ts';
import { confinedFiles } from '../../../src/adapters/files/confined-files.ts';
import { confinedPaths } from '../../../src/adapters/files/confined-path.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { argumentsSchema } from '../../../src/adapters/toolbox/arguments.ts';
import { toolLibrary } from '../../../src/adapters/toolbox/tool-library.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import type { JsonObject } from '../../../src/domain/text/json.ts';
import { memoryTools } from '../../../src/features/memory/tools.ts';
import { networkOf } from '../../../src/features/network/network.ts';
import { builtInTools } from '../../../src/features/tools/built-in.ts';
import { defineTool } from '../../../src/ports/tool.ts';

/** Every object in a JSON Schema that lists what it takes. */
function* objectsIn(schema: unknown, path = ''): Generator<{ readonly path: string; readonly object: JsonObject }> {
  if (typeof schema !== 'object' || schema === null) return;
  const object = schema as JsonObject;
  if (typeof object['properties'] === 'object') yield { path, object };
  for (const [key, value] of Object.entries(object)) yield* objectsIn(value, `${path}/${key}`);
}

suite('strict arguments', () => {
  test('given every tool the program brings, when a call names an argument that is none, then it is refused with those there are', async t => {
    const home = mkdtempSync(join(tmpdir(), 'straylight-strict-'));
    t.after(() => rmSync(home, { recursive: true, force: true }));
    const loaded = loadConfig({ home, env: {} });
    assert.ok(loaded.ok);
    const config = { ...loaded.config, sandbox: { ...loaded.config.sandbox, executor: 'direct' as const } };
    // one of an embedding program, with a schema that zod alone would not close
    const mine = defineTool({
      name: 'count_words',
      description: 'Counts.',
      schema: z.object({ text: z.string() }),
      effect: 'read',
      intent: () => 'Count.',
      run: async () => ({ text: '' }),
    });
    const { workspace, scripts, settings } = config.paths;
    for (const folder of [workspace, scripts, settings]) mkdirSync(folder, { recursive: true });
    const executor = directExecutor({ workspace, scripts, limits: defaultLimits, clock: systemClock });
    t.after(() => executor.close());
    const nobody = {} as never; // no tool is run
    const builtIn = builtInTools({
      letIn: [],
      config,
      executor,
      network: networkOf(config, systemClock),
      redact: String,
      channel: () => undefined,
      acts: nobody,
      files: confinedFiles(confinedPaths({ folders: { workspace, scripts, settings } }), systemClock),
      settingsJobs: nobody,
      fetcher: nobody,
      ledger: nobody,
      fileLedger: nobody,
      secrets: nobody,
    });
    const memory = memoryTools({
      store: nobody,
      conversation: nobody,
      conversations: nobody,
      forget: nobody,
      service: nobody,
      partitions: nobody,
      now: () => 0,
      timeZone: 'UTC',
    });
    t.after(() => builtIn.close());
    const { fixed: tools } = toolLibrary({
      scripts,
      executor,
      clock: systemClock,
      ledger: nobody,
      builtIn: [...builtIn.tools, ...memory, mine],
      most: 9,
      repository: join(home, 'scripts.git'),
      language: 'en',
      redact: String,
      report: () => {},
      log: () => {},
    });
    assert.ok(tools.length >= 17, tools.map(({ name }) => name).join());
    for (const tool of tools) {
      const toolbox = createToolbox([tool]);
      const call = toolbox.resolve({ callId: 'c', name: tool.name, arguments: '{"zz_no_such":1,"zz_other":2}' });
      assert.ok('problem' in call);
      assert.match(call.problem, /"zz_no_such", "zz_other" are not known here; it takes [a-z]/, tool.name);
      for (const { path, object } of objectsIn(z.toJSONSchema(tool.schema, { io: 'input' })))
        if (tool !== mine) assert.equal(object['additionalProperties'], false, `${tool.name}${path}`);
    }
  });

  test('given the schema of a script, when more comes than it lists, then it is refused unless the schema lets it in', () => {
    const properties = { a: { type: 'string' } };
    const takes = (schema: object, args: object) => argumentsSchema(schema as JsonObject).safeParse(args).success;
    for (const [schema, isClosed] of [
      [{ type: 'object', properties }, true],
      [{ type: 'object', properties: {} }, true],
      [{ type: 'object', properties, additionalProperties: false }, true],
      [{ type: 'object', properties, additionalProperties: true }, false],
      [{ type: 'object', properties, additionalProperties: { type: 'number' } }, false],
      [{ type: 'object' }, false],
    ] as const) {
      assert.ok(takes(schema, {}), JSON.stringify(schema));
      assert.equal(takes(schema, { zz: 1 }), !isClosed, JSON.stringify(schema));
    }
  });
});
