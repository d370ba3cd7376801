/** Markdown with its prose wrapped at 120 columns. Tables, headings and blocks of code stay as they are. */
const columns = 120;

export function wrapped(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  let open: { readonly first: string; readonly rest: string; text: string } | undefined;
  const close = () => {
    if (open) lines.push(...filled(open.text, open.first, open.rest));
    open = undefined;
  };
  for (const line of markdown.split('\n')) {
    const [, ticks] = /^(`{3,})/.exec(line) ?? [];
    const [, item, text = ''] = /^(- )(.*)$/.exec(line) ?? [];
    if (fence !== undefined || ticks !== undefined) {
      close();
      lines.push(line);
      fence = fence === undefined ? ticks : fence === line ? undefined : fence;
    } else if (/^(#|\||<!--|$)/.test(line)) {
      close();
      lines.push(line);
    } else if (item !== undefined) {
      close();
      open = { first: item, rest: '  ', text };
    } else if (open) open.text += ` ${line}`;
    else open = { first: '', rest: '', text: line };
  }
  close();
  return lines.join('\n');
}

function filled(text: string, first: string, rest: string): readonly string[] {
  // code and links are not broken
  const words = text.match(/(?:`[^`]*`|\[[^\]]*\]\([^)]*\)|\S)+/g) ?? [];
  const [head = '', ...others] = words;
  const lines = [`${first}${head}`];
  for (const word of others) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= columns) lines[lines.length - 1] = longer;
    else lines.push(`${rest}${word}`);
  }
  return lines;
}
