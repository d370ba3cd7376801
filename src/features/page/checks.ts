/** Whether the page can be served, and who else could open it. */
import { portCheck } from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import { holder } from '../../commands/reach.ts';
import { openAddress, otherUsers, sharedPort, systemText } from '../../commands/security/machine.ts';
import { weakTokens } from '../../commands/security/places.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import type { CheckServices, LookServices } from '../feature.ts';

export function checks({ config: { channels, paths } }: CheckServices): readonly Check[] {
  const { enabled, port } = channels.web;
  return enabled ? [portCheck(port, holder(paths.lockFile, paths.portFile))] : [];
}

export function looks({ paths, program, clock, settled }: LookServices): readonly SecurityLook[] {
  const tokens = { name: 'tokens', run: () => weakTokens(paths, program, clock.now()) };
  if (settled === undefined) return [tokens];
  const { web } = settled.config.channels;
  const port = web.enabled ? web.port : undefined;
  const users = () => otherUsers(systemText('/etc/passwd'), process.getuid?.() ?? -1);
  return [
    tokens,
    { name: 'port', run: () => openAddress(['/proc/net/tcp', '/proc/net/tcp6'].map(systemText), port) },
    { name: 'users', run: () => sharedPort(users(), port) },
  ];
}
