/** The peer over standard input and output: `node stdio.ts FOLDER`. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { peerServer } from './tools.ts';

const [folder = process.cwd(), only] = process.argv.slice(2);
// a line that is no message, as many programs print one
console.log('the peer is there');
serveStdio(peerServer(folder), { legacy: only === 'modern' ? 'reject' : 'serve' });
