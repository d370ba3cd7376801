import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { configFileSchema } from '../../config/schema.ts';
import { builtInKinds } from '../../src/adapters/kinds.ts';
import { agentFileSchema } from '../../src/features/conversation/settings.ts';

const read = (name: string) => readFileSync(new URL(`../../config/${name}`, import.meta.url), 'utf8');
/** The example with every commented setting taken out of its comment: `#key = …`, while prose is `# Prose`. */
const uncommented = (text: string) => text.replace(/^#(?=\w+ = |\[)/gm, '');

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Every setting of a schema, dotted; a table without fixed keys counts as one. */
function settings(node: Node, path: readonly string[] = []): string[] {
  if (!node.properties) return [path.join('.')];
  return Object.entries(node.properties).flatMap(([key, child]) => settings(child, [...path, key]));
}

function has(table: unknown, path: string): boolean {
  return (
    path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], table) !==
    undefined
  );
}

/** Settings that have no default, so the example shows one of its own. */
const examples = [
  'a2a.url',
  'a2a.peers',
  'a2a.agents',
  'owner.name',
  'owner.time_zone',
  'models.default',
  'models.prefer',
  'models.natural_tools',
  'models.effort',
  'models.providers',
  'models.roles',
  'models.skills',
  'sandbox.runtime',
  'sandbox.docker_socket',
  'browser.executable',
  'budget.max_tokens_per_session',
  'budget.max_tokens_per_day',
  'budget.eur_per_usd',
  'telemetry.endpoint',
  'mcp',
  'agents',
  'workers',
  'gates',
  'scheduled_tasks',
  'personality.axes.warmth',
  'personality.axes.assertiveness',
  'personality.axes.verbosity',
  'personality.axes.formality',
  'personality.axes.humor',
  'personality.axes.initiative',
  'personality.axes.certainty',
  'personality.presets',
  'personality.topics',
];

for (const [file, schema] of [
  ['config.example.toml', configFileSchema(builtInKinds)],
  ['agent.example.toml', agentFileSchema],
] as const satisfies readonly (readonly [string, z.ZodType])[]) {
  test(`given ${file} as it is shipped, when it is parsed, then it changes nothing`, () => {
    assert.deepEqual(schema.parse(parse(read(file))), schema.parse({}));
  });

  test(`given ${file} with every setting un-commented, when it is parsed, then every setting is there and valid`, () => {
    const table = parse(uncommented(read(file)));
    const all = settings(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node);
    assert.deepEqual(
      all.filter(path => !has(table, path)),
      [],
    );
    schema.parse(table);
  });

  test(`given ${file} with every setting un-commented, when it is compared, then each shows the schema's default`, () => {
    const table = parse(uncommented(read(file))) as Record<string, Record<string, unknown>>;
    for (const path of examples) {
      const keys = path.split('.');
      const last = keys.pop() ?? '';
      const parent = keys.reduce<Record<string, unknown> | undefined>((at, key) => at?.[key] as never, table);
      if (parent) delete parent[last];
    }
    assert.deepEqual(schema.parse(table), schema.parse({}));
  });
}
