/** A small terminal: what the bytes of a program look like on a screen of 60 columns and 24 rows. */

export interface Screen {
  write(text: string): void;
  /** Every row since the start, those that scrolled away as well. */
  rows(): readonly string[];
}

export const size = { columns: 60, rows: 24 } as const;

/** Understands what readline and the chat write; anything else throws, since it would be an escape nobody meant. */
export function screen(): Screen {
  const lines: string[][] = [[]];
  let [row, column] = [0, 0];
  let rest = '';

  const top = () => Math.max(0, lines.length - size.rows);
  const line = () => {
    while (lines.length <= row) lines.push([]);
    return lines[row] as string[];
  };

  function control(kind: string, arguments_: string): void {
    const count = Number(arguments_ || 1);
    if (kind === 'A') row = Math.max(top(), row - count);
    else if (kind === 'B') row += count;
    else if (kind === 'C') column += count;
    else if (kind === 'D') column = Math.max(0, column - count);
    else if (kind === 'G') column = count - 1;
    else if (kind === 'J' && arguments_ !== '2') {
      line().length = Math.min(column, line().length);
      lines.length = row + 1;
    } else if (kind === 'K') line().length = Math.min(column, line().length);
    else if (!(kind === 'h' || kind === 'l') || arguments_ !== '?2004')
      throw new Error(`unexpected escape ${arguments_}${kind}`);
  }

  return {
    write(text) {
      let input = rest + text;
      rest = '';
      while (input !== '') {
        const sequence = /^\x1b\[([?\d;]*)([A-Za-z])/.exec(input);
        if (sequence) control(sequence[2] ?? '', sequence[1] ?? '');
        else if (input.startsWith('\x1b')) {
          if (!/^\x1b(?:\[[?\d;]*)?$/.test(input))
            throw new Error(`unexpected escape ${JSON.stringify(input.slice(0, 8))}`);
          rest = input;
          return;
        } else if (input[0] === '\n') row++;
        else if (input[0] === '\r') column = 0;
        else {
          if (column >= size.columns) [row, column] = [row + 1, 0];
          const cells = line();
          while (cells.length < column) cells.push(' ');
          cells[column++] = input[0] ?? '';
        }
        line();
        input = input.slice(sequence ? sequence[0].length : 1);
      }
    },
    rows: () => lines.map(cells => cells.join('').trimEnd()),
  };
}
