/**
 * The page of the Stately export: Stately's own inspector in a frame, and Straylight’s messages handed to it, to
 * exactly that origin. Nothing it says is used but that it is there. Only an agent that was started with `--stately`
 * has this page.
 */
import { Refused } from '../live/api.js';
import { readStream } from '../live/read-stream.js';
import { shareToken } from '../live/tabs.js';
import { findToken, token, tokenKnown } from '../live/token.js';

const origin = 'https://stately.ai';
const againMs = 2_000;

findToken();
shareToken();
if (token.peek() === undefined)
  say('Open Straylight in another tab of this browser: this page gets the token from there.');
void tokenKnown().then(() => say('Waiting for stately.ai…'));

const frame = document.createElement('iframe');
frame.title = 'Stately’s inspector';
frame.referrerPolicy = 'no-referrer';
frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
frame.src = `${origin}/inspect`;
document.getElementById('stage')?.append(frame);

/** What goes on now; a frame that is loaded again starts over. */
let current = new AbortController();
addEventListener('message', ({ origin: from, source, data }) => {
  if (from !== origin || source !== frame.contentWindow || data?.type !== '@statelyai.connected') return;
  current.abort();
  current = new AbortController();
  void handOn(current.signal);
});

/** Until this frame is gone: Straylight may be lost and come back. @param {AbortSignal} signal */
async function handOn(signal) {
  while (!signal.aborted) {
    await tokenKnown();
    try {
      await readStream('/api/stately', {
        signal,
        onOpen: () => say('Sending what runs here to stately.ai.'),
        onEvent({ name, data }) {
          if (name === 'message') frame.contentWindow?.postMessage(data, origin);
        },
      });
      say('Connection lost. Trying again.');
    } catch (thrown) {
      if (signal.aborted) return;
      say(thrown instanceof Refused ? `${thrown.message} Trying again.` : 'Not connected to Straylight. Trying again.');
    }
    await new Promise(resolve => setTimeout(resolve, againMs));
  }
}

/** @param {string} text */
function say(text) {
  const place = document.getElementById('standing');
  if (place) place.textContent = text;
}
