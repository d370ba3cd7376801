/** Texts with `{{name}}` in them. */

import type { Json, JsonObject } from '../text/json.ts';
import { dateFormat } from '../text/writing/locale.ts';

/**
 * Fills in what has a value; a name without one stays as it is written, so that a mistake is seen. A list is written
 * with commas.
 */
export function rendered(template: string, values: JsonObject): string {
  return template.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (written, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? written : textOf(value);
  });
}

function textOf(value: Json): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What every template of a run knows: the day and the instant it was meant for, in its zone, and its name. */
export function runValues(name: string, slot: number, timeZone: string): JsonObject {
  const parts = dateFormat('sv-SE', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'longOffset',
  }).formatToParts(slot);
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? '';
  const date = `${part('year')}-${part('month')}-${part('day')}`;
  const offset = part('timeZoneName').replace(/^GMT/, '').replace('−', '-') || 'Z';
  return {
    date,
    datetime: `${date}T${part('hour')}:${part('minute')}:${part('second')}${offset}`,
    job_id: name,
  };
}
