/** The turns in the index: which run, which run at the same time, what is said of them. */
import { eachOnce, type Sentence } from '../../domain/policy/sentence.ts';
import { defined } from '../../domain/text/json.ts';
import type { KeptCall } from '../../ports/files/workspace-keeper.ts';
import type { KeptTurn, TurnFacts, UndoIndex } from './undo-index.ts';

export interface TurnBook {
  /** The turns of the calls that run. */
  running(): readonly number[];
  /** The turn of a call, noted where it is new, and with those that run at the same time. */
  joined(call: Omit<KeptCall, 'call'>, undoes?: number): number;
  /** Notes sentences at these turns. */
  note(turns: readonly number[], notes: readonly Sentence[]): void;
  /** A turn that changed something. */
  changed(id: number): KeptTurn | undefined;
}

const mostWhat = 5;
const mostNotes = 20;

/** `letIn`: the folders that stand in the workspace, by their names. */
export function turnBook(index: UndoIndex, now: () => number, letIn: Readonly<Record<string, string>> = {}): TurnBook {
  const running = () => [...new Set(index.calls().map(({ turn }) => turn))];

  return {
    running,
    joined({ turn: name, session, what }, undoes) {
      const known = index.turn(name);
      const others = running().filter(id => id !== known?.id);
      const facts = known?.facts ?? { what: [], overlaps: [], notes: [] };
      const whats = facts.what.includes(what) || facts.what.length >= mostWhat ? facts.what : [...facts.what, what];
      const joined: TurnFacts = {
        ...facts,
        what: whats,
        overlaps: union(facts.overlaps, others),
        ...defined({ letIn: Object.keys(letIn).length > 0 ? letIn : undefined }),
      };
      const id =
        known?.id ??
        index.addTurn({
          turn: name,
          session,
          at: now(),
          facts: joined,
          undoes,
        });
      if (known) index.setFacts(id, joined);
      for (const other of others) {
        const { facts: theirs } = index.turn(other) as KeptTurn;
        index.setFacts(other, { ...theirs, overlaps: union(theirs.overlaps, [id]) });
      }
      return id;
    },
    note(turns, notes) {
      if (notes.length === 0) return;
      index.transaction(() => {
        for (const id of turns) {
          const turn = index.turn(id);
          if (turn)
            index.setFacts(id, { ...turn.facts, notes: eachOnce([...turn.facts.notes, ...notes]).slice(0, mostNotes) });
        }
      });
    },
    changed(id) {
      const turn = index.turn(id);
      return turn && index.changes(id).length > 0 ? turn : undefined;
    },
  };
}

function union<Value>(some: readonly Value[], more: readonly Value[]): readonly Value[] {
  return [...new Set([...some, ...more])];
}
