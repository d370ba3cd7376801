/** Which message of the owner a memory, or a new wording of it, comes from, where nobody has said so. */
import type { Database } from 'better-sqlite3';
import { contentWords } from '../../../../domain/memory/words.ts';

/** So many of the newest messages may be it, and so much of each is read. */
const mostMessages = 8;
const mostText = 4000;

/**
 * The newest message of a conversation that has most of its words. Several may have come at once, so the very newest need
 * not be it; where none has one of its words it is, since the owner may have said only "yes". What was
 * known before (`known`) tells nothing of where the new words come from.
 */
export function memorySource(
  database: Database,
): (session: string, content: string, known?: string) => string | undefined {
  // "= ?" before an ORDER BY would be planned again at each call, ten times what it takes
  const newestOwn = database.prepare<[string], { readonly id: string; readonly text: string | null }>(
    `SELECT m.id, substr(t.text, 1, ${mostText}) AS text FROM messages m JOIN message_texts t ON t.n = m.n
     WHERE m.session IN (?) AND m.role = 'owner' ORDER BY m.n DESC LIMIT ${mostMessages}`,
  );
  return (session, content, known = '') => {
    const wanted = new Set(stemsOf(content)).difference(new Set(stemsOf(known)));
    let best: { readonly id: string; readonly shared: number } | undefined;
    for (const { id, text } of newestOwn.iterate(session)) {
      const shared = new Set(stemsOf(text ?? '')).intersection(wanted).size;
      if (best === undefined || shared > best.shared) best = { id, shared };
      if (best.shared === wanted.size) break;
    }
    return best?.id;
  };
}

function stemsOf(text: string): readonly string[] {
  return contentWords(text).map(({ stem }) => stem);
}
