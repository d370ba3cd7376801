/** Where commands run. */
import type { ZodType } from 'zod';
import { executorKinds, type SandboxView } from '../../../domain/security/sandbox.ts';
import { operation } from '../../contract.ts';
import { instant, saidAsData, sentence } from '../../fields.ts';
import { lines } from '../../view.ts';
import { resetWill, sandboxShown } from '../../views/sandbox.ts';
import { z } from '../../zod.ts';

function sandboxView(): ZodType<SandboxView> {
  return z.object({
    kind: z.enum(executorKinds),
    reason: z.string(),
    said: saidAsData().optional(),
    health: z.object({ ok: z.boolean(), detail: z.string(), said: saidAsData().optional() }),
    packageHosts: z.array(z.string()),
    isResetting: z.boolean(),
    lastReset: z.object({ at: instant(), ok: z.boolean(), text: z.string() }).optional(),
  });
}

export const sandbox = {
  show: operation({
    summary: 'Where commands run, and whether that works.',
    role: 'reader',
    http: { method: 'GET', path: '/api/sandbox' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'sandbox',
        isDefault: true,
        about: { en: 'Sandbox: where commands run', de: 'Sandbox: wo Befehle laufen' },
        help: {
          en: 'Show where commands run, and whether that works.',
          de: 'Zeigt, wo Befehle laufen, und ob das geht.',
        },
      },
    ],
    input: () => ({}),
    output: sandboxView,
    needs: ['sandbox'],
    run: ({ sandbox }) => sandbox.look(),
    view: sandboxShown,
  }),
  reset: operation({
    summary: 'Resets the sandbox and installs what scripts/requirements.txt lists.',
    role: 'owner',
    http: { method: 'POST', path: '/api/sandbox/reset' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'reset',
        isDefault: true,
        about: { en: 'Reset the sandbox', de: 'Setzt die Sandbox zurück' },
        help: {
          en: 'Reset the sandbox and reinstall scripts/requirements.txt. Workspace and scripts are kept.',
          de: 'Setzt die Sandbox zurück und installiert scripts/requirements.txt neu. Arbeitsordner und Skripte bleiben.',
        },
        will: resetWill,
      },
    ],
    input: () => ({}),
    output: sentence,
    needs: ['resetSandbox'],
    run: async ({ resetSandbox }, _, { by, commandId }) => ({ message: await resetSandbox(by, commandId) }),
    view: ({ message }) => [lines(message)],
  }),
};
