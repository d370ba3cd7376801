/** One commit as `git fast-import` reads it: files come as bytes in the stream, never from a folder. */

/** One file of a commit. */
export interface ScriptChange {
  readonly file: string;
  /** `null`: it is removed. */
  readonly content: Buffer | null;
  readonly executable?: boolean;
}

/** The stream; git answers with the id of the commit. */
export function commitStream({
  branch,
  message,
  changes,
  seconds,
  isFirst,
}: {
  readonly branch: string;
  readonly message: string;
  readonly changes: readonly ScriptChange[];
  /** UTC, since 1970. */
  readonly seconds: number;
  /** It has none before it. */
  readonly isFirst: boolean;
}): Buffer {
  const parts = [
    `commit ${branch}\nmark :1\ncommitter Straylight <straylight@localhost> ${seconds} +0000\n`,
    data(Buffer.from(message)),
    isFirst ? '' : `from ${branch}^0\n`,
    ...changes.flatMap(({ file, content, executable }) =>
      content ? [`M ${executable ? '100755' : '100644'} inline ${file}\n`, data(content)] : [`D ${file}\n`],
    ),
    '\nget-mark :1\n',
  ];
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part)));
}

/** Its length first, so that no content can end it. */
function data(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`data ${content.length}\n`), content, Buffer.from('\n')]);
}
