/**
 * Files for the next message, by drop, paste or choice. Each is given to Straylight at once, and the message names it;
 * until it is sent the list stays in this tab, also over a reload.
 */
import { signal } from '@preact/signals';
import { Refused } from '../../live/api.js';
import { client } from '../../live/client.js';
import { button, component, li, p, span, ul } from '../../parts/tags.js';
import { sizeOf } from '../../parts/values/bytes.js';
import { readable } from '../../parts/values/visible.js';
import { say } from '../../words/say.js';

/**
 * @typedef {object} AttachedFile
 * @property {string} clientId
 * @property {string} name
 * @property {number} bytes
 * @property {boolean} [isKept] Straylight has it
 * @property {string} [trouble] why it will not go with the message
 */
/** @typedef {Readonly<Record<string, readonly AttachedFile[]>>} FilesBySession */

/** As src/domain/conversation/files.ts has them. */
const mostFileBytes = 5 * 1024 * 1024;
const mostFiles = 8;
const place = 'straylight.files';

const attachedFiles = signal(/** @type {FilesBySession} */ (remembered()));

/** Those that wait for the next message of a conversation. @param {string} session @returns {readonly AttachedFile[]} */
export function filesFor(session) {
  return attachedFiles.value[session] ?? [];
}

/** @param {string} session @param {readonly AttachedFile[]} files */
export function setFiles(session, files) {
  attachedFiles.value = { ...attachedFiles.peek(), [session]: files };
  const kept = Object.entries(attachedFiles.peek()).map(([id, all]) => [id, all.filter(({ isKept }) => isKept)]);
  try {
    sessionStorage.setItem(place, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // no room: they are on the screen all the same
  }
}

/** @param {string} session @param {Iterable<File>} files */
export async function attachFiles(session, files) {
  for (const file of files) await attachOne(session, file);
}

/** @param {string} session @param {File} file */
async function attachOne(session, file) {
  const clientId = crypto.randomUUID();
  const name = file.name === '' ? 'file' : file.name;
  const change = (/** @type {Partial<AttachedFile>} */ facts) =>
    setFiles(
      session,
      filesFor(session).map(one => (one.clientId === clientId ? { ...one, ...facts } : one)),
    );
  const isOneMore = filesFor(session).filter(({ trouble }) => !trouble).length >= mostFiles;
  setFiles(session, [...filesFor(session), { clientId, name, bytes: file.size }]);
  if (isOneMore) return change({ trouble: say('a message takes {mostFiles} files', { mostFiles }) });
  if (file.size === 0) return change({ trouble: say('the file is empty') });
  if (file.size > mostFileBytes)
    return change({
      trouble: say('a file may have at most {mostFileBytes}', { mostFileBytes: sizeOf(mostFileBytes) }),
    });
  try {
    await client.sessions.attach({ id: session, clientId, name, content: await base64Of(file) });
    change({ isKept: true });
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    change({ trouble: thrown.message });
  }
}

/** @param {File} file @returns {Promise<string>} */
function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    // a folder, or a file that has gone meanwhile
    reader.onerror = () => reject(new Refused(400, { message: say('it cannot be read') }));
    reader.readAsDataURL(file);
  });
}

export const attachedList = component(AttachedList);

/** The files of the next message, each with its way out. @param {{ session: string }} props */
function AttachedList({ session }) {
  const files = filesFor(session);
  if (files.length === 0) return null;
  const failed = files.filter(({ trouble }) => trouble).length;
  return [
    ul(
      { class: 'files', 'aria-label': say('Attached files') },
      ...files.map(({ clientId, name, bytes, isKept, trouble }) =>
        li(
          { key: clientId, class: `file${trouble ? ' file-trouble' : ''}` },
          fileName({ name, bytes }),
          trouble ? span({ role: 'alert' }, trouble) : !isKept && span({ role: 'status' }, 'sending'),
          button(
            {
              type: 'button',
              class: 'file-remove',
              'aria-label': say('Remove {name}', { name }),
              onClick: () =>
                setFiles(
                  session,
                  filesFor(session).filter(one => one.clientId !== clientId),
                ),
            },
            '×',
          ),
        ),
      ),
    ),
    failed > 0 &&
      p(
        { class: 'files-note' },
        failed === 1
          ? say('One file does not go with a message.')
          : say('{failed} files do not go with a message.', { failed }),
      ),
  ];
}

/** @param {{ readonly name: string, readonly bytes?: number }} file `bytes`: where it is known */
export function fileName({ name, bytes }) {
  return [
    span({ class: 'file-name', dir: 'auto' }, ...readable(name)),
    bytes !== undefined && span({ class: 'file-size' }, sizeOf(bytes)),
  ];
}

/** @returns {FilesBySession} */
function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? '{}');
  } catch {
    return {};
  }
}
