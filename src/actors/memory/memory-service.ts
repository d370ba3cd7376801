/**
 * The memories, looked through, reworded and forgotten by the owner; that it was done stands in the audit chain, not
 * what they said.
 */
import type { AuditNote } from '../../domain/audit/audit.ts';
import type { Memory, MemoryKind, MemoryStore } from '../../domain/memory/memory.ts';
import type { MemoryService } from '../../domain/memory/service.ts';
import type { System } from '../runtime/system.ts';

export interface MemoryServiceOptions {
  readonly system: Pick<System, 'perform'>;
  readonly memories: Pick<MemoryStore, 'get' | 'list' | 'remove' | 'save' | 'search'>;
  /** The id of a memory, from what makes it one and the same. */
  readonly idOf: (kind: MemoryKind, content: string) => string;
  /** Takes secrets out of what is kept. */
  readonly redact: (text: string) => string;
  /** Written in the transaction of what it tells. */
  readonly audit: (note: AuditNote, step: { readonly at: number }) => void;
  readonly clock: { now(): number };
}

export function memoryService({ system, memories, idOf, redact, audit, clock }: MemoryServiceOptions): MemoryService {
  function note(act: string, { id, kind, source, taint }: Memory, by: string, at: number): void {
    audit({ kind: `admin.memory-${act}`, subject: id, actor: by, facts: { kind, source, taint } }, { at });
  }

  return {
    async find({ q, status, limit }) {
      if (q === undefined || q.trim() === '')
        return memories.list({ limit, ...(status === undefined ? {} : { status }) });
      const found = memories.search(q, limit).filter(one => status === undefined || one.status === status);
      return found.map(({ score: _, coverage: __, ...memory }) => memory);
    },
    edit: (id, content, by) =>
      system.perform(() => {
        const [known] = memories.get([id]);
        if (!known) return undefined;
        const at = clock.now();
        const text = redact(content.trim());
        const next = idOf(known.kind, text);
        // a memory is its words: other words are another one, which may be there already
        memories.remove(id);
        const { kind, session } = known;
        memories.save({ id: next, kind, content: text, status: 'active', source: 'user', taint: 'owner', session, at });
        note('edit', known, by, at);
        return memories.get([next])[0];
      }),
    forget: (id, by) =>
      system.perform(() => {
        const [known] = memories.get([id]);
        if (!known || !memories.remove(id)) return false;
        note('forget', known, by, clock.now());
        return true;
      }),
  };
}
