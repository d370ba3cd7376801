#!/usr/bin/env node
/**
 * Starts Straylight under a Node that can run it, whatever Node runs this file.
 *
 * Plain CommonJS that Node 12 can read. A Node of 26 or newer goes on in this process; an older one starts the Node that was
 * installed with Straylight, with the same terminal, and ends as it ends.
 */
'use strict';

// biome-ignore-start lint/style/useNodejsImportProtocol: old Nodes do not know the prefix "node:"
const childProcess = require('child_process');
const fs = require('fs');
const nodeModule = require('module');
const path = require('path');
const url = require('url');
// biome-ignore-end lint/style/useNodejsImportProtocol: as above

const self = fs.realpathSync(__filename);
const root = path.dirname(path.dirname(self));
const lockedNode = path.join(root, 'node_modules', '.bin', 'node');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const isNew = Number.parseInt(process.versions.node, 10) >= 26;

if (isNew) runHere();
else runUnderLockedNode();

/** Compiled code is kept beside the packages, in a folder only the owner of the installation can write. */
function runHere() {
  const cache = path.join(root, 'node_modules', '.cache', 'straylight');
  nodeModule.enableCompileCache(cache);
  // The launcher has gone: nobody would pass signals on any more, so this ends in good order by itself.
  if (process.channel) {
    process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel.unref();
  }
  // Until the program has loaded, a start that is asked to stop has nothing to tidy up; src/main.ts takes over from here.
  if (process.argv.slice(2).includes('start')) for (const signal of signals) process.on(signal, () => process.exit(0));
  import(url.pathToFileURL(path.join(root, 'src', 'main.ts')).href).then(program =>
    program.runAsProgram(process.argv.slice(2)),
  );
}

function runUnderLockedNode() {
  if (!fs.existsSync(lockedNode)) give([`its own Node is missing (${lockedNode}).`, `Run "npm ci" in ${root}.`]);
  const child = childProcess.spawn(lockedNode, [self].concat(process.argv.slice(2)), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const passOn = signal => child.kill(signal);
  for (const signal of signals) process.on(signal, passOn);
  child.on('error', error => cannotStart(error.code));
  child.on('exit', (code, signal) => {
    // 127 is the loader's: a library is missing, and it has said which.
    if (code === 127) cannotStart('exit code 127');
    if (signal === null) process.exit(code);
    for (const name of signals) process.removeListener(name, passOn);
    process.kill(process.pid, signal);
  });
}

function cannotStart(reason) {
  give([
    `its own Node cannot start (${reason}): ${lockedNode}`,
    'It needs glibc and libatomic.so.1: "apt install libatomic1" (Debian, Ubuntu) or "dnf install libatomic" (Fedora).',
    `If it was installed for another machine, run "npm ci" in ${root}.`,
  ]);
}

function give(lines) {
  process.stderr.write(`straylight: ${lines.join('\n  ')}\n`);
  process.exit(1);
}
