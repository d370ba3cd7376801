/**
 * Files that are records of Straylight's own: `agent.toml` with its jobs, and the list that each heartbeat reads. For
 * the tools that write files: what stands there is judged and shown together with what would.
 */
import { hash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { agentFileName } from '../../domain/jobs/agent-file.ts';
import { heartbeatList } from '../../domain/jobs/heartbeat.ts';
import { isAsJudged, type JudgedRecord, judgedRecord } from '../../domain/policy/own-records.ts';
import { shownRecords } from '../../domain/policy/record-words.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { CallFacts } from '../../domain/tools/tool.ts';
import type { ConfinedFiles, Place } from '../../ports/files/confined.ts';
import type { FileTaint } from '../../ports/files/taint.ts';

/** The jobs in the settings, as the tools for files see them. */
export interface SettingsJobs {
  /** What a new text would do to the jobs; empty: nothing. */
  scheduling(text: string): RecordFacts;
  /** The same, with what each job was and what it would be. */
  records(text: string): readonly JudgedRecord[];
  /** The agent is about to write this text; `judged`: the entries that its call was judged by. */
  allow(text: string, judged: readonly string[], author: { readonly taint: Taint; readonly by: string }): Promise<void>;
}

export type RecordFacts = Pick<CallFacts, 'schedules' | 'entries' | 'changes'>;

/** The text a file would have, by the one it has. */
export type Changed = (text: string) => string;

export interface RecordFiles {
  /** What a call states that writes this place; empty: it is a file like others. */
  facts(place: Place, changed: Changed): RecordFacts;
  /** What changes, whole, for the card; undefined: it is a file like others, or nothing would change. */
  shown(place: Place, changed: Changed, language?: Language): string | undefined;
  /**
   * The call writes now. Throws `invalid` where what stands there is not what it was judged by; notes which entries of
   * the settings were judged.
   */
  writes(
    place: Place,
    changed: Changed,
    call: { readonly facts: CallFacts | undefined; readonly taint: Taint; readonly session: string },
  ): Promise<void>;
}

/** Where there are none. */
export const noRecordFiles: RecordFiles = { facts: () => ({}), shown: () => undefined, writes: async () => {} };

export function recordFiles({
  files,
  trust,
  settings,
}: {
  readonly files: Pick<ConfinedFiles, 'name' | 'onDisk'>;
  readonly trust: Pick<FileTaint, 'of'>;
  readonly settings: SettingsJobs;
}): RecordFiles {
  /** Undefined: nothing stands there, or no file that could be read. */
  const current = (place: Place) => fileAt(files.onDisk(place));

  /** What becomes of the file itself. */
  function fileRecord(place: Place, changed: Changed): JudgedRecord | undefined {
    const kind = recordAt(place);
    if (kind === undefined) return undefined;
    const file = current(place);
    const before = file?.bytes.toString();
    // the settings are the owner's, also where the agent put them into words
    const isOwners = kind === 'settings' || (file !== undefined && trust.of(place, file.bytes, file) === 'owner');
    const name = kind === 'settings' ? agentFileName : heartbeatList;
    return judgedRecord(
      { kind, name, maker: isOwners ? 'owner' : 'unknown', later: 'reads' },
      { before, after: changed(before ?? '') },
      text => hash('sha256', text),
    );
  }

  function facts(place: Place, changed: Changed): RecordFacts {
    const file = fileRecord(place, changed);
    if (recordAt(place) === undefined) return {};
    const jobs =
      recordAt(place) === 'settings' ? settings.scheduling(changed(current(place)?.bytes.toString() ?? '')) : {};
    return { ...jobs, changes: [...(jobs.changes ?? []), ...(file === undefined ? [] : [file.change])] };
  }

  return {
    facts,
    shown(place, changed, language) {
      const file = fileRecord(place, changed);
      const jobs = file?.change.kind === 'settings' ? settings.records(file.after ?? '') : [];
      return file && shownRecords([...jobs, file], language);
    },
    async writes(place, changed, { facts: judged, taint, session }) {
      const kind = recordAt(place);
      if (kind === undefined) return;
      if (!isAsJudged(judged?.changes, facts(place, changed).changes ?? []))
        throw fault(
          'invalid',
          `${files.name(place)} is not what it was when this call was judged, so nothing was written. Read it again.`,
        );
      if (kind === 'settings')
        await settings.allow(changed(current(place)?.bytes.toString() ?? ''), judged?.entries ?? [], {
          taint,
          by: session,
        });
    },
  };
}

/** Some file systems ignore case. */
function recordAt({ folder, parts }: Place): 'settings' | 'heartbeat' | undefined {
  if (folder === 'settings') return 'settings';
  const isList = parts.length === 1 && parts[0]?.toLowerCase() === heartbeatList.toLowerCase();
  return folder === 'workspace' && isList ? 'heartbeat' : undefined;
}

/** A larger one is no list that anybody reads. */
const mostBytes = 1_000_000;

/**
 * A file as it stands, and when it was changed; undefined: none that could be read. A link may lead anywhere, and a pipe
 * never ends: neither is read.
 */
export function fileAt(path: string): { readonly bytes: Buffer; readonly ctimeMs: number } | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > mostBytes) return undefined;
    return { bytes: readFileSync(file), ctimeMs: stats.ctimeMs };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
