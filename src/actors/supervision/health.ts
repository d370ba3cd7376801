/** How Straylight is, read from its tables: for `/health`, `straylight status` and the greeting. */

import { type Sentence, worded } from '../../domain/policy/sentence.ts';
import type { Health } from '../../domain/supervision/view.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { type Language, quotedInGerman } from '../../domain/text/texts.ts';
import { channelView } from '../../machines/channel/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { RecoveryReport } from '../../ports/host.ts';
import type { ActorRecord, HostStore } from '../../ports/store.ts';

export interface HealthFacts {
  readonly store: HostStore;
  readonly channels: readonly string[];
  readonly model: { readonly name: string; readonly reason: Sentence };
  readonly executor: Health['executor'];
  readonly version: string;
  readonly uptimeMs: number;
  /** Why the last commit failed. */
  readonly trouble: Sentence | undefined;
  readonly isStopping: boolean;
  /** What the boot found, a line each. */
  readonly recovery: readonly string[];
}

export function healthOf(facts: HealthFacts): Health {
  const { store, model, trouble, isStopping } = facts;
  return {
    status: isStopping ? 'stopping' : trouble === undefined ? 'ok' : 'degraded',
    channels: facts.channels.map(name => channelHealth(store.actor(`channel:${name}`), name)),
    models: { default: model.name, ...worded('detail', model.reason) },
    executor: facts.executor,
    actors: store.countActors(),
    deadLetters: store.countDeadLetters(),
    version: facts.version,
    uptimeMs: facts.uptimeMs,
    recovery: facts.recovery,
  };
}

/** What the boot found, for the owner; nothing where there was nothing. */
export function recoveryLines(
  { waiting, again, unknown, quarantined, wedged }: RecoveryReport,
  language: Language,
): readonly string[] {
  const say = recoveryTexts[language];
  return [
    ...(waiting > 0 ? [say.waiting(waiting)] : []),
    ...(again > 0 ? [say.again(again)] : []),
    ...unknown.map(({ src, owner, about }) =>
      say.unknown(about?.replace(/\.$/, '') ?? `${say.works[src] ?? src} (${owner})`),
    ),
    ...quarantined.map(({ actor, problem }) => say.quarantined(actor, problem)),
    ...wedged.map(say.wedged),
  ];
}

/** What a boot found; `works` is what may happen once only. */
interface RecoveryTexts {
  readonly waiting: (count: number) => string;
  readonly again: (count: number) => string;
  readonly unknown: (work: string) => string;
  readonly quarantined: (actor: string, problem: string) => string;
  readonly wedged: (actor: string) => string;
  readonly works: Readonly<Record<string, string | undefined>>;
}

const recoveryTexts: Readonly<Record<Language, RecoveryTexts>> = catalog('actors/supervision/health', {
  en: {
    waiting: count => `Recovered ${count} waiting message${count === 1 ? '' : 's'}`,
    again: count => `Resumed: what was running (${count})`,
    unknown: work => `Unknown: ${work} was interrupted; it may or may not have happened`,
    quarantined: (actor, problem) => `Quarantined ${actor}: ${problem}`,
    wedged: actor => `Stuck: ${actor}: nothing is pending that could continue it`,
    works: { execution: 'a tool call', consent: 'an approval card', delivery: 'a message to you' },
  },
  de: {
    waiting: count => (count === 1 ? 'Bewahrt   eine wartende Nachricht' : `Bewahrt   ${count} wartende Nachrichten`),
    again: count => `Läuft weiter, was unterbrochen war (${count})`,
    unknown: work => `Ungewiss: ${work} wurde unterbrochen; vielleicht ist es geschehen, vielleicht nicht`,
    quarantined: (actor, problem) => `In Quarantäne ${actor}: ${quotedInGerman(problem)}`,
    wedged: actor => `Hängt: ${actor}: Nichts steht an, das ihn fortsetzen könnte`,
    works: { execution: 'ein Aufruf', consent: 'eine Freigabekarte', delivery: 'eine Nachricht an dich' },
  },
});

function channelHealth(row: ActorRecord | undefined, name: string): Health['channels'][number] {
  if (!row) return { name, state: 'stopped' };
  const { identity, failure, waiting } = channelView(storedState(row.state));
  const detail = row.leaf === 'online' ? identity : (failure?.message ?? identity);
  return { name, state: row.leaf, detail: detail ?? undefined, waiting };
}
