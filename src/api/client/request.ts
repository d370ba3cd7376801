/** An operation as the HTTP request that asks for it. */
import { type Operation, pathFields } from '../contract.ts';

export interface OperationRequest {
  readonly method: Operation['http']['method'];
  readonly path: string;
  /** Absent: a GET. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** `commandId` goes with an act, where it takes one. */
export function requestOf(
  { http, role, commandId: taken }: Operation,
  input: object,
  commandId: string,
): OperationRequest {
  const { method } = http;
  const inPath = pathFields(http.path);
  const fields = Object.entries(input).filter(([name, value]) => value !== undefined && !inPath.includes(name));
  const values = input as Readonly<Record<string, unknown>>;
  const path = http.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  if (method === 'GET') {
    const query = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
    return { method, path: query.size === 0 ? path : `${path}?${query}` };
  }
  const named = role === 'owner' && taken !== 'none' ? { commandId } : {};
  return { method, path, body: { ...named, ...Object.fromEntries(fields) } };
}
