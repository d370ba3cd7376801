/** A text of a table with its values put in: `fill('Show {key}', { key: 'k3Qm9xTd' })`. A name without a value stays. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (name, key: string) => (Object.hasOwn(values, key) ? String(values[key]) : name));
}
