/** Where commands run. */
import type { ZodType } from 'zod';
import { executorKinds, type SandboxView } from '../../../domain/security/sandbox.ts';
import { operation } from '../../contract.ts';
import { instant, sentence } from '../../fields.ts';
import { z } from '../../zod.ts';

function sandboxView(): ZodType<SandboxView> {
  return z.object({
    kind: z.enum(executorKinds),
    reason: z.string(),
    health: z.object({ ok: z.boolean(), detail: z.string() }),
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
    offered: ['http', 'command', 'slash'],
    input: () => ({}),
    output: sandboxView,
    needs: ['sandbox'],
    run: ({ sandbox }) => sandbox.look(),
  }),
  reset: operation({
    summary: 'Resets the sandbox and installs what scripts/requirements.txt lists.',
    role: 'owner',
    http: { method: 'POST', path: '/api/sandbox/reset' },
    offered: ['http', 'command', 'slash'],
    commands: [
      {
        words: 'reset',
        about: 'Reset the sandbox',
        help: 'Reset the sandbox and reinstall scripts/requirements.txt. Workspace and scripts are kept.',
        will: 'The sandbox would be made again: what runs in it would end, and what was installed in it would be gone. Workspace and scripts are kept.',
      },
    ],
    input: () => ({}),
    output: sentence,
    needs: ['resetSandbox'],
    run: async ({ resetSandbox }, _, { by, commandId }) => ({ message: await resetSandbox(by, commandId) }),
  }),
};
