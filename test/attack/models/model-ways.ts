/**
 * Addresses that look like this machine and are not, and tables that would carry a maker's key to another server: drawn
 * from many ways of writing them, with the settings as the program reads them.
 */
import { loadConfig } from '../../../config/load.ts';
import { builtInKinds, withProviders } from '../../../src/adapters/kinds.ts';
import { presets } from '../../../src/adapters/models/openai/presets.ts';
import { modelAddress } from '../../../src/domain/models/address.ts';
import type { ModelKind } from '../../../src/ports/model-kind.ts';
import { type Chance, random } from '../../domain/random.ts';
import type { Area } from '../area.ts';
import { seedOf } from '../draw.ts';

const loopbacks = ['127.0.0.1', 'localhost', '[::1]', '127.1', '2130706433', '0x7f.0.0.1', '[::ffff:127.0.0.1]'];
const others = ['192.168.1.20', '10.0.0.7', 'box', 'box.local', 'gw.example', '[fd00::7]', '8.8.8.8', '[2606:4700::1]'];
const lookalikes = [
  ...['localhost.example', 'notlocalhost', 'localhost-gw.example', 'local', '128.0.0.1', '126.255.255.255', 'unix'],
  ...['[::2]', '[::ffff:10.0.0.7]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', '0x80.1', '127.0.0.1.example'],
];
const keyOrigins = new Map([
  ['ANTHROPIC_API_KEY', 'https://api.anthropic.com'],
  ['STRAYLIGHT_TELEGRAM_TOKEN', 'https://api.telegram.org'],
  ...Object.values(presets).flatMap(({ keyVariable, baseUrl }) =>
    keyVariable === undefined || baseUrl === undefined ? [] : [[keyVariable, new URL(baseUrl).origin] as const],
  ),
]);
const names = Object.keys(presets);
const variables = ['none', 'BOX_KEY', ...keyOrigins.keys()];
const env = Object.fromEntries(variables.slice(1).map(name => [name, `test-value-of-${name}`]));

export const modelWays: Area = {
  name: 'addresses and keys of models',
  async run({ share, draw }) {
    const chance = random(seedOf(`models ${draw}`));
    const runs = Math.max(20, Math.ceil(2_000 * share));
    const breaches = loopbacks
      .filter(host => !modelAddress(`http://${host}:8080/v1`)?.isLocal)
      .map(host => `not taken for this machine: ${host}`);
    for (let run = 0; run < runs; run += 1) {
      const address = foreign(chance);
      const key = chance.integer(2) === 0 ? '' : `key = "${chance.pick(variables)}"\n`;
      const preset = chance.integer(2) === 0 ? '' : `preset = "${chance.pick(names)}"\n`;
      const name = chance.pick(['mine', 'box', ...names.filter(one => one !== 'compatible')]);
      const server = `[models.providers.${name}]\nbase_url = "${address}"\n${preset}${key}`;
      const anthropic = `[models.anthropic]\nbase_url = "${address}"\n${key}`;
      breaches.push(...breachesOf(name, server, address), ...breachesOf('anthropic', anthropic, address));
    }
    return { probes: 2 * runs + loopbacks.length, breaches };
  },
};

/** A host of another machine that holds a name or number of this one. */
function foreign(chance: Chance): string {
  const [here = '', there = ''] = [chance.pick(loopbacks), chance.pick(others)].map(one =>
    one.replace(/[^\w.-]/g, '-'),
  );
  const woven = [`${here}.${there}.example`, `${there}.${here}.example`, `${here}-${there}.example`];
  const host = chance.pick([...woven, ...lookalikes, ...others]);
  return `${chance.pick(['http', 'https'])}://${host}:${chance.pick([80, 443, 8080, 65_535])}/v1`;
}

/** What a table would achieve, where the settings let it count. */
function breachesOf(name: string, table: string, address: string): readonly string[] {
  const kind = settled(name, table);
  if (!kind || !URL.canParse(address)) return [];
  const where = table.replaceAll('\n', ', ');
  const { origin } = new URL(address);
  return [
    ...(kind.isLocal ? [`taken for this machine: ${where}`] : []),
    ...kind.secrets.flatMap(secret => [
      ...(keyOrigins.has(secret) && keyOrigins.get(secret) !== origin ? [`${secret} leaves: ${where}`] : []),
      ...(origin.startsWith('http:') ? [`${secret} unencrypted: ${where}`] : []),
    ]),
  ];
}

function settled(name: string, text: string): ModelKind | undefined {
  const loaded = loadConfig({
    home: '/nowhere',
    env,
    keepFile: () => {},
    removeFile: () => {},
    isOpenToOthers: () => false,
    readFile: path => (path.endsWith('config.toml') ? text : undefined),
  });
  if (!loaded.ok) return undefined;
  return withProviders(builtInKinds, loaded.config.models).models.find(kind => kind.name === name);
}
