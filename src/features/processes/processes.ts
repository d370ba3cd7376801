/** Processes that the agent starts and that live across turns. */
import { createRequire } from 'node:module';
import { fileTaint } from '../../adapters/files/file-taint.ts';
import { lazyProcesses } from '../../adapters/processes/lazy-processes.ts';
import { lazyRunFiles } from '../../adapters/run-files/lazy-run-files.ts';
import { sqliteFileLedger } from '../../adapters/stores/sqlite/ledgers/files.ts';
import { sqliteProcessLedger } from '../../adapters/stores/sqlite/processes/processes.ts';
import { processLogTool, processTool } from '../../adapters/tools/processes/process.ts';
import type * as Texts from '../../domain/processes/texts.ts';
import { featureWithTools } from '../feature.ts';

// Where processes were lost.
const load = createRequire(import.meta.url);

export const processesFeature = featureWithTools(
  'processes',
  ['core', 'sandbox', 'files'],
  ({ core, sandbox, files }) => {
    const { config, database, clock, redactor, system, letIn, acts, report } = core;
    const { executor } = sandbox;
    const isDirect = executor.kind === 'direct';
    const ledger = sqliteProcessLedger(database);
    const held = lazyProcesses({
      executor,
      ledger,
      clock,
      redact: redactor.text,
      perform: write => system.perform(write),
    });
    const trust = fileTaint(sqliteFileLedger(database), { files, now: clock.now, acts: isDirect ? undefined : acts });
    const runFiles = lazyRunFiles({
      folders: config.paths,
      letIn,
      seen: executor.folders,
      isDirect,
      paths: files,
      trust,
      home: isDirect ? 'workspace' : executor.kind === 'bubblewrap' ? 'empty' : 'kept',
    });
    return {
      provides: { processes: held },
      tools: [
        processTool({ processes: held, executor, runFiles, letIn, redact: redactor.text }),
        processLogTool({ processes: held }),
      ],
      async start() {
        // they ended with the process that had started them
        const lost = await system.perform(() => ledger.lose(clock.now()));
        if (lost === 0) return;
        const { processTexts } = load('../../domain/processes/texts.ts') as typeof Texts;
        report('processes', 'completed', processTexts[config.owner.language].lost(lost));
      },
      async stop() {
        await held.stopAll();
      },
    };
  },
);
