/** A shell for the commands of a page. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../source-files.ts';

/** An environment in which nothing of this machine's owner is found. */
export function scratchEnv(home: string): Record<string, string> {
  return {
    PATH: `${join(home, '.local', 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    OLLAMA_HOST: 'http://127.0.0.1:9',
  };
}

/** What stands for something that is different each time. */
const placeholders: Readonly<Record<string, string>> = {
  '…': '[\\s\\S]*?',
  k3Qm9xTd: '[0-9A-Za-z]{8}',
};

/**
 * One home, and the programs it has left running. `isShared`: other pages have used it before, so something may be there
 * already that a page is the first to make, and an approval of theirs may wait.
 */
export function shellSession({ isShared = false }: { readonly isShared?: boolean } = {}) {
  let home = '';
  let approval = '';
  /** The turn that can be undone last, as it was listed. */
  let newest = '';
  /** What the page has set. */
  let variables: Readonly<Record<string, string>> = {};
  const running = new Set<ChildProcess>();

  async function output(command: string): Promise<{ readonly code: number | null; readonly text: string }> {
    const staysUp = /^straylight start\b/.test(command);
    const named = inThisHome(command).replaceAll('k3Qm9xTd', approval || 'k3Qm9xTd');
    // any free port, and the program itself where its signal goes
    const written = staysUp ? `exec ${named} --port 0` : named;
    const child = spawn('bash', ['-euo', 'pipefail', '-c', `{ ${written}\n} 2>&1`], {
      cwd: root,
      env: { ...scratchEnv(home), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    const ended = once(child, 'close').then(() => {
      running.delete(child);
    });
    if (!staysUp) await ended;
    else await Promise.race([ended, greeted(child, () => text)]);
    return { code: running.has(child) ? 0 : child.exitCode, text };
  }

  return {
    async open() {
      home = mkdtempSync(join(tmpdir(), 'straylight-docs-'));
      mkdirSync(join(home, '.local', 'bin'), { recursive: true });
      symlinkSync(join(root, 'bin', 'straylight.js'), join(home, '.local', 'bin', 'straylight'));
      await output('straylight init');
    },
    async run(command: string) {
      const [, variable] = /^([A-Z]+)=/.exec(command) ?? [];
      const { code, text } = await output(variable === undefined ? command : `${command}\nprintf %s "$${variable}"`);
      const isThere = isShared && /is already running/.test(text);
      if (!isThere) assert.equal(code, 0, `${command}\n${text}`);
      if (variable !== undefined) variables = { ...variables, [variable]: text };
      if (command.startsWith('kill ')) await ended();
    },
    async shows(command: string, expected: string) {
      const { text: printed } = await output(command);
      const text = withoutTheRest(printed);
      const pattern = withoutTheRest(inThisHome(expected))
        .replaceAll(/[ \t]+$/gm, '')
        .split(/(…|k3Qm9xTd)/)
        .map(part => placeholders[part] ?? RegExp.escape(part))
        .join('');
      const found = new RegExp(`^${pattern}$`, 'u').exec(text.trimEnd().replaceAll(/[ \t]+$/gm, ''));
      assert.ok(found, `$ ${command}\nprints\n${text}\nand the page says\n${expected}`);
      newest = /^TURN .*\n(\d+) /.exec(text)?.[1] ?? newest;
      approval = /\bApproval (\w{8})\b/.exec(text)?.[1] ?? approval;
    },
    rest,
    async close() {
      await rest();
      rmSync(home, { recursive: true, force: true });
    },
  };

  /**
   * What came meanwhile of an earlier page is told first, news that the page has may be told by then, and a column is as
   * wide as what else stands in it.
   */
  function withoutTheRest(text: string): string {
    if (!isShared) return text;
    return text
      .replaceAll(/^Approval \w{8} {2}.*\(still pending\)\n?(?:^ {2}straylight approvals .*\n?)?/gm, '')
      .replaceAll(/^· (?:.+ ago|just now): .*\n/gm, '')
      .replaceAll(/(?<=\S) {2,}/g, '  ');
  }

  /**
   * In a home that was used before, turns and versions have other numbers, a conversation has more messages, and what is
   * said once has been said.
   */
  function inThisHome(text: string): string {
    if (!isShared) return text;
    return text
      .replaceAll(/^\d+ …/gm, '…')
      .replace(/^(?:…\n|I am the built-in demo model \(rehearsal\): …\n\n)/, '…')
      .replace(/\bversion \d+(?:, commit …)?/, 'version …')
      .replaceAll(/(?<=^(?:Summarised:|The model sees|The messages take) )\d+/gm, '…')
      .replace(/(?<=\bundo (?:show|apply) |^Turn )\d+/, newest || '$&');
  }

  /** What a page has left running is stopped at its end. */
  async function rest(): Promise<void> {
    for (const child of running) child.kill('SIGTERM');
    await ended();
  }

  /** What was started ends in good order once it is told to. */
  async function ended(): Promise<void> {
    for (const child of running) {
      await once(child, 'close');
      assert.equal(child.exitCode, 0);
    }
  }
}

async function greeted(child: ChildProcess, text: () => string): Promise<void> {
  while (!/^Page {6}/m.test(text())) await once(child.stdout as NodeJS.EventEmitter, 'data');
}
