/** `straylight ui`: the link to the page of the running process. It holds the token, so it is printed where it is asked for and nowhere else. */
import { fault } from '../machines/domain/failure.ts';
import type { Io } from './io.ts';
import { holder } from './reach.ts';

/** Throws `unavailable` where no process serves a page, or its token cannot be read. */
export function ui(options: {
  readonly lockFile: string;
  readonly portFile: string;
  readonly token: () => string | undefined;
  readonly io: Io;
}): number {
  const running = holder(options.lockFile, options.portFile);
  if (running?.port === undefined)
    throw fault(
      'unavailable',
      running
        ? 'the process that holds the home serves no page; see [channels.web] in config.toml'
        : 'Straylight does not run; start it with "straylight start"',
    );
  const token = options.token();
  if (token === undefined) throw fault('unavailable', 'the token of the page cannot be read; start Straylight again');
  options.io.out(`http://127.0.0.1:${running.port}/#t=${token}`);
  return 0;
}
