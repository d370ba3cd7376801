/**
 * When acts of the agent were under way, in a file of the home: what changed at another time, the agent did not change.
 *
 * Instants are those of the file system, read from the file itself, so that they compare with the change times of other
 * files, which no program can set. A line is written before an act begins and after it has ended. An act that died, and
 * all before the file was there, is taken to have lasted until the next start.
 */
import {
  closeSync,
  fstatSync,
  futimesSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import type { Acts } from '../../ports/files/acts.ts';

interface Span {
  readonly began: number;
  ended: number;
}

/** Change times are as coarse as the ticks of a kernel, and those of a shared folder may come late. */
const slackMs = 2_000;
/** What a crash has cut in two is finished shortly after the next start. */
const finishMs = 60_000;
/** So many lines are added before the file is written whole again. */
const mostLines = 10_000;

export interface ActsFile extends Acts {
  close(): void;
}

/** `file` is made where it is missing. */
export function actsFile(file: string): ActsFile {
  const { spans, open } = readSpans(file);
  const underWay = new Set<Span>();
  let log = rewritten(file, spans, []);
  let isBlind = false;
  const boot = instantOf(log.handle);
  for (const began of open) keep(spans, { began, ended: boot + (began === 0 ? 0 : finishMs) });
  if (open.length > 0) rewrite();

  /** Where nothing can be written down, nothing is known from then on. */
  function add(line: string): void {
    try {
      writeSync(log.handle, `${line}\n`);
      log.lines += 1;
      if (log.lines < mostLines) return;
      rewrite();
    } catch {
      isBlind = true;
    }
  }

  function rewrite(): void {
    closeSync(log.handle);
    log = rewritten(file, spans, [...underWay]);
  }

  return {
    begin() {
      const span = { began: instantOf(log.handle), ended: Number.POSITIVE_INFINITY };
      underWay.add(span);
      add(`${span.began}`);
      return () => {
        span.ended = instantOf(log.handle);
        underWay.delete(span);
        keep(spans, span);
        add(`${span.began} ${span.ended}`);
      };
    },
    wereUnderWay: at =>
      isBlind || [...underWay, ...spans].some(({ began, ended }) => at >= began - slackMs && at <= ended + slackMs),
    close: () => closeSync(log.handle),
  };
}

/** The file written whole, and open for more. */
function rewritten(file: string, spans: readonly Span[], open: readonly Span[]) {
  const lines = [...spans.map(({ began, ended }) => `${began} ${ended}`), ...open.map(({ began }) => `${began}`)];
  writeFileSync(`${file}.new`, lines.map(line => `${line}\n`).join(''), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return { handle: openSync(file, 'a', 0o600), lines: lines.length };
}

/** Now, as the file system has it. */
function instantOf(handle: number): number {
  const { mtime } = fstatSync(handle);
  futimesSync(handle, mtime, mtime);
  return fstatSync(handle).ctimeMs;
}

/** The spans of earlier starts, and the beginnings of acts that have no end. Without a file nothing before now is known. */
function readSpans(file: string): { readonly spans: Span[]; readonly open: readonly number[] } {
  const lines = linesOf(file);
  if (lines === undefined) return { spans: [], open: [0] };
  const open = new Set<number>();
  const spans: Span[] = [];
  for (const line of lines) {
    const [began = 0, ended] = line.split(' ').map(Number);
    if (ended === undefined) open.add(began);
    else {
      open.delete(began);
      keep(spans, { began, ended });
    }
  }
  return { spans, open: [...open] };
}

function linesOf(file: string): readonly string[] | undefined {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    return lines.length > 0 && lines.every(line => /^\d+(\.\d+)?( \d+(\.\d+)?)?$/.test(line)) ? lines : undefined;
  } catch {
    return undefined;
  }
}

/** Spans that touch are one. */
function keep(spans: Span[], span: Span): void {
  const last = spans.at(-1);
  if (last && span.began <= last.ended + slackMs && span.began >= last.began)
    last.ended = Math.max(last.ended, span.ended);
  else spans.push(span);
}
