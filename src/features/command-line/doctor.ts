/** What `straylight doctor` looks at, and its report on security. */
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../../config/home.ts';
import { diskCheck, homeCheck, nodeCheck, portCheck, settingsCheck } from '../../commands/doctor/checks.ts';
import { databaseCheck } from '../../commands/doctor/database-check.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import { holder } from '../../commands/reach.ts';
import { security } from '../../commands/security/security.ts';
import type { Edge } from './edge.ts';

/** Without valid settings those that need none. */
export async function doctorChecks(home: string, { env }: Edge): Promise<readonly Check[]> {
  const paths = homePaths(home);
  const { loadConfig } = await import('../../../config/load.ts');
  const loaded = loadConfig({ home, env });
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
  const [{ checks }, { builtInKinds }] = await Promise.all([
    import('../checks/checks.ts'),
    import('../../adapters/kinds.ts'),
  ]);
  const { enabled, port } = loaded.config.channels.web;
  const running = holder(paths.lockFile, paths.portFile);
  return [...here, ...(enabled ? [portCheck(port, running)] : []), ...(await checks(loaded.config, builtInKinds))];
}

export async function securityOf(home: string, json: boolean, { io, env }: Edge): Promise<number> {
  const [{ loadConfig }, { securityLooks }] = await Promise.all([
    import('../../../config/load.ts'),
    import('../checks/security.ts'),
  ]);
  const looks = securityLooks({ paths: homePaths(home), loaded: loadConfig({ home, env }), env });
  return security({ looks, io, json });
}
