/**
 * A process with a host of its own that is killed from outside: `FOLDER MODULE`, the module with the kind of host as
 * its `kind`.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromPromise } from 'xstate';
import { systemClock } from '../../src/adapters/process/clock.ts';
import type { HostKind } from './host.ts';
import { partsOf } from './host-parts.ts';

const [, , folder = '', module = ''] = process.argv;
const { kind } = (await import(module)) as { readonly kind: HostKind };
let begun = 0;
const lasting = (src: string) =>
  fromPromise(({ input }) => {
    const { effect } = input as unknown as { readonly effect: { readonly key: string } };
    appendFileSync(join(folder, 'ran.txt'), `${src} ${effect.key}\n`);
    begun += 1;
    return new Promise(() => {});
  });
const { host } = kind.open(folder, partsOf({ logic: lasting, clock: systemClock }));
await host.accept({ target: 'worker:1', event: { type: 'work', what: 'nails' } });
await host.accept({ target: 'worker:2', event: { type: 'act', what: 'pay' } });
await host.accept({ target: 'worker:3', event: { type: 'message', text: 'kept' }, dedupe: 'update:1' });
while (begun < 2) await new Promise(resolve => setImmediate(resolve));
console.log('begun');
setInterval(() => {}, 60_000);
