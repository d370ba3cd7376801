/** Colours of the terminal. */

export interface Paint {
  readonly dim: (text: string) => string;
  readonly accent: (text: string) => string;
  readonly warn: (text: string) => string;
}

/** Without colour the text as it is. */
export function paintOf(isColored: boolean): Paint {
  const paint = (code: number) => (text: string) => (isColored ? `\x1b[${code}m${text}\x1b[0m` : text);
  return { dim: paint(2), accent: paint(36), warn: paint(33) };
}
