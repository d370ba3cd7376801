/** Which packages of a folder are not installed as its package.json names them. Nothing is installed here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names with their versions, `NAME@VERSION`. */
export function missingPackages(folder: string): readonly string[] {
  const { dependencies } = read(join(folder, 'package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return Object.entries(dependencies).flatMap(([name, version]) =>
    installedVersion(folder, name) === version ? [] : [`${name}@${version}`],
  );
}

function installedVersion(folder: string, name: string): string | undefined {
  try {
    return (read(join(folder, 'node_modules', name, 'package.json')) as { readonly version: string }).version;
  } catch {
    return undefined;
  }
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
