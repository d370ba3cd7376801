/** `straylight config`, with what only this process knows: the files, the editor, and who runs. */
import { existsSync, readFileSync } from 'node:fs';
import { givenSettings } from '../../../config/given.ts';
import { homePaths } from '../../../config/home.ts';
import { loadConfig } from '../../../config/load.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { checkConfig, editConfig, type GivenSettings, showConfig } from '../../commands/home/config.ts';
import { jsonText } from '../../commands/io.ts';
import { holder } from '../../commands/reach.ts';
import { fault } from '../../domain/supervision/failure.ts';
import type { Edge } from './edge.ts';

export async function configHere(
  home: string,
  { form, json }: Pick<Run, 'form' | 'json'>,
  edge: Edge,
): Promise<number> {
  const { io, env, features, isTerminal } = edge;
  const paths = homePaths(home);
  const load = () => loadConfig({ home, env, sections: features });
  if (form.words === 'config path') {
    io.out(json ? jsonText({ file: paths.configFile }) : paths.configFile);
    return 0;
  }
  if (form.words === 'config check') return checkConfig(load(), { io, json });
  if (form.words === 'config edit') {
    const { editFile, editorOf } = await import('../../adapters/process/text-editor.ts');
    return editConfig({
      io,
      json,
      isTerminal,
      file: paths.configFile,
      read: () => readFileSync(paths.configFile, 'utf8'),
      edit: () => editFile(editorOf(env), paths.configFile),
      check: async () => load(),
      isRunning: () => holder(paths.lockFile, paths.portFile) !== undefined,
    });
  }
  const loaded = load();
  if (!loaded.ok) throw fault('invalid', loaded.message);
  const { secrets } = loaded.config;
  const values = secrets.map(({ value }) => value);
  const given = (file: string): GivenSettings[] =>
    existsSync(file) ? [{ file, settings: givenSettings(readFileSync(file, 'utf8'), values) }] : [];
  const names = secrets.map(({ name }) => name);
  return showConfig([...given(paths.configFile), ...given(paths.agentFile)], names, { io, json });
}
