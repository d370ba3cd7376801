/** A question whose answer is typed at the terminal, and seen. */

/**
 * What was typed up to Enter. Empty at the end of the input, where `signal` ends the wait, and at Ctrl-C, which ends the
 * program as ever.
 */
export async function typedAnswer(question: string, signal?: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')));
  lines.once('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  const stop = () => lines.close();
  signal?.addEventListener('abort', stop, { once: true });
  const answer = signal?.aborted ? '' : await Promise.race([lines.question(question), ended]);
  signal?.removeEventListener('abort', stop);
  lines.close();
  return answer;
}
