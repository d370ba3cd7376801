/** A question whose answer is typed at the terminal, and seen. */

/** What was typed up to Enter. Empty at the end of the input and at Ctrl-C, which ends the program as ever. */
export async function typedAnswer(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>(resolve => lines.once('close', () => resolve('')));
  lines.once('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  const answer = await Promise.race([lines.question(question), ended]);
  lines.close();
  return answer;
}
