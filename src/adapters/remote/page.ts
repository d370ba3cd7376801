/** The page of the process that holds the home: what the owner may have made for it, over its loopback port. */
import { fault } from '../../domain/supervision/failure.ts';
import type { PageRole } from '../../domain/supervision/view.ts';
import { type RemoteAddress, record, remoteCall } from './call.ts';

export interface RemotePage {
  /** A file that leads a browser into the page once, within a minute, as this role. Throws a `Fault`. */
  file(role: PageRole): Promise<string>;
  /** A new token for the role; the one before is good for nothing. Throws a `Fault`. */
  renew(role: PageRole): Promise<void>;
}

export function remotePage(address: RemoteAddress): RemotePage {
  const post = async (path: string, role: PageRole) => {
    const answer = await remoteCall(address, 'POST', path, { body: { role } });
    if (!answer.ok) throw answer.fault;
    return record(answer.value);
  };
  return {
    async file(role) {
      const { file } = await post('/api/entries', role);
      if (typeof file !== 'string')
        throw fault('unavailable', 'the running process gave no file to open; is it an older one?');
      return file;
    },
    async renew(role) {
      await post('/api/token/renew', role);
    },
  };
}
