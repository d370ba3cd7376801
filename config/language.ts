/**
 * The owner's language, before and beside the settings: also where these are wrong, or another process has read them.
 * So no parser of TOML is asked, which a broken file would stop.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { addLanguage, type Language, languageNamed } from '../src/domain/text/catalog.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a file of `config/languages` exports: tables by their names, and as `words` what stands in none of them. */
interface LanguageFile {
  readonly texts: Readonly<Record<string, unknown>> & { readonly words?: Readonly<Record<string, string>> };
}

/** Brings the languages beside English and German: each file of `config/languages` is one, `fr.ts` for instance. */
export async function loadLanguages(folder = new URL('./languages/', import.meta.url)): Promise<void> {
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, language] = /^([a-z]{2,3})\.[jt]s$/.exec(file) ?? [];
    if (language === undefined) continue;
    const { texts } = (await import(new URL(file, folder).href)) as LanguageFile;
    addLanguage(language, (table, english) => (table === 'words' ? texts.words?.[String(english)] : texts[table]));
  }
}

/** The language of the system, as its variables say; a new home keeps it in its settings. */
export function languageOf({ LC_ALL, LC_MESSAGES, LANG }: Environment): Language {
  const [, name = ''] = /^([a-z]{2,3})(?:[_.@-]|$)/i.exec(LC_ALL || LC_MESSAGES || LANG || '') ?? [];
  return languageNamed(name.toLowerCase()) ?? 'en';
}

/** `[owner] language` of a `config.toml`: English where it names none; where there is no home yet, that of `env`. */
export function languageIn(configFile: string, env: Environment): Language {
  try {
    let isOwner = false;
    for (const line of readFileSync(configFile, 'utf8').split('\n')) {
      const [, table] = /^\s*\[\s*([\w.]+)\s*\]/.exec(line) ?? [];
      if (table !== undefined) isOwner = table === 'owner';
      const [, key, name = ''] = /^\s*(owner\.)?language\s*=\s*["']([a-z]+)["']/.exec(line) ?? [];
      const language = (isOwner || key !== undefined) && languageNamed(name);
      if (language) return language;
    }
  } catch {
    // no home yet, or none that can be read: the command itself says so
    return languageOf(env);
  }
  return 'en';
}
