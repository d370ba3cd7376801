/**
 * The owner's language, before and beside the settings: also where these are wrong, or another process has read them.
 * So no parser of TOML is asked, which a broken file would stop.
 */
import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** The language of the system, as its variables say; a new home keeps it in its settings. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: Environment): 'en' | 'de' {
  return /^de(?:[_.@-]|$)/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'de' : 'en';
}

/** `[owner] language` of a `config.toml`: English where it names none; where there is no home yet, that of `env`. */
export function languageIn(configFile: string, env: Environment): 'en' | 'de' {
  try {
    let isOwner = false;
    for (const line of readFileSync(configFile, 'utf8').split('\n')) {
      const [, table] = /^\s*\[\s*([\w.]+)\s*\]/.exec(line) ?? [];
      if (table !== undefined) isOwner = table === 'owner';
      else if (isOwner && /^\s*language\s*=\s*["']de["']/.test(line)) return 'de';
      else if (/^\s*owner\.language\s*=\s*["']de["']/.test(line)) return 'de';
    }
  } catch {
    // no home yet, or none that can be read: the command itself says so
    return languageOf(env);
  }
  return 'en';
}
