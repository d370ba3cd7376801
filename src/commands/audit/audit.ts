/**
 * `straylight audit`: the chain verified, shown, exported, and its breaks accepted.
 *
 * Verifying is done here, by this process, on rows that are read page by page from Straylight or line by line from a
 * file: Straylight that wrote them is not asked whether they are right.
 */

import type { Client } from '../../api/client/client.ts';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { ChainResult } from '../../domain/audit/check.ts';
import { exportHeader, exportLine, exportRow } from '../../domain/audit/export.ts';
import type { AuditPage, ChainView } from '../../domain/audit/service.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import { ownWords } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Command, type Io, jsonText, type TimedCommand } from '../io.ts';
import { sayIn } from '../say.ts';
import { printAnswer } from '../view.ts';
import { checkExport } from './audit-file.ts';
import { chainReader } from './audit-hash.ts';

/** Exit code 1 where the chain is not what was written. */
export async function verifyAudit({ agent, io, json }: Command<'audit'>): Promise<number> {
  const { result, key } = await checked(agent);
  return tell(result, key, (await agent.audit.unrecorded()).addresses, io, json);
}

async function checked(
  agent: Command<'audit'>['agent'],
): Promise<{ readonly result: ChainResult; readonly key: string }> {
  const reader = chainReader();
  const { anchor, key } = await walk(agent, reader.add);
  return { result: reader.result(anchor, key), key };
}

/** Says in the chain that its breaks are known; writes nothing where there is none. */
export async function acceptAudit({ agent, io, json }: Command<'audit'>): Promise<number> {
  const { result } = await checked(agent);
  const say = sayIn(json ? {} : io);
  const message = result.broken
    ? ownWords((await agent.audit.accept()).said, json ? 'en' : io.language)
    : say('There are no new breaks to accept.');
  io.out(json ? jsonText({ message }) : message);
  return 0;
}

/**
 * `straylight audit verify --file`: an export, with no home and no agent. `file`: its name, for a message about a wrong
 * one.
 */
export async function auditFile(
  lines: Iterable<string> | AsyncIterable<string>,
  { io, json, file = 'the file' }: Pick<Command<'audit'>, 'io' | 'json'> & { readonly file?: string },
): Promise<number> {
  const { result, key } = await checkExport(lines).catch((thrown: unknown) => {
    const code = (thrown as NodeJS.ErrnoException | null)?.code;
    if (typeof code !== 'string') throw thrown;
    const say = sayIn(io);
    const why: Readonly<Record<string, string>> = {
      ENOENT: say('it does not exist'),
      ENOTDIR: say('it does not exist'),
      EISDIR: say('it is a folder'),
      EACCES: say('you may not read it'),
    };
    const came = why[code] ?? say('it cannot be read ({code})', { code });
    throw fault(
      'invalid',
      say('expected a file from "straylight audit export" at {file}, but {came}', { file: oneLine(file, 200), came }),
      { cause: code },
    );
  });
  const advice = sayIn(io)(
    'The file was changed after its export. "straylight audit verify" checks the audit log itself.',
  );
  return tell(result, key, [], io, json, advice);
}

/** The newest rows, oldest first. */
export async function listAudit(
  call: TimedCommand<'audit'>,
  { kind, limit = 50 }: { readonly kind?: string | undefined; readonly limit?: number | undefined },
): Promise<number> {
  const rows: AuditEntry[] = [];
  let page: AuditPage | undefined;
  while (rows.length < limit && (page === undefined || page.next !== undefined)) {
    page = await call.agent.audit.list({
      limit: Math.min(pageSize, limit - rows.length),
      before: page?.next === undefined ? undefined : page.next,
      kind,
    });
    rows.push(...page.entries);
  }
  return printAnswer(call, 'audit.list', { entries: rows, chain: page?.chain }, {});
}

/** JSON lines: a header with the public key, the rows, the anchor. Says so where what it exports is broken. */
export async function exportAudit({ agent, io }: Command<'audit'>): Promise<number> {
  const reader = chainReader();
  let isFirst = true;
  const chain = await walk(
    agent,
    entry => {
      reader.add(entry);
      io.out(exportRow(entry));
    },
    ({ key }) => {
      if (isFirst) io.out(exportHeader(key));
      isFirst = false;
    },
  );
  io.out(exportLine({ anchor: chain.anchor }));
  const { broken } = reader.result(chain.anchor, chain.key);
  if (broken) io.err(io.style.warn(sayIn(io)('The audit log is broken: {problem}.', { problem: broken.problem })));
  return broken ? 1 : 0;
}

/** All rows, oldest first; answers how the chain stood when the last page was read. */
async function walk(
  agent: Pick<Client, 'audit'>,
  onRow: (entry: AuditEntry) => void,
  onPage: (chain: ChainView) => void = () => {},
): Promise<ChainView> {
  let after = 0;
  for (;;) {
    const { entries, next, chain } = await agent.audit.list({ after, limit: pageSize });
    onPage(chain);
    for (const entry of entries) onRow(entry);
    if (next === undefined) return chain;
    after = next;
  }
}

const pageSize = 1000;

function tell(
  { rows, broken, accepted }: ChainResult,
  key: string,
  unrecorded: readonly string[],
  io: Io,
  json: boolean,
  advice = sayIn(io)('If you know the reason, "straylight audit accept" accepts the break.'),
): number {
  const isGood = !broken && unrecorded.length === 0;
  if (json) {
    io.out(jsonText({ ok: isGood, rows, key, accepted, unrecorded, ...defined({ broken }) }));
    return isGood ? 0 : 1;
  }
  const { warn } = io.style;
  const say = sayIn(io);
  if (broken) {
    const { n } = broken;
    const problem = oneLine(broken.problem, 400);
    io.out(
      warn(n === 0 ? say('Broken: {problem}.', { problem }) : say('Broken at row {n}: {problem}.', { n, problem })),
    );
    io.out(rows === 0 ? say('No row before it can be trusted.') : say('Rows 1 to {rows} are unchanged.', { rows }));
    io.out(advice);
  } else if (accepted === 0)
    io.out(say('Verified: {rows} rows, none changed, signed by the key {key}.', { rows, key }));
  else
    io.out(
      say('Verified: {rows} rows, none changed (except {accepted} accepted breaks), signed by the key {key}.', {
        rows,
        accepted,
        key,
      }),
    );
  for (const address of unrecorded.slice(0, 20))
    io.out(warn(say('{address} is in the database but not in the audit log.', { address: oneLine(address, 120) })));
  if (unrecorded.length > 20) io.out(warn(say('… and {count} more.', { count: unrecorded.length - 20 })));
  return isGood ? 0 : 1;
}
