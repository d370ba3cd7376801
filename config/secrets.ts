/** Named secrets that do not show themselves: printed, inspected or turned into JSON, only the name is there. */

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A secret whose value is read only by asking for it. */
export function secret(name: string, value: string): Secret {
  return Object.defineProperty({ name }, 'value', { value, enumerable: false }) as Secret;
}

/** The value of one named secret; undefined where it is not set. */
export function reveal(secrets: readonly Secret[], name: string): string | undefined {
  return secrets.find(secret => secret.name === name)?.value;
}
