/**
 * `config.toml` and `.env` with what `straylight init` adds. What stands there already is never changed, but for the
 * model where its owner chose another one.
 */

/** A server that gets a table of its own. */
export interface NewServer {
  readonly name: string;
  readonly url?: string;
  /** The variable of its key, where its name is no preset. */
  readonly key?: string;
}

/** With this model as the default, in the place of another one. */
export function withModel(text: string, model: string, server?: NewServer): string {
  const line = `default = ${JSON.stringify(model)}`;
  const table = server ? `\n${serverTable(server)}` : '';
  const set = /^(\[models\][ \t]*(?:#.*)?\n(?:(?!\[).*\n)*?)default[ \t]*=.*$/m;
  if (set.test(text)) return `${ended(text.replace(set, (_, before: string) => `${before}${line}`))}${table}`;
  const offered = /^#default = .*$/m;
  if (offered.test(text)) return `${ended(text.replace(offered, () => line))}${table}`;
  const head = /^\[models\][ \t]*(?:#.*)?$/m;
  if (head.test(text)) return `${ended(text.replace(head, found => `${found}\n${line}`))}${table}`;
  return `${ended(text)}\n[models]\n${line}\n${table}`;
}

/** With another address in the table of a server that is there. The same text where it has no table of its own. */
export function withAddress(text: string, { name, url }: NewServer & { readonly url: string }): string {
  const head = `\\[models\\.providers\\.(?:${name}|"${name}")\\][ \\t]*(?:#.*)?\\n`;
  const line = `base_url = ${JSON.stringify(url)}`;
  const set = new RegExp(`^(${head}(?:(?!\\[).*\\n)*?)base_url[ \\t]*=.*$`, 'm');
  if (set.test(text)) return text.replace(set, (_, before: string) => `${before}${line}`);
  return ended(text).replace(new RegExp(`^${head}`, 'm'), found => `${found}${line}\n`);
}

/** Its table, as it stands in `config.toml`. */
export function serverTable({ name, url, key }: NewServer): string {
  const settings = Object.entries({ base_url: url, key }).flatMap(([setting, value]) =>
    value === undefined ? [] : [`${setting} = ${JSON.stringify(value)}\n`],
  );
  return `[models.providers.${name}]\n${settings.join('')}`;
}

/** With one more secret. */
export function withSecret(text: string, name: string, value: string): string {
  return `${ended(text)}${name}=${value}\n`;
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
