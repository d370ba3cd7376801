/**
 * The thread in which a regular expression is tried on texts. Started by line-search.ts, which ends it when it takes
 * too long.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { hitsIn } from './line-search.ts';

const { source, flags } = workerData as { readonly source: string; readonly flags: string };
const expression = new RegExp(source, flags);

parentPort?.on('message', ({ text, most }: { readonly text: string; readonly most: number }) => {
  parentPort?.postMessage(hitsIn(text, most, line => line.search(expression)));
});
