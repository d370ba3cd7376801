/** What is kept of secrets that were asked for, in the table of the feature. */
import type { KeptRequest, RequestState } from '../../domain/connections/request.ts';
import type { SecretRule } from '../../domain/secrets/rule.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { ConnectionLedger } from '../../ports/secrets/requests.ts';
import type { Tables } from '../../ports/tables.ts';

interface Row {
  readonly id: number;
  readonly handle: string;
  readonly name: string;
  readonly why: string;
  readonly rule: string;
  readonly session: string;
  readonly at: number;
  readonly until: number;
  readonly state: string;
}

/** {@link ConnectionLedger} over the table of the feature. */
export function connectionLedger(tables: Tables): ConnectionLedger {
  const withHandle = (handle: string) =>
    tables.all<Row>('SELECT * FROM connections_requests WHERE handle = ?', handle).map(requestOf)[0];
  return {
    requests: () =>
      tables
        .all<Row>("SELECT * FROM connections_requests ORDER BY state = 'open' DESC, id DESC LIMIT 100")
        .map(requestOf),
    ask({ handle, name, why, rule, session, at, until }) {
      tables.run(
        `INSERT INTO connections_requests (handle, name, why, rule, session, at, until, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'open')`,
        ...[handle, name, why, JSON.stringify(rule), session, at, until],
      );
      const kept = withHandle(handle);
      if (!kept) throw fault('defect', 'expected the request that was just written');
      return kept;
    },
    end(id, state) {
      const isOpen = tables.all("SELECT 1 FROM connections_requests WHERE id = ? AND state = 'open'", id).length > 0;
      // the link is good no more, so nothing has to remember it
      if (isOpen) tables.run('UPDATE connections_requests SET state = ?, handle = id WHERE id = ?', state, id);
      return isOpen;
    },
  };
}

function requestOf({ rule, state, ...row }: Row): KeptRequest {
  return { ...row, rule: JSON.parse(rule) as SecretRule, state: state as RequestState };
}
