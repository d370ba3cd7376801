/** `straylight ui`: the link to the page, and the browser on a desktop. */
import type { Config } from '../../../config/load.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { ui } from '../../commands/ui.ts';
import type { Edge } from './edge.ts';

/** The browser is opened only where somebody sits here and looks at it. */
export async function uiHere(
  config: Config,
  { options, json }: Pick<Run, 'options' | 'json'>,
  { io, env, umask, isTerminal }: Edge,
): Promise<number> {
  const [{ knownPageToken, newPageToken, pageKey }, { remotePage }, { hasDesktop, openInBrowser }] = await Promise.all([
    import('../../adapters/remote/page-token.ts'),
    import('../../adapters/remote/page.ts'),
    import('../../adapters/process/desktop.ts'),
  ]);
  const { lockFile, portFile, run } = config.paths;
  const opens = options['no-open'] !== true && !json && isTerminal && hasDesktop(env, process.platform);
  return ui({
    lockFile,
    portFile,
    io,
    json,
    page: remotePage,
    role: options['read-only'] === true ? 'reader' : 'owner',
    isNew: options['new-token'] === true,
    token: role => knownPageToken(run, role),
    renewHere(role) {
      newPageToken(run, role);
      pageKey(run, { role, renew: true });
    },
    open: opens ? (target: string) => openInBrowser(target, umask) : undefined,
  });
}
