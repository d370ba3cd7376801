/** A terminal without a window: what the bytes of a program look like on it. */
import xterm from '@xterm/headless';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Screen {
  /** Resolves once it is on the screen. */
  write(text: string): Promise<void>;
  /** Every row since the start, those that scrolled away as well. */
  rows(): readonly string[];
  /** The same, where a row that the terminal broke is one line. */
  lines(): readonly string[];
  /** Row and column of the cursor, from the top of everything. */
  cursor(): { readonly row: number; readonly column: number };
  resize(size: Size): void;
}

export function screen({ columns, rows }: Size): Screen {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true });
  const { active } = terminal.buffer;
  const all = () => Array.from({ length: active.length }, (_, at) => active.getLine(at));
  const upTo = (found: readonly string[]) => found.slice(0, found.findLastIndex(row => row !== '') + 1);
  return {
    write: text => new Promise(resolve => terminal.write(text, resolve)),
    rows: () => upTo(all().map(line => line?.translateToString(true).trimEnd() ?? '')),
    lines() {
      const lines: string[] = [];
      for (const line of all()) {
        const text = line?.translateToString(true).trimEnd() ?? '';
        if (line?.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`);
        else lines.push(text);
      }
      return upTo(lines);
    },
    cursor: () => ({ row: active.baseY + active.cursorY, column: active.cursorX }),
    resize: ({ columns, rows }) => terminal.resize(columns, rows),
  };
}
