/** Whether commands can run, and behind which walls. */

import { mkdirSync } from 'node:fs';
import { executorCheck } from '../../commands/doctor/checks.ts';
import type { Check } from '../../commands/doctor/doctor.ts';
import type { SecurityLook } from '../../commands/security/security.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { type Language, ownWords, quotedInGerman } from '../../domain/text/texts.ts';
import type { CheckServices, LookServices } from '../feature.ts';
import { openSandbox } from './sandbox.ts';

export async function checks({ config, network }: CheckServices): Promise<readonly Check[]> {
  mkdirSync(config.paths.workspace, { recursive: true, mode: 0o700 });
  mkdirSync(config.paths.scripts, { recursive: true, mode: 0o700 });
  const sandbox = await openSandbox(config, network);
  const { executor, reason, said: how = reason, passedOver } = sandbox;
  const why = (language: Language) => {
    const said = ownWords(how, language);
    if (passedOver === undefined) return said;
    return `${said} ${passedOverTexts[language](passedOver)}`;
  };
  const check = executorCheck(executor.kind, executor.kind !== 'direct', why, signal =>
    executor.execute({ command: 'true', timeoutMs: 5000, signal }).finally(sandbox.close),
  );
  return [check];
}

export function looks({ settled }: LookServices): readonly SecurityLook[] {
  if (settled === undefined) return [];
  return [
    {
      name: 'sandbox',
      async run() {
        const sandbox = await openSandbox(settled.config, settled.network);
        await sandbox.close();
        return sandbox.executor.kind === 'direct' ? [{ kind: 'direct', names: [sandbox.reason] }] : [];
      },
    },
  ];
}

const passedOverTexts = catalog('features/sandbox/checks', {
  en: (why: Sentence) => `Docker is not used: ${inEnglish(why)}`,
  de: (why: Sentence) => `Docker ist nicht in Gebrauch: ${quotedInGerman(why)}`,
});
