/** Brings an earlier version of a tool back. */
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolLedger } from '../../ports/ledgers/tool.ts';
import type { ScriptVersion } from './scripts-repository.ts';
import type { InstallTool } from './tool-installation.ts';
import type { ToolRegistry } from './tool-registry.ts';
import { hashOf, type ToolVersions } from './tool-versions.ts';

export interface RevertedTool {
  readonly commit: string | undefined;
  readonly version: number;
  /** Where its content is from. */
  readonly from: ScriptVersion;
  readonly trusted: boolean;
}

/** `wanted`: a commit, seven characters at least; undefined: the last version that could work. */
export type RevertTool = (name: string, wanted: string | undefined, by: 'agent' | 'owner') => Promise<RevertedTool>;

export function toolReverting({
  versions,
  registry,
  ledger,
  install,
}: {
  readonly versions: ToolVersions;
  readonly registry: Pick<ToolRegistry, 'reload'>;
  readonly ledger: Pick<ToolLedger, 'get' | 'runs'>;
  readonly install: InstallTool;
}): RevertTool {
  return async (name, wanted, by) => {
    registry.reload(name);
    await versions.keep(name);
    const history = await versions.history(name);
    const record = ledger.get(name);
    for (const from of history) {
      if (wanted === undefined ? versions.isNow(name, from) : !from.commit.startsWith(wanted)) continue;
      const content = await versions.at(name, from);
      if (!content) continue;
      const hash = hashOf(content);
      const isKnownBad = record.quarantined === hash || (record.seen === hash && record.problem !== undefined);
      if (isKnownBad && wanted === undefined) continue;
      // a version that was only found in the folder is not trusted for being old
      const trusted = by === 'owner' || history.some(one => isMade.test(one.subject) && sameBlobs(one, from));
      const hasWorked = ledger.runs(name, 100).some(run => run.ok && run.hash === hash);
      const installed = await install(content, `revert tool: ${name}`, {
        quarantined: undefined,
        reason: undefined,
        failuresInRow: 0,
        // what is left out stays as it is in the ledger
        ...defined({ pinned: trusted ? hash : undefined, tested: hasWorked ? hash : undefined }),
      });
      return { ...installed, from, trusted };
    }
    throw fault('invalid', noVersion(name, wanted, history));
  };
}

/** Commits of content that came by way of `create_tool`. */
const isMade = /^(create|update) tool: /;

function sameBlobs({ blobs: a }: ScriptVersion, { blobs: b }: ScriptVersion): boolean {
  const files = Object.keys(a);
  return files.length === Object.keys(b).length && files.every(file => a[file] === b[file]);
}

function noVersion(name: string, wanted: string | undefined, history: readonly ScriptVersion[]): string {
  if (history.length === 0) return `there is no tool ${name}, and there never was one`;
  if (wanted === undefined) return `${name} has no other version that could work; write it again with create_tool`;
  const known = history.slice(0, 10).map(({ commit }) => commit.slice(0, 7));
  return `${name} has no usable version ${wanted.slice(0, 40)}; its versions are ${known.join(', ')}`;
}
