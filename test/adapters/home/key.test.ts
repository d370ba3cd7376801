import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homeKey } from '../../../src/adapters/home/key.ts';
import { openSigningKey, verifySignature } from '../../../src/adapters/secrets/signing-key.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { Fault } from '../../../src/domain/supervision/failure.ts';
import type { Keyring } from '../../../src/ports/secrets/keyring.ts';

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-keys-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'keys');
}

/** A keyring in memory; `locked`: it refuses. */
function memoryKeyring(): Keyring & { readonly kept: Map<string, string>; locked: boolean } {
  const kept = new Map<string, string>();
  const open = () => {
    if (ring.locked) throw new Error('it is locked');
    return kept;
  };
  const ring = {
    kept,
    locked: false,
    get: async (account: string) => open().get(account),
    set: async (account: string, secret: string) => void open().set(account, secret),
    remove: async (account: string) => void open().delete(account),
  };
  return ring;
}

const counted = () => {
  let made = 0;
  return { make: () => `secret ${++made}`, made: () => made };
};

test('given no keyring, when a key is asked for twice, then it is made once, in a file for this user alone', async t => {
  const folder = folderOf(t);
  const { make, made } = counted();
  assert.equal(await homeKey({ folder, name: 'a.key', make }), 'secret 1');
  assert.equal(await homeKey({ folder, name: 'a.key', make }), 'secret 1');
  assert.equal(made(), 1);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(join(folder, 'a.key')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['a.key'], 'no draft is left');
});

test('given a keyring, when a key is made, then the keyring has it and the folder only says so', async t => {
  const folder = folderOf(t);
  const keyring = memoryKeyring();
  const { make } = counted();
  assert.equal(await homeKey({ folder, name: 'a.key', make, keyring }), 'secret 1');
  assert.equal(await homeKey({ folder, name: 'a.key', make, keyring }), 'secret 1');
  assert.deepEqual([...keyring.kept.values()], ['secret 1']);
  assert.deepEqual(readdirSync(folder), ['a.key.keyring']);
  assert.equal(readFileSync(join(folder, 'a.key.keyring'), 'utf8').trim(), [...keyring.kept.keys()][0]);
});

test('given a keyring that refuses, when a key is made, then a file has it, that is said, and there it stays', async t => {
  const folder = folderOf(t);
  const keyring = memoryKeyring();
  keyring.locked = true;
  const said: string[] = [];
  const { make } = counted();
  assert.equal(
    await homeKey({ folder, name: 'a.key', make, keyring, say: one => said.push(inEnglish(one)) }),
    'secret 1',
  );
  assert.match(said.join(), /a\.key is kept in .*it is locked/);
  assert.doesNotMatch(said.join(), /secret 1/);
  keyring.locked = false;
  assert.equal(await homeKey({ folder, name: 'a.key', make, keyring }), 'secret 1');
  assert.equal(keyring.kept.size, 0);
});

test('given a key in a keyring that is locked, left out or has lost it, when it is asked for, then it is a fault and no second key', async t => {
  const folder = folderOf(t);
  const keyring = memoryKeyring();
  const { make, made } = counted();
  await homeKey({ folder, name: 'a.key', make, keyring });
  keyring.locked = true;
  await assert.rejects(homeKey({ folder, name: 'a.key', make, keyring }), /locked/);
  await assert.rejects(homeKey({ folder, name: 'a.key', make }), /lies in the keyring/);
  keyring.locked = false;
  keyring.kept.clear();
  await assert.rejects(homeKey({ folder, name: 'a.key', make, keyring }), /the keyring has no entry/);
  assert.equal(made(), 1);
  assert.deepEqual(readdirSync(folder), ['a.key.keyring']);
});

test('given a key file others could read, when it is asked for, then it is theirs no more, and that is said', async t => {
  const folder = folderOf(t);
  const { make } = counted();
  await homeKey({ folder, name: 'a.key', make });
  chmodSync(join(folder, 'a.key'), 0o644);
  chmodSync(folder, 0o755);
  const said: string[] = [];
  assert.equal(await homeKey({ folder, name: 'a.key', make, say: one => said.push(inEnglish(one)) }), 'secret 1');
  assert.match(said.join(), /could be read or written by other users/);
  assert.equal(statSync(join(folder, 'a.key')).mode & 0o777, 0o600);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

test('given a link, a folder or an empty file where the key should be, when it is asked for, then it is refused and nothing is made', async t => {
  for (const put of [
    (path: string) => symlinkSync('/etc/hostname', path),
    (path: string) => execFileSync('mkdir', [path]),
    (path: string) => writeFileSync(path, '\n', { mode: 0o600 }),
  ]) {
    const folder = folderOf(t);
    const { make, made } = counted();
    await homeKey({ folder, name: 'other', make });
    put(join(folder, 'a.key'));
    await assert.rejects(homeKey({ folder, name: 'a.key', make }), Fault);
    assert.equal(made(), 1, 'only the other one');
  }
});

test('given two that ask at once, when there is no key yet, then both get the same, with and without a keyring', async t => {
  for (const keyring of [undefined, memoryKeyring()]) {
    const folder = folderOf(t);
    const { make } = counted();
    const both = await Promise.all([1, 2].map(() => homeKey({ folder, name: 'a.key', make, keyring })));
    assert.equal(both[0], both[1]);
    if (keyring) assert.equal(keyring.kept.size, 1, 'the one that came second took its own away');
  }
});

test('given a key whose maker refuses, when it is asked for, then the refusal is passed on', async t => {
  const refuse = () => {
    throw new Error('not again');
  };
  await assert.rejects(homeKey({ folder: folderOf(t), name: 'a.key', make: refuse }), /not again/);
});

test('given a signing key, when it is opened again, then it verifies what it signed, and nothing else is verified', async t => {
  const folder = folderOf(t);
  const first = await openSigningKey({ folder });
  const signature = first.sign('a head');
  const again = await openSigningKey({ folder });
  assert.equal(again.publicKey, first.publicKey);
  assert.match(signature, /^[\w-]{86}$/);
  assert.ok(again.verify('a head', signature));
  assert.ok(verifySignature(first.publicKey, 'a head', signature));
  assert.ok(!again.verify('another head', signature));
  const other = await openSigningKey({ folder: join(folder, 'other') });
  assert.ok(!other.verify('a head', signature));
  // every single character of it counts, and there is one way to write it
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (let at = 0; at < signature.length; at++)
    for (const letter of alphabet)
      if (letter !== signature[at])
        assert.ok(!again.verify('a head', `${signature.slice(0, at)}${letter}${signature.slice(at + 1)}`));
  for (const text of ['', 'A', `${signature}A`, `${signature}=`, signature.slice(1)])
    assert.ok(!again.verify('a head', text));
  assert.ok(!verifySignature('no key', 'a head', signature));
});

test('given a file that is no Ed25519 key, when it is opened, then it is a fault that does not show it', async t => {
  for (const text of ['nonsense-in-a-key', execFileSync('openssl', ['genrsa', '1024'], { stdio: 'pipe' }).toString()]) {
    const folder = folderOf(t);
    await homeKey({ folder, name: 'signing.pem', make: () => text });
    await assert.rejects(openSigningKey({ folder }), (thrown: unknown) => {
      assert.ok(thrown instanceof Fault);
      assert.match(thrown.message, /signing/);
      assert.doesNotMatch(thrown.message, /nonsense|BEGIN/);
      return true;
    });
  }
});

const hasService = ['dbus-run-session', 'gnome-keyring-daemon'].every(
  program => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0,
);

test('given a Secret Service, when the signing key is made and opened again, then the service keeps it and it is the same', {
  skip: hasService ? false : 'there is no gnome-keyring on this machine',
}, t => {
  const folder = folderOf(t);
  const script = `
    import { openSigningKey } from ${JSON.stringify(new URL('../../../src/adapters/secrets/signing-key.ts', import.meta.url).href)};
    import { osKeyring } from ${JSON.stringify(new URL('../../../src/adapters/secrets/keyring.ts', import.meta.url).href)};
    import { systemClock } from ${JSON.stringify(new URL('../../../src/adapters/process/clock.ts', import.meta.url).href)};
    for (const turn of [1, 2]) {
      const { publicKey } = await openSigningKey({ folder: ${JSON.stringify(folder)}, keyring: osKeyring({ clock: systemClock }) });
      console.log(publicKey);
    }
    process.exit(0);`;
  const inside =
    'printf "pw\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec "$0" --input-type=module -e "$1"';
  const { stdout, stderr } = spawnSync('dbus-run-session', ['--', 'sh', '-c', inside, process.execPath, script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder, XDG_RUNTIME_DIR: folder, XDG_DATA_HOME: join(folder, 'data') },
    timeout: 60_000,
  });
  const keys = stdout.trim().split('\n');
  assert.equal(keys.length, 2, stderr);
  assert.equal(keys[0], keys[1]);
  assert.ok(readdirSync(folder).includes('signing.pem.keyring'), stderr);
  assert.ok(!readdirSync(folder).includes('signing.pem'));
});
