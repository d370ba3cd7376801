/** The audit chain as it is shown, the newest entry last. */

import type { AuditEntry } from '../../domain/audit/audit.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Look, lines, type View } from '../view.ts';

export function auditShown({ entries }: { readonly entries: readonly AuditEntry[] }, { language }: Look): View {
  if (entries.length === 0) return [lines(none[language])];
  return [{ kind: 'table', rows: entries.toSorted((a, b) => a.n - b.n).map(entry => ({ cells: cellsOf(entry) })) }];
}

function cellsOf({ n, at, kind, subject, actor, facts }: AuditEntry): readonly string[] {
  const said = Object.entries(JSON.parse(facts) as Record<string, unknown>).map(
    ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const when = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return [String(n), when, kind, oneLine(subject, 60) || '–', oneLine(actor, 40) || '–', oneLine(said.join(', '), 160)];
}

const none = catalog('api/views/audit', { en: 'No entries of that kind.', de: 'Keine Einträge dieser Art.' });
