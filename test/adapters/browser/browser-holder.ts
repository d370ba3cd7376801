/** A process for browser.test.ts that opens a page, tells the processes below it, and waits to be killed. */

import { children } from '../process/child-processes.ts';
import { browserWorld } from './browser-world.ts';

const world = await browserWorld({ after: () => {} } as never, { '93.184.216.34': { 'page.com/': 'hi' } });
await world.use({ action: 'navigate', url: 'http://page.com/' });
const below = (pid: number): number[] => children(pid).flatMap(child => [child, ...below(child)]);
console.log(JSON.stringify(below(process.pid)));
