/**
 * The lines of an exported audit chain: a header with the public key, the rows, the anchor; each in canonical form, so
 * that not a byte can change unnoticed.
 */

import { canonical } from '../text/json.ts';
import type { AuditEntry } from './audit.ts';

/** What the header says the file is. */
export const exportFormat = 'straylight.audit/1';

export const exportLine = (value: unknown): string => canonical(value);
export const exportHeader = (key: string): string => canonical({ format: exportFormat, key });
/** A row with its facts as an object. */
export const exportRow = (entry: AuditEntry): string => canonical({ ...entry, facts: JSON.parse(entry.facts) });
