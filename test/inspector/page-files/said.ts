/** The texts that the modules of the page say by its table. */
import { sourceFiles } from '../../source-files.ts';

const unescaped = (text: string) =>
  text.replaceAll(/\\u(\w{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export const saidByPage = (): readonly string[] =>
  sourceFiles('inspector/page')
    .filter(({ path }) => !path.includes('/stately/'))
    .flatMap(({ code }) =>
      [...code.matchAll(/\bsay\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g)].map(([, single, double = '']) =>
        unescaped(single ?? double),
      ),
    );
