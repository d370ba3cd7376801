/** The library of skills, loaded with the first use of it: where there are no skills, none of it is needed. */
import { createRequire } from 'node:module';
import { later } from '../process/later.ts';
import type * as Library from './skill-library.ts';
import type { SkillLibrary, SkillLibraryOptions } from './skill-library.ts';

const load = createRequire(import.meta.url);

/** As `skillLibrary` of skill-library.ts; until it was used none is enabled. */
export function lazySkillLibrary(options: SkillLibraryOptions): SkillLibrary {
  let opened: SkillLibrary | undefined;
  const library = () => {
    opened ??= (load('./skill-library.ts') as typeof Library).skillLibrary(options);
    return opened;
  };
  return {
    service: later(() => library().service, {
      list: true,
      show: true,
      add: true,
      remove: true,
      enable: true,
      disable: true,
      lint: true,
      make: true,
      test: true,
    }),
    enabled: () => opened?.enabled() ?? [],
    scan: async () => library().scan(),
    load: async name => library().load(name),
    write: async (files, origin) => library().write(files, origin),
  };
}
