/**
 * A conversation as it is read: what was said, and beneath it what was done, a line a call, with its result where there
 * is one. Pure.
 */

/** @import { ToolOutcome } from '../../../../../src/domain/tools/tool.ts' */
/** @import { ChatMessage } from '../../../../../src/domain/supervision/view.ts' */

/**
 * @typedef {object} CallLine
 * @property {string} callId
 * @property {string} name
 * @property {string} [actor] the address of the call, once it is known
 * @property {'running' | 'waiting' | 'taken back' | ToolOutcome} state as far as the messages tell
 * @property {string} [doing] what it does, in a sentence
 * @property {string} [text] what it gave
 * @property {ChatMessage['files']} [files] what it handed over, as the message `result` names it
 * @property {string} [result] the id of that message
 */

/**
 * @typedef {{ readonly kind: 'owner' | 'agent' | 'aside' | 'note' | 'notice' | 'notes' | 'reminder', readonly message: ChatMessage, readonly calls: readonly CallLine[], readonly notes?: readonly Line[] }} Line `notes`: of what stands together as one line
 */

/**
 * @param {readonly ChatMessage[]} messages
 * @returns {readonly Line[]}
 */
export function linesOf(messages) {
  /** @type {{ kind: Line['kind'], message: ChatMessage, calls: CallLine[] }[]} */
  const lines = [];
  /** @type {Map<string, CallLine>} */
  const byCall = new Map();
  /** @type {Map<string, CallLine>} */
  const byActor = new Map();

  for (const message of messages) {
    const { id, role, text, toolCalls = [], tool = '' } = message;
    if (role === 'owner' || role === 'assistant') {
      const calls = toolCalls.map(({ callId, name }) => {
        /** @type {CallLine} */
        const call = { callId, name, state: 'running' };
        byCall.set(callId, call);
        return call;
      });
      lines.push({ kind: role === 'owner' ? 'owner' : 'agent', message, calls });
    } else if (role === 'tool') {
      const call = byCall.get(message.callId ?? '');
      const known = call ?? { callId: id, name: tool, state: 'running' };
      if (!call) lines.push({ kind: 'agent', message: { ...message, text: '' }, calls: [known] });
      takeResult(known, message);
      if (known.actor) byActor.set(known.actor, known);
    } else if (id.endsWith('/aside')) lines.push({ kind: 'aside', message, calls: [] });
    else if (byActor.has(id)) {
      // what was waited for: it comes as a notice
      const call = byActor.get(id);
      if (call) Object.assign(call, { text, state: endOf(message) });
    } else if (id.startsWith('report:'))
      lines.push({ kind: isReminder(text) ? 'reminder' : 'notice', message, calls: [] });
    // that something was waited for has come needs no line; what it is comes next
    else if (!id.endsWith('/late') || !byActor.has(id.slice(0, -'/late'.length)))
      lines.push({ kind: 'note', message, calls: [] });
  }
  return lines;
}

/**
 * What its owner asked to be told stands like a message, not among the notices. Such a report has the word of a reminder
 * in its first line, its own or ours (src/domain/jobs/texts.ts), and does not begin as the end of a job does.
 * @param {string} text
 */
function isReminder(text) {
  const [first = ''] = text.split('\n');
  const isOfJob = /^(?:The job|Job|Der Job|A run of the job|Ein Lauf des Jobs) /.test(first);
  return !isOfJob && /\bremind(?:er|ing|s)?\b|\berinner(?:e|st|t|n|ung)\b/i.test(first);
}

/**
 * Notices that follow each other, as one line of kind `notes`.
 * @param {readonly Line[]} lines
 * @returns {readonly Line[]}
 */
export function withNotesTogether(lines) {
  const isNote = (/** @type {Line | undefined} */ line) => line?.kind === 'note' || line?.kind === 'notice';
  return lines.flatMap((line, index) => {
    if (!isNote(line)) return [line];
    if (isNote(lines[index - 1])) return [];
    let end = index + 1;
    while (isNote(lines[end])) end += 1;
    const notes = lines.slice(index, end);
    return notes.length === 1 ? [line] : [{ kind: 'notes', message: line.message, calls: [], notes }];
  });
}

/**
 * @param {CallLine} call
 * @param {ChatMessage} message its answer, or that it waits
 */
function takeResult(call, message) {
  const { id, text, doing, files } = message;
  if (doing !== undefined) call.doing = doing;
  const isCalls = id.startsWith('tool-call:');
  if (isCalls) call.actor = id.split('#', 1)[0] ?? id;
  call.text = text;
  if (files) Object.assign(call, { files, result: id });
  // an answer bears the address of the call; that it waits, the address of a step of it
  call.state = isCalls && id.includes('#') ? 'waiting' : endOf(message);
}

/**
 * How a call has ended. A tool that says itself that it did not work has failed, though its call is done.
 * @param {ChatMessage} message
 */
function endOf({ failed, isTakenBack, outcome = 'done' }) {
  if (outcome === 'done') return failed ? 'failed' : 'done';
  return isTakenBack ? 'taken back' : outcome;
}
