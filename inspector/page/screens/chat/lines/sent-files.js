/** The files of a message, or of a call that handed one over: to open, and to save. */
import { useSignal } from '@preact/signals';
import { isReadOnly } from '../../../live/agent.js';
import { Refused, request } from '../../../live/api.js';
import { isLive } from '../../../live/link.js';
import { openInTab, save } from '../../../live/saving.js';
import { button, component, li, span, ul } from '../../../parts/tags.js';
import { announce } from '../../../view/announce.js';
import { say } from '../../../words/say.js';
import { fileName } from '../attaching.js';

/** @import { ChatMessage } from '../../../../../src/domain/supervision/view.ts' */
/** @typedef {NonNullable<ChatMessage['files']>[number]} SentFile */

/**
 * @param {string | undefined} message the id of the message that names them; undefined: it is still on its way
 * @param {readonly SentFile[]} files
 */
export function sentFiles(message, files) {
  return ul(
    { class: 'files', 'aria-label': say('Files') },
    ...files.map((file, at) => sentFile({ key: at, message, at, file })),
  );
}

const sentFile = component(SentFileView);

/** @param {{ message: string | undefined, at: number, file: SentFile }} props */
function SentFileView({ message, at, file }) {
  const trouble = useSignal('');
  const isBusy = useSignal(false);
  /** @param {(blob: Blob) => void} use */
  const get = async use => {
    isBusy.value = true;
    trouble.value = '';
    try {
      const id = encodeURIComponent(message ?? '');
      const response = await request(`/api/messages/${id}/files/${at}`, { method: 'GET' });
      use(await response.blob());
    } catch (thrown) {
      // a connection that ends in the middle is a TypeError of the browser's
      trouble.value = thrown instanceof Refused ? thrown.message : say('The download was interrupted.');
      announce(trouble.value);
    } finally {
      isBusy.value = false;
    }
  };
  /** @param {string} word @param {string} title @param {(blob: Blob) => void} use */
  const way = (word, title, use) =>
    button(
      {
        type: 'button',
        class: 'link-button',
        title,
        'aria-label': `${word} ${file.name}`,
        disabled: isBusy.value || !isLive.value,
        onClick: () => void get(use),
      },
      word,
    );
  return li(
    { class: `file${trouble.value ? ' file-trouble' : ''}`, title: file.path },
    fileName(file),
    // a token that may only look gets no files of the workspace
    message !== undefined &&
      !isReadOnly.value && [
        way(say('Open'), say('In a tab of its own; what no browser shows safely is saved'), blob =>
          show(blob, file.name),
        ),
        way(say('Save'), say('To this computer'), blob => save(blob, file.name)),
      ],
    trouble.value !== '' && span({ role: 'alert' }, trouble.value),
  );
}

/** What a browser would run (HTML, SVG) is shown as the text that it is. @param {Blob} blob @param {string} name */
function show(blob, name) {
  const { type } = blob;
  if (/^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|application\/pdf)$/.test(type)) return openInTab(blob);
  if (/^text\/|json|xml|svg|javascript/.test(type))
    return openInTab(new Blob([blob], { type: 'text/plain;charset=utf-8' }));
  return save(blob, name);
}
