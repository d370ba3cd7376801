/** The parameters of a server's tool, as a model and the toolbox can take them. */
import type { JsonObject } from '../../domain/text/json.ts';
import { parameterProblem } from '../../domain/tools/parameter-schema.ts';
import { argumentsSchema } from '../toolbox/arguments.ts';

export interface UsableParameters {
  readonly parameters: JsonObject;
  /** What stands behind the description where the schema itself could not be taken. */
  readonly note: string;
}

/** What of a schema is shown in words is cut to so many characters. */
const longestNote = 1_500;

/**
 * The schema itself, where each of its words is understood. Else any object is taken, the schema is told in words, and
 * the server alone judges what fits.
 */
export function usableParameters(schema: JsonObject): UsableParameters {
  if (parameterProblem(schema) === undefined && canJudge(schema)) return { parameters: schema, note: '' };
  const text = JSON.stringify(schema);
  const shown = text.length > longestNote ? `${text.slice(0, longestNote)}…` : text;
  return {
    parameters: { type: 'object', additionalProperties: true },
    note: `\nIts arguments, as a JSON Schema: ${shown}`,
  };
}

function canJudge(schema: JsonObject): boolean {
  try {
    argumentsSchema(schema);
    return true;
  } catch {
    return false;
  }
}
