/** Where an Ollama server is, and whether anything listens there. */

import { connect } from 'node:net';
import { says } from '../../../domain/policy/sentence.ts';
import { type Fault, fault } from '../../../domain/supervision/failure.ts';
import { connectionFault, type Service } from '../http-fault.ts';

/** The address without its credentials, because it stands in messages. Throws `invalid` where it is none. */
export function serviceAt(host: string, apiKey: string): Service {
  const written = host.includes('://') ? host : `http://${host.startsWith(':') ? '127.0.0.1' : ''}${host}`;
  if (!URL.canParse(written))
    throw fault('invalid', says`expected OLLAMA_HOST to be an address such as http://127.0.0.1:11434`);
  const url = new URL(written);
  if (url.port === '' && !host.includes('://')) url.port = '11434';
  return {
    name: says`${'Ollama'} at ${url.origin}`,
    keySetting: says`OLLAMA_HOST and its key`,
    secrets: [apiKey, url.password, decodeURIComponent(url.password)],
    unknownModel: { form: 'run `ollama pull` for it' },
    unreachable: { form: 'start it with `ollama serve`, or set OLLAMA_HOST' },
  };
}

/** Why nothing can be asked there: the connection is refused. Undefined: it may answer; the library is to ask it. */
export function refusalOf(host: string, signal: AbortSignal): Promise<Fault | undefined> {
  const { hostname, port, protocol } = new URL(host);
  return new Promise(resolve => {
    const usual = protocol === 'https:' ? 443 : 80;
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usual, signal });
    const end = (refusal?: Fault) => {
      socket.destroy();
      resolve(refusal);
    };
    socket.once('connect', () => end());
    socket.on('error', error =>
      end('code' in error && error.code === 'ECONNREFUSED' ? connectionFault(serviceAt(host, ''), error) : undefined),
    );
  });
}
