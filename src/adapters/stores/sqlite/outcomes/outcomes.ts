/** The table `outcomes`, read with what each piece of work was about, which stands where the work does. */
import type { Body } from '../../../../domain/conversation/body.ts';
import type { Outcome, OutcomeService } from '../../../../domain/outcomes/outcome.ts';
import { oneLine } from '../../../../domain/text/visible.ts';
import type { SqliteDatabase } from '../database.ts';

interface Row extends Omit<Outcome, 'about' | 'why'> {
  readonly about: string | null;
  readonly reason: string | null;
  readonly said: string | null;
}

const mostShown = 300;

/** `read`: the text of a body. */
export function outcomeService(database: SqliteDatabase, read: (body: Body) => string): OutcomeService {
  const newest = database.prepare<[string | null, number], Row>(`
    SELECT o.id, o.kind, o.name, o.session, o.state, o.reason, o.verdict,
      (SELECT count(*) FROM agents_hops h JOIN agents_sessions s ON s.session = h.session
        WHERE o.kind = 'agent' AND h.child = replace(o.id, '#1', '') AND s.agent = o.name) AS hops, o.calls, o.tokens, o.micros,
      o.started_at AS startedAt, o.ended_at AS endedAt,
      CASE o.kind
        WHEN 'goal' THEN (SELECT json_quote(text) FROM goals WHERE id = CAST(o.name AS INTEGER))
        WHEN 'plan' THEN (SELECT json_quote(title) FROM agents_plans WHERE id = o.id)
        WHEN 'agent' THEN (SELECT body FROM messages m WHERE m.session = o.session AND m.role = 'owner' ORDER BY m.n LIMIT 1)
      END AS about,
      CASE WHEN o.kind = 'agent' AND o.state <> 'done'
        THEN (SELECT body FROM messages m WHERE m.session = o.session AND m.role = 'assistant' ORDER BY m.n DESC LIMIT 1)
      END AS said
    FROM outcomes o WHERE o.kind = coalesce(?, o.kind) ORDER BY o.ended_at DESC, o.id LIMIT ?`);
  const textOf = (json: string | null) => (json === null ? '' : oneLine(read(JSON.parse(json) as Body), mostShown));
  return {
    list: ({ kind, limit }) =>
      newest.all(kind ?? null, limit).map(({ about, reason, said, ...row }) => ({
        ...row,
        about: textOf(about),
        why: reason ?? textOf(said),
      })),
  };
}
