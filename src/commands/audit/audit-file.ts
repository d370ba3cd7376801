/** An exported audit chain (src/domain/audit/export.ts), read again and checked. */
import type { Anchor, AuditEntry, FoundAnchor } from '../../domain/audit/audit.ts';
import type { ChainResult } from '../../domain/audit/check.ts';
import { exportFormat } from '../../domain/audit/export.ts';
import { canonical } from '../../domain/text/json.ts';
import { chainReader } from './audit-hash.ts';

/** Checks a file line by line: header, rows, anchor, and nothing after it. The anchor must be that of the last row. */
export async function checkExport(
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<{ readonly result: ChainResult; readonly key: string }> {
  const reader = chainReader();
  let key = '';
  let at = 0;
  let rows = 0;
  let anchor: FoundAnchor = 'missing';
  let wrong: string | undefined;
  for await (const line of lines) {
    at++;
    const value = parsed(line);
    if (at === 1 && value === undefined) wrong = `line 1 is not the header of a ${exportFormat} file`;
    else if (value === undefined || canonical(value) !== line) wrong = `line ${at} was changed`;
    else if (at === 1) {
      if (value['format'] !== exportFormat || typeof value['key'] !== 'string')
        wrong = `line 1 is not the header of a ${exportFormat} file`;
      key = String(value['key']);
    } else if (anchor !== 'missing') wrong = `line ${at} stands after the anchor`;
    else if ('anchor' in value) anchor = asAnchor(value['anchor']);
    else {
      rows++;
      reader.add({ ...(value as unknown as AuditEntry), facts: canonical(value['facts']) });
    }
    if (wrong) break;
  }
  if (at === 0) wrong = 'the file is empty';
  const result = reader.result(anchor, key);
  if (wrong) return { key, result: { ...result, broken: { n: rows, problem: wrong } } };
  if (!result.broken && typeof anchor !== 'string' && anchor.n !== result.rows) {
    const problem = `the anchor is at row ${anchor.n} and the file ends at row ${result.rows}`;
    return { key, result: { ...result, broken: { n: result.rows, problem } } };
  }
  return { key, result };
}

function asAnchor(value: unknown): FoundAnchor {
  const { n, hash, at, key, signature: signed } = (value ?? {}) as Partial<Record<keyof Anchor, unknown>>;
  if (typeof n !== 'number' || typeof at !== 'number' || typeof hash !== 'string') return 'unreadable';
  return typeof key === 'string' && typeof signed === 'string' ? { n, hash, at, key, signature: signed } : 'unreadable';
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
