/** What the tools need of this machine, and whether the agent's own are still what was allowed. */
import { findBrowser } from '../../adapters/browser/launch.ts';
import { randomText } from '../../adapters/process/clock.ts';
import { scriptsFolder } from '../../adapters/scripts/scripts-folder.ts';
import { readToolEntry } from '../../adapters/scripts/tool-entry.ts';
import { withSecurityRecords } from '../../adapters/stores/sqlite/queries/security-records.ts';
import { browserCheck, gitCheck } from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import { formerAgent, workspaceHooks } from '../../commands/security/places.ts';
import { changedTools } from '../../commands/security/records.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import type { CheckServices, LookServices } from '../feature.ts';

export function checks({ config: { browser } }: CheckServices): readonly Check[] {
  const executable = browser.enabled ? findBrowser(browser.executable) : undefined;
  return [gitCheck(), browserCheck(executable, browser.enabled)];
}

export function looks({ paths, program }: LookServices): readonly SecurityLook[] {
  return [
    { name: 'hooks', run: () => workspaceHooks(paths) },
    { name: 'scripts', run: () => formerAgent(paths) },
    {
      name: 'tools',
      run: () =>
        withSecurityRecords(paths.database, ({ tools }) => changedTools(tools(), hashesIn(paths.scripts), program)) ??
        [],
    },
  ];
}

function hashesIn(scripts: string): (name: string) => string | undefined {
  const folder = scriptsFolder(scripts, () => randomText(8));
  return name => readToolEntry(folder, name, () => false)?.hash;
}
