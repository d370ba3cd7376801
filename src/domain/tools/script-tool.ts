/** A tool the agent has written: the file NAME.json that describes it, and what is checked of it. */
import { defined, type JsonObject } from '../text/json.ts';
import { oneLine } from '../text/visible.ts';
import { isToolName, toolNameRule } from './name.ts';
import { parameterProblem } from './parameter-schema.ts';

/** What NAME.json says. */
export interface ScriptTool {
  readonly name: string;
  /** One line, at most 200 characters. */
  readonly description: string;
  /** A JSON Schema of type object. */
  readonly parameters: JsonObject;
  readonly timeoutSeconds: number;
  /** The file beside it that runs: `NAME.py`, or what `program` names. */
  readonly program: string;
}

export const longestDescription = 200;
export const defaultTimeoutSeconds = 120;
export const longestTimeoutSeconds = 600;

/** Reads the text of NAME.json. `problem`: one sentence on what is wrong and what would be right. */
export function readScriptTool(name: string, text: string): ScriptTool | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `${name}.json is not JSON: ${oneLine((error as Error).message, 160)}` };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: `${name}.json has to hold one JSON object` };
  const file = value as JsonObject;
  const program = file['program'] ?? `${name}.py`;
  const timeoutSeconds = file['timeout_secs'] ?? defaultTimeoutSeconds;
  const problem =
    nameProblem(name) ??
    (file['name'] === name ? undefined : `its "name" has to be "${name}", as the file is called`) ??
    descriptionProblem(file['description']) ??
    parameterProblem(file['parameters']) ??
    timeoutProblem(timeoutSeconds) ??
    programProblem(program);
  if (problem !== undefined) return { problem: `${name}.json: ${problem}` };
  const { $schema: _, ...parameters } = file['parameters'] as JsonObject;
  return {
    name,
    description: oneLine(file['description'] as string, longestDescription),
    parameters,
    timeoutSeconds: timeoutSeconds as number,
    program: program as string,
  };
}

/** The text of NAME.json for a tool; `program` is only written where it is not NAME.py. */
export function writeScriptTool({ name, description, parameters, timeoutSeconds, program }: ScriptTool): string {
  const file = {
    name,
    description,
    parameters,
    timeout_secs: timeoutSeconds,
    ...defined({ program: program === `${name}.py` ? undefined : program }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function nameProblem(name: string): string | undefined {
  return isToolName(name) ? undefined : `a tool's name is ${toolNameRule}`;
}

function descriptionProblem(description: unknown): string | undefined {
  return typeof description === 'string' && description.trim() !== '' && description.length <= longestDescription
    ? undefined
    : `"description" has to be a text of 1 to ${longestDescription} characters`;
}

function timeoutProblem(seconds: unknown): string | undefined {
  return typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= longestTimeoutSeconds
    ? undefined
    : `"timeout_secs" has to be a whole number from 1 to ${longestTimeoutSeconds}`;
}

/** A file beside the schema and no other place; what Straylight itself reads there runs as nothing. */
function programProblem(program: unknown): string | undefined {
  return typeof program === 'string' &&
    /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/.test(program) &&
    !/\.(json|toml|txt)$/i.test(program)
    ? undefined
    : '"program" has to be the name of a file in the same folder, without a path, and no .json, .toml or .txt';
}
