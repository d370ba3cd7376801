import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LoadOptions, loadConfig } from '../../config/load.ts';

const key = 'sk-ant-test-4f1d9c27';

function faultsOf(config: string, env: LoadOptions['env']): string {
  const loaded = loadConfig({
    home: '/nowhere',
    env,
    keepFile: () => {},
    removeFile: () => {},
    isOpenToOthers: () => false,
    readFile: path => (path.endsWith('config.toml') ? config : undefined),
  });
  if (loaded.ok) return '';
  assert.ok(!loaded.message.includes(key));
  return loaded.faults.map(({ key, expected }) => `${key}: ${expected}`).join('\n');
}

test('given another address for Anthropic, when its key is set, then one fault says which setting to write, and here it may go', () => {
  const gateway = { ANTHROPIC_BASE_URL: 'https://gw.example' };
  const fault = faultsOf('', { ...gateway, ANTHROPIC_API_KEY: key });
  assert.match(
    fault,
    /^models\.anthropic\.key: the name of another variable in \.env, with the key of https:\/\/gw\.example/,
  );
  assert.equal(faultsOf('', gateway), '', 'nothing is sent without it');
  assert.equal(faultsOf('[models.anthropic]\nkey = "GW_KEY"\n', { ...gateway, GW_KEY: key }), '');
  assert.match(
    faultsOf('[models.anthropic]\nkey = "GW_KEY"\nbase_url = "http://10.0.0.7"\n', { GW_KEY: key }),
    /^models\.anthropic\.base_url: an https:\/\/ address/,
  );
  assert.equal(faultsOf('', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:4000', ANTHROPIC_API_KEY: key }), '');
});

test('given a bot token, when it would travel over plain http, then it is a fault', () => {
  assert.match(
    faultsOf('[channels.telegram]\napi_root = "http://bots.example"\n', {}),
    /^channels\.telegram\.api_root: an https/,
  );
  assert.equal(faultsOf('[channels.telegram]\napi_root = "http://127.0.0.1:8081"\n', {}), '');
});
