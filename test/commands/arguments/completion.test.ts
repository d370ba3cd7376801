/** The scripts as the shells themselves read them, where there is such a shell. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { suite, test } from 'node:test';
import { readCommandLine } from '../../../src/commands/arguments/command-line.ts';
import { completionScript } from '../../../src/commands/arguments/completion.ts';
import { commands, optionsOf } from '../../../src/commands/arguments/forms.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
const script = (shell: (typeof shells)[number]) => completionScript(shell, commands());
const isHere = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): readonly string[] {
  const typed = words.map(word => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(straylight ${typed}); COMP_CWORD=${words.length}; _straylight; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script('bash')}\n${ask}`], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return stdout.trim().split('\n');
}

suite('completion', () => {
  for (const shell of shells)
    test(`given ${shell}, when it reads its script, then nothing in it is wrong`, {
      skip: isHere(shell) ? false : `there is no ${shell} here`,
    }, () => {
      const { status, stderr } = spawnSync(shell, ['-n'], { input: script(shell), encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, '']);
    });

  test('given words of a command line, when bash completes them, then it offers commands, what follows them, and their options', () => {
    assert.deepEqual(offered('appr'), ['approvals']);
    assert.deepEqual(offered('--home', '/h', 'undo', ''), ['list', 'show', 'apply']);
    assert.deepEqual(offered('tools', 're'), ['revert']);
    assert.deepEqual(offered('undo', 'apply', '3', '--o'), ['--overwrite']);
    assert.ok(offered('').includes('completion'));
  });

  test('given a command, when another shell than these is named, then it is wrong usage', () => {
    assert.equal(readCommandLine(['completion', 'bash']).kind, 'run');
    assert.equal(readCommandLine(['completion', 'tcsh']).kind, 'wrong');
    assert.equal(readCommandLine(['completion']).kind, 'wrong');
  });

  test('given every command, when the scripts are read, then each is in all of them', () => {
    for (const command of commands())
      for (const shell of shells) {
        assert.ok(script(shell).includes(command.name), `${shell}: ${command.name}`);
        for (const option of Object.keys(optionsOf(command)))
          assert.ok(script(shell).includes(option), `${shell}: ${option}`);
      }
  });
});
