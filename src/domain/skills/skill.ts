/**
 * Skills: folders with a `SKILL.md` that say how a piece of work is done (agentskills.io), with references, assets and
 * scripts beside it.
 *
 * A skill that was found counts for nothing. It counts from when its owner enables it, for the content it has then.
 */
import type { Finding } from './finding.ts';

/** Where it lies: in the folder `skills` of the home, or in that of the workspace, where others can write. */
export type SkillPlace = 'home' | 'workspace';

/**
 * `new`: never enabled. `changed`: its content is not the one that was enabled. `broken`: it cannot be read. `shadowed`:
 * the home has one of the same name.
 */
export type SkillState = 'enabled' | 'disabled' | 'new' | 'changed' | 'broken' | 'shadowed';

/** What may be done with files while a skill is active. */
export const fileGrants = ['none', 'read', 'write'] as const;
export type FileGrant = (typeof fileGrants)[number];

/**
 * What a skill may use while it is active. `tools`: names of tools, `*` for all; `hosts`: names of hosts, `*.` before
 * one for all beneath it, `*` for all; `secrets`: names of the owner's secrets.
 */
export interface Grant {
  readonly tools: readonly string[];
  readonly hosts: readonly string[];
  readonly files: FileGrant;
  readonly secrets: readonly string[];
}

export const noGrant: Grant = { tools: [], hosts: [], files: 'none', secrets: [] };

/** What its frontmatter says, read generously. */
export interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly version?: string;
  /** What it asks for. A declaration grants nothing. */
  readonly asks: Grant;
  /** Fields that the standard does not have. */
  readonly unknown: readonly string[];
}

/** Where its content came from: made on this machine, or brought in. */
export type SkillOrigin = 'own' | 'outside';

/** What `skills.lock` holds of one. */
export interface Lock {
  /** Of all its files, SHA-256, hex. */
  readonly hash: string;
  readonly enabled: boolean;
  readonly granted: Grant;
  readonly origin: SkillOrigin;
  /** Where it was installed from; absent: it was made here, or put there by hand. */
  readonly source?: string;
  /** UTC epoch ms. */
  readonly at: number;
}

/** One file of a skill. */
export interface SkillFile {
  /** Within the skill, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly isScript: boolean;
  readonly isText: boolean;
}

/** How often it was used, and what came of it. */
export interface SkillUse {
  /** Requests to a model in which it stood. */
  readonly offered: number;
  /** Turns in which it was loaded. */
  readonly loaded: number;
  /** Of these, those that ended with a reply. */
  readonly useful: number;
  readonly lastAt: number | null;
}

export interface SkillRow extends SkillUse {
  readonly name: string;
  readonly description: string;
  readonly place: SkillPlace;
  readonly state: SkillState;
  readonly origin: SkillOrigin;
  readonly grave: number;
  readonly notes: number;
}

export interface SkillDetails extends SkillRow {
  readonly folder: string;
  readonly hash: string;
  readonly source?: string;
  readonly license?: string;
  readonly compatibility?: string;
  readonly version?: string;
  /** Why it cannot be read, where it is broken. */
  readonly problem?: string;
  readonly asks: Grant;
  readonly granted: Grant;
  readonly files: readonly SkillFile[];
  readonly findings: readonly Finding[];
  /** Of its `SKILL.md`, without the frontmatter. */
  readonly text: string;
  /** The files that differ from what was enabled; empty where it is not known. */
  readonly changed: readonly string[];
  /** Of one that was installed just now. */
  readonly adapted?: readonly Adaptation[];
}

/** What was written again in a skill of another form: the name of its file, its name, its description. */
export const adaptations = ['file', 'name', 'description'] as const;
export type Adaptation = (typeof adaptations)[number];

/** What is wanted of an enabling. */
export interface Enabling {
  /** As it asks for. */
  readonly asRequested: boolean;
  readonly tools?: readonly string[];
  readonly hosts?: readonly string[];
  readonly files?: FileGrant;
  readonly secrets?: readonly string[];
  /** Although the linter found something grave. */
  readonly anyway: boolean;
  /** The content that its owner has looked at; absent: as it is now. */
  readonly hash?: string;
}

/** What a test of a skill looks at, one after the other. */
export const skillChecks = ['shape', 'lint', 'syntax', 'run'] as const;

/** Why a check did not pass, or was not made. */
export const checkReasons = [
  'broken',
  'grave',
  'syntax',
  'exit',
  'output',
  'noTest',
  'badTest',
  'notEnabled',
  'noSandbox',
] as const;

export interface SkillCheck {
  readonly check: (typeof skillChecks)[number];
  /** What it is about; the skill as a whole: its `SKILL.md`. */
  readonly file: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly why?: (typeof checkReasons)[number];
  /** What a program or the linter said. */
  readonly detail?: string;
}

export interface SkillTrial {
  readonly name: string;
  readonly checks: readonly SkillCheck[];
}

export interface SkillService {
  list(): Promise<readonly SkillRow[]>;
  show(name: string): Promise<SkillDetails | undefined>;
  /** Installs from a folder, an archive, a text, an index or a git address; it is not enabled by that. Throws `invalid`. */
  add(source: string, sha256: string | undefined): Promise<SkillDetails>;
  /** False: there is none of that name in the home. */
  remove(name: string): Promise<boolean>;
  /** Throws `denied` where the linter found something grave, or it is not what was looked at. */
  enable(name: string, wanted: Enabling): Promise<SkillDetails | undefined>;
  disable(name: string): Promise<SkillDetails | undefined>;
  /** Looks at its form and its scripts, and runs its tests where it may run. Undefined: there is none of that name. */
  test(name: string): Promise<SkillTrial | undefined>;
  /** By its name, or the path of a folder that is not installed. */
  lint(what: string): Promise<{ readonly name: string; readonly findings: readonly Finding[] } | undefined>;
  /** Makes one by a template, in the home. Throws `invalid` where the name is none or taken. */
  make(name: string, template: string, description: string | undefined): Promise<SkillDetails>;
}

/** The names of the templates for new ones. */
export const skillTemplates = ['instructions', 'checklist', 'script', 'reference', 'web'] as const;
export type SkillTemplate = (typeof skillTemplates)[number];

const longestName = 64;

/** The rule of the standard. */
export function isSkillName(name: string): boolean {
  return name.length <= longestName && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

export const longestDescription = 1024;
