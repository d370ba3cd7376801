/** One connection of the event stream, read with `fetch` so that it can carry the token. */
import { request } from './api.js';

/** @import { AgentEvent } from './events.js' */

/** Straylight gives a sign of life every 15 s. */
const silenceMs = 40_000;

/**
 * Reads until the stream ends, which is when the answer resolves. Rejects with `Refused` where it could not be opened,
 * and when Straylight has been silent for too long.
 * @param {string} path
 * @param {{ onOpen: () => void, onEvent: (event: AgentEvent) => void, signal: AbortSignal }} options
 */
export async function readStream(path, { onOpen, onEvent, signal }) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    const response = await request(path, { signal: AbortSignal.any([signal, silence.signal]) });
    onOpen();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      const blocks = (rest + piece.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) onEvent(eventOf(block));
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A comment is an event without a name: it says that Straylight lives, and how far it is.
 * @param {string} block
 * @returns {AgentEvent}
 */
function eventOf(block) {
  let name = '';
  let id;
  let data;
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    else if (line.startsWith('id: ')) id = line.slice(4);
    else if (line.startsWith('data: ')) data = JSON.parse(line.slice(6));
  }
  return { name, id, data };
}
