/** What `straylight doctor` looks at, and its report on security. */
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../../config/home.ts';
import type { Config } from '../../../config/load.ts';
import { diskCheck, homeCheck, nodeCheck, settingsCheck } from '../../commands/doctor/checks.ts';
import { databaseCheck } from '../../commands/doctor/database-check.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import { security } from '../../commands/security/security.ts';
import type { CheckedFeature, CheckServices, LookServices } from '../feature.ts';
import type { Edge } from './edge.ts';

/** Without valid settings those that need none. */
export async function doctorChecks(home: string, { env, features }: Edge): Promise<readonly Check[]> {
  const paths = homePaths(home);
  const { loadConfig } = await import('../../../config/load.ts');
  const loaded = loadConfig({ home, env, sections: features });
  const here = [
    nodeCheck(process.versions.node, process.execPath),
    homeCheck(home, paths.envFile),
    diskCheck(home),
    databaseCheck(paths, async (file, most) => {
      const { databaseHealth } = await import('../../adapters/stores/sqlite/database-health.ts');
      return databaseHealth(file, most);
    }),
    settingsCheck(loaded, fileURLToPath(new URL('../../../config/config.example.toml', import.meta.url))),
  ];
  if (!loaded.ok) return here;
  const services = await checkServices(loaded.config, features);
  const checks = (await checkedFeatures()).map(feature => feature.checks?.(services) ?? []);
  const { embeddedChecks } = await import('../embedded.ts');
  const more = embeddedChecks(loaded.config, services.clock, features);
  return [...here, ...(await Promise.all(checks)).flat(), ...more];
}

export async function securityOf(home: string, json: boolean, { io, env, features }: Edge): Promise<number> {
  const paths = homePaths(home);
  const [{ loadConfig }, { shellWord }, { builtInKinds, withKinds }, { systemClock }] = await Promise.all([
    import('../../../config/load.ts'),
    import('../../domain/security/weakness.ts'),
    import('../../adapters/kinds.ts'),
    import('../../adapters/process/clock.ts'),
  ]);
  const loaded = loadConfig({ home, env, sections: features });
  const services: LookServices = {
    paths,
    env,
    kinds: withKinds(builtInKinds, features),
    clock: systemClock,
    settled: loaded.ok ? await checkServices(loaded.config, features) : undefined,
    program: `straylight --home ${shellWord(home)}`,
  };
  const looks = (await checkedFeatures()).flatMap(feature => feature.looks?.(services) ?? []);
  const unread = { name: 'settings', run: () => Promise.reject(new Error(loaded.ok ? '' : loaded.message)) };
  return security({ looks: loaded.ok ? looks : [...looks, unread], io, json });
}

/** Loaded late: they bring their adapters with them. */
function checkedFeatures(): Promise<readonly CheckedFeature[]> {
  return Promise.all([
    import('../process/checks.ts'),
    import('../page/checks.ts'),
    import('../network/checks.ts'),
    import('../models/checks.ts'),
    import('../sandbox/checks.ts'),
    import('../tools/checks.ts'),
    import('../undo/checks.ts'),
    import('../secrets/checks.ts'),
    import('../channels/checks.ts'),
    import('../keys/checks.ts'),
    import('../gates/checks.ts'),
    import('../approvals/checks.ts'),
    import('../audit/checks.ts'),
  ]);
}

async function checkServices(config: Config, features: Edge['features']): Promise<CheckServices> {
  const [{ builtInKinds, withKinds, withProviders }, { systemClock }, { networkOf }, { keyringOf }] = await Promise.all(
    [
      import('../../adapters/kinds.ts'),
      import('../../adapters/process/clock.ts'),
      import('../network/network.ts'),
      import('../keys/keys.ts'),
    ],
  );
  return {
    config,
    clock: systemClock,
    kinds: withProviders(withKinds(builtInKinds, features), config.models),
    network: networkOf(config, systemClock),
    keyring: keyringOf(config, systemClock),
  };
}
