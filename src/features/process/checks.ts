/** What weakens a home as a whole: its modes, its settings, and the process that holds it. */
import { homedir } from 'node:os';
import type { HomePaths } from '../../../config/home.ts';
import { letInFolders } from '../../adapters/files/let-in/table.ts';
import { folderCheck } from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import { holder } from '../../commands/reach.ts';
import { otherUsers, sharedKeys, statelyOn, systemText } from '../../commands/security/machine.ts';
import { openFiles } from '../../commands/security/places.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import { weakSettings } from '../../commands/security/settings.ts';
import type { CheckServices, LookServices } from '../feature.ts';

/** Each folder that the settings let in. */
export function checks({ config: { paths, workspace } }: CheckServices): readonly Check[] {
  const places = { home: paths.home, userFolder: homedir() };
  return workspace.folders.map(folder => folderCheck(folder, () => letInFolders([folder], places)));
}

export function looks({ paths, settled, env }: LookServices): readonly SecurityLook[] {
  const looks: readonly SecurityLook[] = [
    { name: 'modes', run: () => openFiles(paths) },
    { name: 'process', run: () => statelyOn(ofRunning(paths, 'cmdline')) },
  ];
  if (settled === undefined) return looks;
  const { config } = settled;
  return [
    ...looks,
    { name: 'settings', run: () => weakSettings(config) },
    {
      name: 'environment',
      run() {
        const running = ofRunning(paths, 'environ');
        const held = running === '' ? env : Object.fromEntries(running.split('\0').map(one => one.split(/=(.*)/s)));
        const users = otherUsers(systemText('/etc/passwd'), process.getuid?.() ?? -1);
        return sharedKeys(held, config.secretNames, held['INVOCATION_ID'] !== undefined || users.length > 0);
      },
    },
  ];
}

/** What the system knows of the process that holds the home; empty if there is none, or if it cannot be read. */
function ofRunning({ lockFile, portFile }: HomePaths, what: 'cmdline' | 'environ'): string {
  const running = holder(lockFile, portFile);
  return running === undefined ? '' : systemText(`/proc/${running.pid}/${what}`);
}
