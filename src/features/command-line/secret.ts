/** `straylight secret set` and `remove`: the value goes from here into the file; a running agent is only told to read it. */
import type { Config } from '../../../config/load.ts';
import { systemClock } from '../../adapters/process/clock.ts';
import type { Run } from '../../commands/arguments/command-line.ts';
import { isConfirmed, sayPreview } from '../../commands/arguments/confirmed.ts';
import { texts } from '../../commands/arguments/values.ts';
import { hiddenLine } from '../../commands/home/hidden-line.ts';
import { secret } from '../../commands/home/secret.ts';
import { noSuch } from '../../commands/missing.ts';
import { sayIn } from '../../commands/say.ts';
import { ownWords } from '../../domain/text/texts.ts';
import { oneLine, readable } from '../../domain/text/visible.ts';
import { reachAgent } from './agent.ts';
import type { Edge } from './edge.ts';

/** Asks for the value unseen where it is typed, else reads it from standard input. */
export async function secretHere(config: Config, { form, args, options, json }: Run, edge: Edge): Promise<number> {
  const { io, now } = edge;
  const [{ vaultOf }, { keyringOf }, { declaredTools }, { secretTakers }] = await Promise.all([
    import('../secrets/secrets.ts'),
    import('../keys/keys.ts'),
    import('../../adapters/declared-tools.ts'),
    import('../../domain/secrets/rule.ts'),
  ]);
  const keyring = keyringOf(config, systemClock);
  const vault = vaultOf({ config, keyring, say: text => io.err(io.style.dim(readable(ownWords(text, io.language)))) });
  if (!isConfirmed({ form, args, options })) {
    const isThere = (await vault.read()).some(({ name }) => name === args['name']);
    if (isThere) return sayPreview({ form, args, json }, io);
    throw noSuch({ io, json }, 'there is no secret {name}; "straylight secret list" lists all secrets', {
      name: oneLine(args['name'] ?? '', 80),
    });
  }
  const list = (name: string) => {
    const given = options[name];
    return Array.isArray(given) ? (given as readonly string[]) : [];
  };
  const { stdin, stderr } = process;
  return secret({
    json,
    io,
    now,
    takers: secretTakers(declaredTools),
    verb: form.words === 'secret set' ? 'set' : 'remove',
    name: args['name'] ?? '',
    ...texts(options, 'note', 'expires'),
    rule: {
      tools: list('tool'),
      hosts: list('host'),
      headers: list('header'),
      commands: list('command'),
      agents: list('agent'),
    },
    kept: { ...vault, rows: async () => (await vault.read()).map(({ value: _, ...row }) => row) },
    readValue: name =>
      stdin.isTTY
        ? hiddenLine({
            input: stdin,
            write: text => void stderr.write(text),
            question: sayIn(io)('Enter {name} (hidden): ', { name }),
          })
        : io.readAll(),
    reach: () => reachAgent(config.paths, false, edge),
  });
}
