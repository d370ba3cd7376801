/**
 * What a watcher missed while its stream could not go on: after a restart of Straylight, or when it was away too long.
 *
 * The rows are read again, so are the approvals that wait or waited, and the turns of the messages sent from here, with
 * what was said in them. Journal entries and deltas in between are not made good; a command that needs them reads the
 * journal.
 */
import type { Client } from '../../api/client/client.ts';
import type { Frame } from '../../domain/supervision/view.ts';

export interface CatchUp {
  /** Notes what a frame has told, so that it is not told twice. */
  note(frame: Frame): void;
  /** Reads what is now and calls back with what had not been told. Rejects when Straylight cannot be read. */
  run(onFrame: (frame: Frame) => void): Promise<void>;
}

/** `spoken`: the turns of the messages sent from here, with their sessions. */
export function catchUp(
  agent: Pick<Client, 'state' | 'approvals' | 'sessions'>,
  spoken: ReadonlyMap<string, string>,
): CatchUp {
  const rows = new Set<string>();
  const waiting = new Set<string>();
  const said = new Set<string>();
  const finished = new Set<string>();

  function note(frame: Frame): void {
    if (frame.type === 'row') rows.add(frame.row.id);
    else if (frame.type === 'gone') rows.delete(frame.id);
    else if (frame.type === 'message') said.add(frame.message.id);
    else if (frame.type === 'turn') finished.add(frame.report.turn);
    else if (frame.type === 'approval') {
      if (frame.approval.state === 'pending') waiting.add(frame.approval.id);
      else waiting.delete(frame.approval.id);
    }
  }

  return {
    note,
    async run(onFrame) {
      const tell = (frame: Frame) => {
        note(frame);
        onFrame(frame);
      };
      const { actors } = await agent.state.show();
      for (const id of [...rows]) if (!actors.some(row => row.id === id)) tell({ type: 'gone', id });
      for (const row of actors) tell({ type: 'row', row });
      const { approvals } = await agent.approvals.list();
      for (const approval of approvals)
        if (approval.state === 'pending' || waiting.has(approval.id)) tell({ type: 'approval', approval });
      for (const [turn, session] of spoken) {
        if (finished.has(turn)) continue;
        const report = await agent.sessions.turn({ id: turn });
        const { messages } = await agent.sessions.messages({ id: session, limit: 100 });
        for (const message of messages)
          if (message.turn === turn && !said.has(message.id)) tell({ type: 'message', session, message });
        if (report && report.outcome !== 'running') tell({ type: 'turn', report });
      }
    },
  };
}
