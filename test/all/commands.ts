import { together } from './together.ts';

await together('test/commands');
