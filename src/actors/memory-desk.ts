/** The memories, looked through and forgotten by the owner; what was forgotten stands in the audit chain, not what it said. */
import type { AuditNote } from '../machines/domain/audit.ts';
import type { MemoryStore } from '../machines/domain/memory.ts';
import type { MemoryDesk } from '../machines/domain/memory-desk.ts';
import type { System } from './runtime/system.ts';

export interface MemoryDeskOptions {
  readonly system: Pick<System, 'perform'>;
  readonly memories: Pick<MemoryStore, 'get' | 'list' | 'remove' | 'search'>;
  /** Written in the transaction of what it tells. */
  readonly audit: (note: AuditNote, step: { readonly at: number }) => void;
  readonly clock: { now(): number };
}

export function memoryDesk({ system, memories, audit, clock }: MemoryDeskOptions): MemoryDesk {
  return {
    async find({ q, status, limit }) {
      if (q === undefined || q.trim() === '')
        return memories.list({ limit, ...(status === undefined ? {} : { status }) });
      const found = memories.search(q, limit).filter(one => status === undefined || one.status === status);
      return found.map(({ score: _, coverage: __, ...memory }) => memory);
    },
    forget: (id, by) =>
      system.perform(() => {
        const [known] = memories.get([id]);
        if (!known || !memories.remove(id)) return false;
        const { kind, source, taint } = known;
        audit(
          { kind: 'admin.memory-forget', subject: id, actor: by, facts: { kind, source, taint } },
          { at: clock.now() },
        );
        return true;
      }),
  };
}
