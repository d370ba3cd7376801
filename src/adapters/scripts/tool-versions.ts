/**
 * The versions of the agent's own tools: what is in the folder, what git has, and the way from one to the other.
 *
 * Nothing is overwritten before git has it, and git has a new version before the folder does: a process that is stopped in
 * between leaves a tool that works and a version to go to.
 */
import { readScriptTool, type ScriptTool } from '../../domain/tools/script-tool.ts';
import { contentHash, mostProgramBytes, mostSchemaBytes, type ScriptsFolder } from './scripts-folder.ts';
import { blobName, type ScriptsRepository, type ScriptVersion } from './scripts-repository.ts';
import type { ToolRegistry } from './tool-registry.ts';

/** One version of a tool, whole. */
export interface ToolContent {
  readonly tool: ScriptTool;
  readonly schema: Buffer;
  readonly program: Buffer;
}

export interface ToolVersions {
  /** Newest first. */
  history(name: string): Promise<readonly ScriptVersion[]>;
  /** Is it what lies in the folder? */
  isNow(name: string, version: ScriptVersion): boolean;
  /** Undefined: that version is no tool. */
  at(name: string, version: ScriptVersion): Promise<ToolContent | undefined>;
  /** Commits what is in the folder and not in git. */
  keep(name: string): Promise<void>;
  /** Puts a version in place. `commit` is undefined where it was there already. */
  install(content: ToolContent, message: string): Promise<Installed>;
  /** Takes a tool out of the folder; its history stays. */
  remove(name: string, message: string): Promise<string | undefined>;
}

export interface Installed {
  readonly commit: string | undefined;
  readonly history: readonly ScriptVersion[];
}

export function toolVersions({
  folder,
  repository,
  registry,
}: {
  readonly folder: ScriptsFolder;
  readonly repository: ScriptsRepository;
  readonly registry: Pick<ToolRegistry, 'entries' | 'get'>;
}): ToolVersions {
  /** All that can belong to it: a program of another name counts as long as its schema names it. */
  function filesOf(name: string, program = registry.get(name)?.program): readonly string[] {
    return [...new Set([`${name}.json`, `${name}.py`, ...(program === undefined ? [] : [program])])];
  }

  function isOthers(name: string, program: string): boolean {
    return registry.entries().some(entry => entry.name !== name && entry.program === program);
  }

  function bytesOf(file: string): Buffer | undefined {
    const found = folder.read(file, file.endsWith('.json') ? mostSchemaBytes : mostProgramBytes);
    return found && 'bytes' in found ? found.bytes : undefined;
  }

  async function keep(name: string): Promise<void> {
    const changes = filesOf(name).flatMap(file => {
      const content = bytesOf(file);
      return content ? [{ file, content, executable: !file.endsWith('.json') }] : [];
    });
    if (changes.length > 0) await repository.commit(`keep tool: ${name}, as it was found`, changes);
  }

  return {
    history: name => repository.history(filesOf(name)),
    isNow(name, { blobs }) {
      const now = filesOf(name).flatMap(file => {
        const bytes = bytesOf(file);
        return bytes ? [[file, blobName(bytes)] as const] : [];
      });
      return now.length === Object.keys(blobs).length && now.every(([file, blob]) => blobs[file] === blob);
    },
    async at(name, { commit }) {
      const schema = await repository.read(commit, `${name}.json`);
      const tool = schema && readScriptTool(name, schema.toString());
      if (!schema || !tool || 'problem' in tool) return undefined;
      const program = await repository.read(commit, tool.program);
      return program && { tool, schema, program };
    },
    keep,
    async install({ tool, schema, program }, message) {
      const { name } = tool;
      const before = registry.get(name)?.program;
      await keep(name);
      const left = before !== undefined && before !== tool.program && !isOthers(name, before) ? [before] : [];
      const commit = await repository.commit(message, [
        { file: tool.program, content: program, executable: true },
        { file: `${name}.json`, content: schema },
        ...left.map(file => ({ file, content: null })),
      ]);
      const history = await repository.history(filesOf(name, tool.program));
      folder.write(tool.program, program, true);
      folder.write(`${name}.json`, schema, false);
      for (const file of left) folder.remove(file);
      return { commit, history };
    },
    async remove(name, message) {
      await keep(name);
      const files = filesOf(name).filter(file => file.endsWith('.json') || !isOthers(name, file));
      const commit = await repository.commit(
        message,
        files.map(file => ({ file, content: null })),
      );
      for (const file of files) folder.remove(file);
      return commit;
    },
  };
}

/** One name for a version, as the registry has it for what lies in the folder. */
export function hashOf({ schema, program }: ToolContent): string {
  return contentHash(schema, program);
}
