/** The jobs in the text of `agent.toml`, each with its line. */
import { hash } from 'node:crypto';
import { parse, TomlError } from 'smol-toml';
import { type AgentFileJob, type AgentFileJobs, agentFileName, definitionIn } from '../../domain/jobs/agent-file.ts';
import { canonical, type JsonObject } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';

const table = 'scheduled_tasks';

/** SHA-256, hex. */
export function agentFileHash(text: string): string {
  return hash('sha256', text);
}

export function agentFileJobs(text: string): AgentFileJobs {
  let file: Readonly<Record<string, unknown>>;
  try {
    file = parse(text, { unsafeKeyBehaviour: 'throw' });
  } catch (error) {
    const line = error instanceof TomlError ? `:${error.line}` : '';
    return {
      jobs: [],
      wrong: [],
      isUnreadable: true,
      problems: [`${agentFileName}${line}: expected a TOML document; came something else`],
    };
  }
  const entries = file[table] ?? [];
  const lines = text.split('\n');
  if (!Array.isArray(entries)) {
    const line = lines.findIndex(one => one.includes(table)) + 1;
    return {
      jobs: [],
      wrong: [],
      isUnreadable: true,
      problems: [`${agentFileName}:${line}: ${table}: expected a list of [[${table}]]; came a table`],
    };
  }
  const heads = lines.flatMap((line, at) => (/^\s*\[\[\s*scheduled_tasks\s*\]\]/.test(line) ? [at + 1] : []));
  const first = lines.findIndex(line => line.includes(table)) + 1;
  const jobs: AgentFileJob[] = [];
  const problems: string[] = [];
  const wrong: string[] = [];
  for (const [index, entry] of (entries as readonly JsonObject[]).entries()) {
    const line = heads[index] ?? first;
    const read = definitionIn(entry);
    const name = typeof entry['name'] === 'string' ? entry['name'] : '';
    if ('key' in read) {
      const key = oneLine(read.key, 60);
      problems.push(problemAt(lineOf(lines, line, read.key), key, read.expected, read.came));
      wrong.push(name);
    } else if (jobs.some(job => job.name === name)) {
      problems.push(problemAt(line, 'name', 'a name that no other entry has', JSON.stringify(oneLine(name, 60))));
    } else {
      const isEnabled = entry['enabled'] !== false;
      jobs.push({ name, line, isEnabled, hash: agentFileHash(canonical(entry)), definition: read.definition });
    }
  }
  return { jobs, problems, wrong, isUnreadable: false };
}

/** What is wrong at a place of the file, for its owner. */
function problemAt(line: number, key: string, expected: string, came: string): string {
  return `${agentFileName}:${line}: ${table}.${key}: expected ${expected}; came ${came}`;
}

/** The line of a key within the entry that begins at `from`. */
function lineOf(lines: readonly string[], from: number, key: string): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (/^\s*\[/.test(line)) break;
    if (
      line
        .trimStart()
        .replace(/^["']|["'](?=\s*=)/g, '')
        .startsWith(key)
    )
      return at + 1;
  }
  return from;
}
