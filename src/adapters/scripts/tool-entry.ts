/** One of the agent's own tools, read from its two files: what it is, or why it cannot be one. */
import { oneLine } from '../../domain/text/visible.ts';
import { readScriptTool, type ScriptTool } from '../../domain/tools/script-tool.ts';
import { argumentsSchema } from '../toolbox/arguments.ts';
import { contentHash, mostProgramBytes, mostSchemaBytes, type ScriptsFolder } from './scripts-folder.ts';

export interface ToolEntry {
  readonly name: string;
  /** Of schema and program together; also of a broken one. */
  readonly hash: string;
  /** Absent where its files are not a tool; then `problem` says why. */
  readonly tool?: ScriptTool;
  readonly problem?: string;
  /** The file that runs, as far as it is known. */
  readonly program: string;
  /** The program's text, where it is text. */
  readonly source?: string;
}

/** Reads the files of a tool now; undefined where there is no schema. `reserved`: names no script can have. */
export function readToolEntry(
  folder: Pick<ScriptsFolder, 'read'>,
  name: string,
  reserved: (name: string) => boolean,
): ToolEntry | undefined {
  const schema = folder.read(`${name}.json`, mostSchemaBytes);
  if (!schema) return undefined;
  const usual = `${name}.py`;
  if ('problem' in schema) {
    const { problem } = schema;
    return { name, program: usual, hash: contentHash(Buffer.from(problem), undefined), problem };
  }
  const file = readScriptTool(name, schema.bytes.toString());
  const program = 'problem' in file ? usual : file.program;
  const script = folder.read(program, mostProgramBytes);
  const bytes = script && 'bytes' in script ? script.bytes : undefined;
  const entry = { name, program, hash: contentHash(schema.bytes, bytes), ...sourceOf(bytes) };
  if (reserved(name)) return { ...entry, problem: `${name} is the name of a built-in tool; choose another` };
  if ('problem' in file) return { ...entry, problem: file.problem };
  if (!script) return { ...entry, problem: `${program} is missing; the schema is there without its program` };
  if ('problem' in script) return { ...entry, problem: script.problem };
  if (!program.endsWith('.py') && !script.executable)
    return { ...entry, problem: `${program} may not be executed; run chmod +x on it` };
  try {
    argumentsSchema(file.parameters);
    return { ...entry, tool: file };
  } catch (error) {
    const why = oneLine((error as Error).message, 160);
    return { ...entry, problem: `${name}.json: its parameters cannot be checked (${why})` };
  }
}

function sourceOf(bytes: Buffer | undefined): { readonly source?: string } {
  if (!bytes || bytes.length > mostSourceBytes) return {};
  try {
    return { source: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return {};
  }
}

/** What is shown of a program; a longer one is no reading matter. */
const mostSourceBytes = 256 * 1024;
