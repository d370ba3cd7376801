/** Looks of the terminal. */

type Look = (text: string) => string;

export interface Paint {
  readonly isColored: boolean;
  readonly dim: Look;
  readonly accent: Look;
  readonly warn: Look;
  readonly bold: Look;
  readonly italic: Look;
  readonly underline: Look;
  readonly strike: Look;
  readonly heading: Look;
  readonly code: Look;
  readonly added: Look;
  readonly removed: Look;
  /** By the number of a colour, 30 to 37 and 90 to 97: what every terminal has, in the shades its owner chose. */
  readonly color: (code: number, text: string) => string;
}

/** Without colour the text as it is. */
export function paintOf(isColored: boolean): Paint {
  const paint = (on: string, off: string) => (text: string) =>
    isColored && text !== ''
      ? `\x1b[${on}m${text.replaceAll(`\x1b[${off}m`, `\x1b[${off}m\x1b[${on}m`)}\x1b[${off}m`
      : text;
  return {
    isColored,
    dim: paint('2', '22'),
    accent: paint('36', '39'),
    warn: paint('33', '39'),
    bold: paint('1', '22'),
    italic: paint('3', '23'),
    underline: paint('4', '24'),
    strike: paint('9', '29'),
    heading: text => paint('1', '22')(paint('36', '39')(text)),
    code: paint('36', '39'),
    added: paint('32', '39'),
    removed: paint('31', '39'),
    color: (code, text) => paint(String(code), '39')(text),
  };
}
