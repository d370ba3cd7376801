/** Skills: found in two folders, reported to the model, loaded by a tool, held to what their owner granted. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { lazyFetcher } from '../../adapters/fetcher/lazy-fetcher.ts';
import { lazySkillLibrary } from '../../adapters/skills/lazy-skill-library.ts';
import type { SkillLibrary } from '../../adapters/skills/skill-library.ts';
import { sqliteRequestLedger } from '../../adapters/stores/sqlite/ledgers/egress.ts';
import { sqliteSkillLedger } from '../../adapters/stores/sqlite/skills/skills.ts';
import { createSkillTool } from '../../adapters/tools/skills/create-skill.ts';
import { loadSkillTool } from '../../adapters/tools/skills/load-skill.ts';
import { runSkillScriptTool } from '../../adapters/tools/skills/run-skill-script.ts';
import { hostOf, whyBlocked } from '../../domain/egress/domains.ts';
import { isDenied, judgeUrl } from '../../domain/egress/egress.ts';
import { says } from '../../domain/policy/sentence.ts';
import type { ActiveSkill } from '../../domain/skills/granted.ts';
import type * as Listing from '../../domain/skills/listing.ts';
import { noGrant } from '../../domain/skills/skill.ts';
import type * as Texts from '../../domain/skills/texts.ts';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Executor } from '../../ports/executor.ts';
import type { SkillLedger, SkillLoad } from '../../ports/ledgers/skill.ts';
import { type Core, type Feature, type Features, featureWithTools } from '../feature.ts';

// Where there is a skill.
const load = createRequire(import.meta.url);

export interface Skills extends Feature {
  /** For the instructions of one request to a model that takes so many tokens; empty: there are none. */
  readonly inWords: (window: number) => string;
  /** Those in use in a turn of a conversation that is under way. */
  readonly active: (session: string) => readonly ActiveSkill[];
  /** One that is enabled, with what it was granted. */
  readonly named: (skill: string) => ActiveSkill | undefined;
  /** Is any enabled? */
  readonly hasAny: () => boolean;
}

declare module '../feature.ts' {
  interface Features {
    readonly skills: Skills;
  }
}

const noteOffersMs = 60_000;

export const skillsFeature = featureWithTools(
  'skills',
  ['core', 'network', 'sandbox'],
  async ({ core, network, sandbox }) => {
    const { config, clock, database, system, log } = core;
    const { executor } = sandbox;
    const ledger = sqliteSkillLedger(database);
    const library = libraryOf(core, network, { ledger, executor });
    const offers = new Map<string, number>();
    const reported = new Set<string>();
    let cancel: (() => void) | undefined;

    const noteOffers = async () => {
      const now = [...offers];
      offers.clear();
      if (now.length === 0) return;
      await system.perform(() => {
        for (const [skill, times] of now) ledger.offered(skill, times);
      });
    };
    const noteLater = () => {
      cancel ??= clock.after(noteOffersMs, () => {
        cancel = undefined;
        noteOffers().catch(error => log({ level: 'warn', event: 'skills', problem: toFailure(error).message }));
      });
    };
    const changed = (name: string) => {
      if (reported.has(name)) return;
      reported.add(name);
      const { skillTexts } = load('../../domain/skills/texts.ts') as typeof Texts;
      core.report('skills', 'completed', skillTexts[config.owner.language].changed(name));
    };
    const loaded = (load: Omit<SkillLoad, 'at'>) => system.perform(() => ledger.loaded({ ...load, at: clock.now() }));
    // without skills a start looks at nothing
    const folders = [config.paths.skills, join(config.paths.workspace, 'skills')];
    const left = folders.some(folder => existsSync(folder)) ? await library.scan() : [];

    return {
      provides: { skills: library.service },
      inWords(window) {
        const skills = library.enabled();
        if (skills.length === 0) return '';
        for (const { name } of skills) offers.set(name, (offers.get(name) ?? 0) + 1);
        noteLater();
        return (load('../../domain/skills/listing.ts') as typeof Listing).skillsInWords(skills, window);
      },
      hasAny: () => library.enabled().length > 0,
      named: skill => library.enabled().find(({ name }) => name === skill),
      active(session) {
        const enabled = library.enabled();
        if (enabled.length === 0) return [];
        return ledger.active(session).map(({ skill, hash }) => {
          const one = enabled.find(({ name }) => name === skill);
          // what was allowed since for another content is not for this one
          return { name: skill, granted: one?.hash === hash ? one.granted : noGrant };
        });
      },
      tools: [
        loadSkillTool({ load: library.load, loaded, changed, maxOutputBytes: config.limits.maxOutputBytes }),
        runSkillScriptTool({
          load: library.load,
          enabled: library.enabled,
          loaded,
          executor,
          timeoutMs: config.limits.commandTimeoutMs,
        }),
        createSkillTool({ write: library.write, executor, timeoutMs: config.limits.commandTimeoutMs }),
      ],
      start() {
        for (const { name } of left) changed(name);
      },
      async stop() {
        cancel?.();
        await noteOffers();
      },
    };
  },
);

function libraryOf(
  { config, clock, database, version }: Core,
  network: Features['network'],
  { ledger, executor }: { readonly ledger: SkillLedger; readonly executor: Executor },
): SkillLibrary {
  const { paths } = config;
  const { ownNetwork, blockedDomains } = network;
  const fetcher = lazyFetcher({
    ...network,
    own: ownNetwork,
    ledger: sqliteRequestLedger(database),
    userAgent: `Straylight/${version}`,
    limits: { maxBytes: 20 * 2 ** 20 },
  });
  return lazySkillLibrary({
    folders: { home: paths.skills, workspace: join(paths.workspace, 'skills') },
    lockPath: paths.skillsLock,
    ledger,
    now: clock.now,
    executor,
    scriptTimeoutMs: config.limits.commandTimeoutMs,
    mayReach(url) {
      const to = judgeUrl(url, ownNetwork.hosts);
      const why = isDenied(to) ? to.reason : whyBlocked(hostOf(to), blockedDomains);
      if (why !== undefined) throw fault('denied', says`this request may not leave: ${why}`);
    },
    async download(url) {
      const { status, body } = await fetcher.fetch({ url, mayReachOwn: true });
      if (status !== 200) throw fault('unavailable', says`expected a file at ${url}; the server answered ${status}`);
      return body;
    },
  });
}
