/** From what was found of memories to what is changed: checked against how they are now. */
import type { Memory } from '../memory.ts';
import { standing } from '../standing.ts';
import { contentWords } from '../words.ts';
import type { JudgedPair, Looked, MemoryMove } from './plan.ts';
import { isOutlived } from './retention.ts';
import { mayReplace } from './verdict.ts';

export interface ToSettle {
  readonly judged: readonly JudgedPair[];
  readonly links: readonly (readonly [one: string, other: string])[];
  readonly outlived: readonly Looked[];
}

export interface Settling {
  /** The memory as it is now. */
  readonly get: (id: string) => Memory | undefined;
  /** The one that has these words already. */
  readonly withWords: (kind: Memory['kind'], content: string) => Memory | undefined;
  readonly now: number;
  readonly archiveAfterDays: number;
}

/** A memory that was changed since, by anyone or by an earlier change of these, is left for the next look. */
export function settled({ judged, links, outlived }: ToSettle, known: Settling): readonly MemoryMove[] {
  const taken = new Set<string>();
  const fresh = ({ id, updatedAt }: Looked) => {
    const memory = taken.has(id) ? undefined : known.get(id);
    return memory?.updatedAt === updatedAt ? memory : undefined;
  };
  const moves: MemoryMove[] = [];
  for (const pair of judged) {
    const [one, other] = [fresh(pair.one), fresh(pair.other)];
    if (one?.status !== 'active' || other?.status !== 'active') continue;
    const move = moveOf(pair, [one, other], known);
    if (move.kind !== 'link') for (const { id } of [one, other]) taken.add(id);
    moves.push(move);
  }
  for (const [one, other] of links)
    if ([one, other].every(id => !taken.has(id) && known.get(id)?.status === 'active'))
      moves.push({ kind: 'link', one, other, as: 'related' });
  for (const looked of outlived) {
    const memory = fresh(looked);
    if (memory && isOutlived(memory, known.now, known.archiveAfterDays)) moves.push({ kind: 'archive', id: memory.id });
  }
  return moves;
}

function moveOf({ verdict, text }: JudgedPair, both: readonly [Memory, Memory], known: Settling): MemoryMove {
  const [one, other] = both;
  if (verdict === 'contradicts') {
    const [newer, older] = one.updatedAt >= other.updatedAt ? both : [other, one];
    return { kind: 'contradiction', newer: newer.id, older: older.id };
  }
  if (verdict !== 'same') return { kind: 'link', one: one.id, other: other.id, as: verdict };
  const sources = both.map(({ id }) => id);
  const contents = both.map(({ content }) => content);
  if (text !== undefined && mayReplace(text, contents) && known.withWords(better(both).kind, text) === undefined)
    return { kind: 'rewrite', text, sources };
  const keep = better(both);
  return { kind: 'merge', keep: keep.id, sources: sources.filter(id => id !== keep.id) };
}

/** The owner's own words before others, then what says more, then what counts for more. */
function better([one, other]: readonly [Memory, Memory]): Memory {
  const own = (memory: Memory) => Number(memory.source === 'owner');
  const newest = Math.max(one.updatedAt, other.updatedAt);
  const words = ({ content }: Memory) => new Set(contentWords(content).map(({ stem }) => stem)).size;
  const order = own(other) - own(one) || words(other) - words(one) || standing(other, newest) - standing(one, newest);
  return order > 0 ? other : one;
}
