/** The page of the process that holds the home: what the owner may have made for it, over its loopback port. */
import { fault } from '../machines/domain/failure.ts';
import type { PageRole } from '../machines/domain/view.ts';
import { type RemoteAddress, record, remoteCall } from './remote/call.ts';

export interface RemotePage {
  /** A code that opens the page once, within a minute, as this role. Throws a `Fault`. */
  code(role: PageRole): Promise<string>;
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
    async code(role) {
      const { code } = await post('/api/entries', role);
      if (typeof code !== 'string')
        throw fault('unavailable', 'the running process gave no way in; is it an older one?');
      return code;
    },
    async renew(role) {
      await post('/api/token/renew', role);
    },
  };
}
