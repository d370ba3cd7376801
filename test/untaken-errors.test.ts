/**
 * No error of a child, a stream or a server ends the process: an `error` event that nobody listens to does, so whatever
 * can emit one is found in the sources, and has to have its listener in the same file, for as long as it lives.
 *
 * An exception is a line in a table here, with its reason. A line that nothing needs any more fails too.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles('src', 'inspector', 'config').filter(({ path }) => !path.startsWith('inspector/page/'));

/** What starts a program. One file does, for all. */
const starts = /(?<![.\w])(?:spawn|fork|exec|execFile)\(|promisify\(execFile\)/;
const startsItself: Readonly<Record<string, string>> = {
  'src/adapters/process/child-process.ts': 'the place',
  'src/adapters/executors/processes/pipes.ts': 'execFile as a promise: Node listens, and the promise tells',
  'src/adapters/executors/bubblewrap/walls.ts': 'as above',
  'src/commands/doctor/checks.ts': 'as above',
};

test('given every file of the program, when the starts of other programs are looked for, then one file makes them, and listens', () => {
  const found = files.filter(({ code }) => starts.test(code)).map(({ path }) => path);
  assert.deepEqual(
    found.filter(path => startsItself[path] === undefined),
    [],
    'use startChild of src/adapters/process/child-process.ts',
  );
  assert.deepEqual(
    Object.keys(startsItself).filter(path => !found.includes(path)),
    [],
    'these reasons are needed no more',
  );
});

/** `const NAME = …` of what emits errors: servers, sockets, threads, streams, watchers. */
const emitters =
  /\bconst (\w+)(?:: \w+)? = (?:await )?(?:new (?:Worker|Socket|TLSSocket|WebSocket|Transform|PassThrough)\(|(?:createServer|createReadStream|createWriteStream|connectSocket|connectTls|netConnect|tlsConnect|watch|request|httpRequest|httpsRequest)\()/g;
const heardElsewhere: Readonly<Record<string, string>> = {
  'src/adapters/executors/docker/stdio.ts output': 'whoever gets it listens: executors/runner/connection.ts',
};

test('given every server, socket, thread and stream that is made, when its listeners are looked for, then its errors are heard', () => {
  const deaf = files.flatMap(({ path, code }) =>
    [...code.matchAll(emitters)]
      .map(([, name = '']) => name)
      .filter(name => !new RegExp(`\\b${name}\\s*\\.on\\('error'|\\b${name}\\.onerror\\b`).test(code))
      .filter(name => !new RegExp(`\\b${name}\\.addEventListener\\('error'`).test(code))
      .map(name => `${path} ${name}`),
  );
  assert.deepEqual(
    deaf.filter(one => heardElsewhere[one] === undefined),
    [],
  );
  assert.deepEqual(
    Object.keys(heardElsewhere).filter(one => !deaf.includes(one)),
    [],
    'these reasons are needed no more',
  );
});

test('given every listener of errors, when it is looked at, then it stays: the second error is heard like the first', () => {
  const leaving = files.filter(({ code }) =>
    /\bonce\('error'|\boff\('error'|removeAllListeners\((?:'error')?\)/.test(code),
  );
  assert.deepEqual(
    leaving.map(({ path }) => path),
    [],
  );
});

test('given sources with a fault of each kind, when they are searched, then each is found', () => {
  assert.match("const child = spawn('sh', []);", starts);
  assert.doesNotMatch('pattern.exec(text); startChild(file, args); respawn(x)', starts);
  const made = ['const server = createServer(', 'const worker = new Worker(', 'const one: Socket = new Socket('];
  for (const line of made) assert.equal([...line.matchAll(emitters)].length, 1, line);
});

test('given whatever calls back later, when it is looked for, then it goes through the clock, which hears what is thrown', () => {
  // what may wait by itself stands in test/architecture.test.ts; in the running process the clock is the guarded one
  const home = files.find(({ path }) => path === 'src/features/process/home.ts');
  assert.match(home?.code ?? '', /const clock = guardedClock\(/);
});
