/** The schema that the answer to a piece of work is to fit: it stands at the end of the work, in words of this program. */
import type { JsonObject } from '../text/json.ts';

const words = 'Answer with one JSON object alone that fits this JSON Schema:\n';

export function schemaText(schema: Readonly<Record<string, unknown>>): string {
  return `${words}${JSON.stringify(schema)}`;
}

/** The schema at the end of a piece of work; undefined: none is asked for. */
export function schemaIn(work: string): JsonObject | undefined {
  const at = work.lastIndexOf(words);
  if (at < 0) return undefined;
  try {
    const value: unknown = JSON.parse(work.slice(at + words.length));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON of an answer, also where it stands in a fence. */
export function answerJson(answer: string): string {
  const [, fenced] = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(answer) ?? [];
  return (fenced ?? answer).trim();
}

/** For the agent: its answer does not fit. */
export function misfitText(problem: string): string {
  return `Your answer does not fit the JSON Schema that was asked for: ${problem}. Answer again, with the JSON object alone.`;
}

/** For the one who gave the work, where the second answer does not fit either. */
export function unfitAnswer(problem: string, answer: string): string {
  return JSON.stringify({ fits: false, problem, answer: answer.slice(0, 4_000) });
}
