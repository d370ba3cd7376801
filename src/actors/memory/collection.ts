/** Looks through all memories for what may belong together, contradict each other, or was not used for too long. */
import type { Collected, Looked } from '../../domain/memory/consolidation/plan.ts';
import type { MemoryStore } from '../../domain/memory/memory.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Episodes } from '../../ports/memory/episodes.ts';
import type { MemoryLinks } from '../../ports/memory/links.ts';
import { work } from '../work.ts';

const pageSize = 25;
/** Nothing else happens for so long at most. */
const sliceMs = 8;
/** So many are set aside by one run, in one step: of what was kept, and of what was only said. */
const mostOutlived = 200;
const mostEpisodes = 100;

export function collection({
  memories,
  links,
  episodes,
  now,
  archiveAfterDays,
  pause,
}: {
  readonly memories: Pick<MemoryStore, 'page'>;
  readonly links: Pick<MemoryLinks, 'isKnown'>;
  readonly episodes: Pick<Episodes, 'old'>;
  readonly now: () => number;
  readonly archiveAfterDays: number;
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>;
}) {
  return work<Collected, object>(async ({ signal }, _, onAlive) => {
    const [{ pairSearch }, { isOutlived }] = await Promise.all([
      import('../../domain/memory/consolidation/pairs.ts'),
      import('../../domain/memory/consolidation/retention.ts'),
    ]);
    const search = pairSearch();
    const outlived: Looked[] = [];
    const at = now();
    let since = at;
    const rest = async () => {
      if (now() - since < sliceMs && now() >= since) return;
      onAlive();
      await pause();
      since = now();
      if (signal.aborted) throw fault('cancelled', 'the look through the memories was stopped');
    };
    for (let after: string | undefined; ; ) {
      const page = memories.page(after, pageSize);
      for (const memory of page) {
        search.add(memory);
        if (outlived.length < mostOutlived && isOutlived(memory, at, archiveAfterDays))
          outlived.push({ id: memory.id, updatedAt: memory.updatedAt });
      }
      after = page.at(-1)?.id;
      if (page.length < pageSize) break;
      await rest();
    }
    for (const episode of episodes.old(at, mostEpisodes))
      if (isOutlived(episode, at, archiveAfterDays)) outlived.push({ id: episode.id, updatedAt: episode.updatedAt });
    const finding = search.find(links.isKnown);
    for (;;) {
      const { done, value } = finding.next();
      if (done) return { ...value, outlived };
      await rest();
    }
  });
}
