/**
 * The folder table of Straylight, read from the imports; and a few things that may stand in one place only.
 *
 * An exception is a line in a table here, with its reason. A line that nothing needs any more fails too.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { plainer, wordsOf } from './plain-words.ts';
import { type Import, isInstalled, root, type SourceFile, sourceFiles } from './source-files.ts';

const agent = sourceFiles('src', 'inspector', 'config');
const tests = sourceFiles('test');
/** What the bench measures Straylight beside has packages of its own. */
const peers = 'test/bench/peers/';

/** The tables of config.toml that a feature brings. */
const settingsOfFeature = /^src\/features\/(?!command-line\/)[\w-]+\/settings\.ts$/;

/**
 * A rule per folder, the first that fits. `may`: imported at all; `asType`: only with `import type`. A folder may use
 * its own files.
 */
const folders: readonly {
  readonly holds: RegExp;
  readonly may: readonly RegExp[];
  readonly asType?: readonly RegExp[];
}[] = [
  { holds: /^src\/domain\//, may: [/^src\/domain\//] },
  {
    // a channel asks for operations
    holds: /^src\/ports\/channel\.ts$/,
    may: [/^src\/(ports|domain)\//],
    asType: [/^src\/api\/client\/client\.ts$/],
  },
  {
    holds: /^src\/ports\//,
    may: [/^src\/(ports|domain)\//],
    asType: [/^node:(fs(\/promises)?|stream)$/, /^zod$/, /^@opentelemetry\/api$/],
  },
  // a chart in a folder of its own is its parts; of another chart it knows types alone
  ...machineFolders().map(folder => ({
    holds: new RegExp(`^src/machines/${folder}/`),
    may: [/^xstate$/, /^src\/domain\//, /^src\/machines\/needs\.ts$/, new RegExp(`^src/machines/${folder}/`)],
    asType: [/^src\/machines\//],
  })),
  {
    holds: /^src\/machines\//,
    // what a run over many memories or messages does is the same in both charts of such a run
    may: [/^xstate$/, /^src\/domain\//, /^src\/machines\/(needs|batch-run)\.ts$/],
    asType: [/^src\/machines\//],
  },
  {
    holds: /^src\/actors\/runtime\//,
    may: [/^xstate$/, /^@opentelemetry\/api$/, /^#crash-points$/, /^src\/actors\/runtime\//, /^src\/domain\//],
    asType: [/^src\/ports\//],
  },
  {
    holds: /^src\/actors\//,
    // forgetting cleans files outside of any commit, so it has points of its own to die at
    may: [
      /^xstate$/,
      /^@opentelemetry\/api$/,
      /^#crash-points$/,
      /^src\/actors\//,
      /^src\/machines\//,
      /^src\/domain\//,
    ],
    asType: [/^src\/ports\//],
  },
  {
    // they ask for operations: another process over HTTP, channels for their owner, programs that call over MCP
    holds: /^src\/adapters\/(remote|channels|mcp-server)\//,
    may: [/^node:/, /^zod$/, /^src\/(api|domain|ports|adapters)\//, /^config\/fields\.ts$/],
  },
  {
    holds: /^src\/adapters\//,
    // a kind describes its own settings
    may: [/^node:/, /^zod$/, /^src\/(domain|ports|adapters)\//, /^config\/fields\.ts$/],
  },
  { holds: /^src\/api\//, may: [/^zod$/, /^src\/domain\//, /^src\/api\//] },
  { holds: /^src\/commands\//, may: [/^node:/, /^@clack\/prompts$/, /^src\/(domain|api)\//, /^src\/commands\//] },
  {
    holds: /^inspector\//,
    may: [
      /^node:/,
      /^xstate$/,
      /^@xstate\/store$/,
      /^preact$/,
      /^@preact\/signals$/,
      /^elkjs$/,
      /^src\/api\//,
      /^src\/domain\//,
      /^inspector\//,
    ],
  },
  // typed by the tables that it translates
  { holds: /^config\/languages\//, may: [/^src\/domain\/text\/catalog\.ts$/], asType: [/^(src|inspector)\//] },
  {
    holds: /^config\//,
    // what the file may say depends on the kinds there are
    may: [
      /^node:/,
      /^zod$/,
      /^smol-toml$/,
      /^src\/domain\//,
      /^src\/adapters\/kinds\.ts$/,
      settingsOfFeature,
      /^config\//,
    ],
    asType: [/^src\/ports\//],
  },
  // read by every command, so it loads nothing else
  {
    holds: settingsOfFeature,
    may: [/^node:path$/, /^zod$/, /^config\/fields\.ts$/, /^src\/domain\//],
    asType: [/^src\/ports\//],
  },
  {
    holds: /^src\/features\//,
    may: [/^node:/, /^src\/(features|api|commands|actors|machines|adapters|ports|domain)\//, /^(inspector|config)\//],
    asType: [/^zod$/],
  },
  {
    holds: /^src\/compose\.ts$/,
    may: [/^src\/(features|api)\//, /^src\/adapters\/kinds\.ts$/],
    asType: [/^config\//, /^src\/ports\//],
  },
  {
    holds: /^src\/main\.ts$/,
    // help and usage errors are in the owner's language, before any setting is read
    may: [/^node:/, /^src\/(compose\.ts$|commands\/|domain\/|features\/)/, /^config\/(home|language)\.ts$/],
  },
];

/** The charts that have a folder. */
function machineFolders(): readonly string[] {
  return readdirSync(join(root, 'src/machines'), { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'charts')
    .map(({ name }) => name);
}

/** Which file wraps which library; nothing else may know it. */
const wrappers: Readonly<Record<string, RegExp>> = {
  '@anthropic-ai/sdk': /^src\/adapters\/models\/anthropic\//,
  '@modelcontextprotocol/client': /^src\/adapters\/mcp\//,
  '@modelcontextprotocol/server': /^src\/adapters\/mcp-server\//,
  '@modelcontextprotocol/node': /^src\/adapters\/mcp-server\//,
  '@a2a-js/sdk': /^src\/adapters\/a2a\//,
  '@a2a-js/sdk/client': /^src\/adapters\/a2a\//,
  '@a2a-js/sdk/errors': /^src\/adapters\/a2a\//,
  '@a2a-js/sdk/server': /^src\/adapters\/a2a\//,
  ollama: /^src\/adapters\/models\/ollama\//,
  openai: /^src\/adapters\/models\/openai\//,
  undici: /^src\/adapters\/models\/light-fetch\.ts$/,
  'simple-git': /^src\/adapters\/(process\/git-client|git\/own-repository)\.ts$/,
  yaml: /^src\/adapters\/(skills\/frontmatter|agents\/plan-text)\.ts$/,
  fflate: /^src\/adapters\/files\/work\/(archive|packing)\.ts$/,
  nanotar: /^src\/adapters\/files\/work\/(archive|packing)\.ts$/,
  htmlparser2: /^src\/adapters\/pages\/html-to-markdown\.ts$/,
  dockerode: /^src\/adapters\/executors\/docker\//,
  'playwright-core': /^src\/adapters\/browser\//,
  open: /^src\/adapters\/process\/desktop\.ts$/,
  unpdf: /^src\/adapters\/pages\/pdf-worker\.ts$/,
  mammoth: /^src\/adapters\/pages\/document-worker\.ts$/,
  'read-excel-file': /^src\/adapters\/pages\/document-worker\.ts$/,
  'csv-parse': /^src\/adapters\/pages\/document-worker\.ts$/,
  '@jmespath-community/jmespath': /^src\/adapters\/pages\/document-worker\.ts$/,
  grammy: /^src\/adapters\/channels\/telegram\//,
  marked:
    /^(src\/adapters\/channels\/(markdown-reader\.ts$|telegram\/outgoing\/|terminal\/markdown\/)|inspector\/page\/screens\/chat\/)/,
  'highlight.js': /^src\/adapters\/channels\/terminal\/markdown\/highlight\.ts$/,
  // the grammar the rules for commands begin with
  diff: /^((src\/domain\/text|inspector\/page\/parts\/values)\/line-diff\.|src\/adapters\/files\/work\/patching\.ts$)/,
  // reads no clock: every question brings its instant
  croner: /^src\/domain\/jobs\//,
  'chrono-node': /^src\/domain\/jobs\/phrases\/days\.ts$/,
  unbash: /^src\/domain\/shell\//,
  '@napi-rs/keyring': /^src\/adapters\/secrets\/keyring\.ts$/,
  'age-encryption': /^src\/adapters\/secrets\/age-vault\.ts$/,
  '@clack/prompts': /^src\/commands\/home\/setup\/prompts\.ts$/,
  chokidar: /^src\/adapters\/files\/folder-changes\.ts$/,
  'sqlite-vec': /^src\/adapters\/stores\/sqlite\/vectors\/extension\.ts$/,
  'better-sqlite3': /^src\/adapters\/(stores\/sqlite\/|home\/lock\.ts$)/,
  'smol-toml': /^(config|src\/adapters\/settings)\//,
  'prom-client': /^src\/adapters\/telemetry\/metrics\.ts$/,
  '@opentelemetry/api':
    /^src\/(adapters\/(telemetry\/telemetry|models\/anthropic\/anthropic)|features\/(models\/models|telemetry\/telemetry))\.ts$/,
  '@opentelemetry/context-async-hooks': /^src\/adapters\/telemetry\/telemetry\.ts$/,
  '@opentelemetry/exporter-trace-otlp-http': /^src\/adapters\/telemetry\/telemetry\.ts$/,
  '@opentelemetry/resources': /^src\/adapters\/telemetry\/telemetry\.ts$/,
  '@opentelemetry/sdk-trace': /^src\/adapters\/telemetry\/telemetry\.ts$/,
};

/** What else is allowed, file by file, and why. */
const exceptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/actors/conversation/completion.ts': { 'node:crypto': 'hashes a text; a hash asks nothing of the outside' },
  'src/actors/conversation/request/sent.ts': { 'node:crypto': 'as above: a request is compared by its hash' },
  'src/actors/observation/spans.ts': { 'node:crypto': 'as above: the ids of spans are hashes of addresses' },
  'src/actors/conversation/marked-data.ts': { 'node:crypto': 'as above: a mark is named by the hash of its text' },
  'src/actors/runtime/address.ts': { 'node:crypto': 'as above: the addresses of children' },
  'src/actors/runtime/commit/state-hash.ts': { 'node:crypto': 'as above: the state hash' },
  'src/actors/runtime/cleaned.ts': { 'node:crypto': 'as above: a blob is named by its hash' },
  'src/actors/runtime/registry.ts': { 'node:crypto': 'as above: the hash of a chart’s code' },
  'src/actors/conversation/evaluation.ts': {
    'node:module': 'loads the comparison with the first reply that may claim',
  },
  'src/actors/context/fullness.ts': { 'node:module': 'loads the rule of summaries with the second request' },
  'src/actors/tools/skilled-toolbox.ts': { 'node:module': 'loads the rule of grants with the first skill in use' },
  'src/domain/jobs/when.ts': { 'node:module': 'loads the grammar of times with the first time in words' },
  'src/domain/jobs/phrases/days.ts': { 'node:module': 'loads the reader of dates with the first time in words' },
  'src/domain/policy/one-command.ts': { 'node:module': 'loads the rules for commands with the first command' },
  'src/domain/policy/record-words.ts': { 'node:module': 'compares two texts with the first card that shows a change' },
  'src/domain/text/texts.ts': { 'node:module': 'loads German failures with the first that is read in German' },
  'src/domain/text/owner-notes.ts': { 'node:module': 'loads German answers with the first that is read in German' },
  'src/domain/tools/said/said.ts': {
    'node:module': 'loads the words of schedules with the first instant that is said',
  },
  'src/actors/runtime/crash-points.development.ts': { 'node:fs': 'tests only: writes down the points it passes' },
};

test('given every file, when its imports are read, then none is missed', () => {
  for (const { path, imports, code } of [...agent, ...tests]) {
    const written = code.match(
      /^(?:(?:import|export)\b.*|\}) from '[^'\n]+';$|^import '[^'\n]+';$|\bimport\('[^'\n]+'\)|\bload\(['`][a-z@.][^'`\n]+['`]\)/gm,
    );
    assert.equal(imports.length, written?.length ?? 0, path);
  }
});

const packageOf = (name: string) => (name.startsWith('@') ? name.split('/').slice(0, 2) : name.split('/', 1)).join('/');

test('given every import of Straylight, when it is held against the folder table, then each is allowed', () => {
  const needed = new Set<string>();
  const faults = agent.flatMap(({ path, imports }) => {
    const rule = folders.find(({ holds }) => holds.test(path));
    if (!rule) return [`${path} lies in no folder of the table`];
    return imports
      .filter(one => !isAllowed(rule, path, one))
      .filter(({ from }) => {
        const excepted = exceptions[path]?.[from] !== undefined;
        if (excepted) needed.add(`${path} ${from}`);
        return !excepted;
      })
      .map(({ from, isType }) => `${path} imports ${isType ? 'type ' : ''}${from}`);
  });
  assert.deepEqual(faults, []);
  const granted = Object.entries(exceptions).flatMap(([path, froms]) =>
    Object.keys(froms).map(from => `${path} ${from}`),
  );
  assert.deepEqual(
    granted.filter(one => !needed.has(one)),
    [],
    'these exceptions are needed no more',
  );
});

function isAllowed({ may, asType = [] }: (typeof folders)[number], path: string, { from, isType }: Import): boolean {
  if (may.some(rule => rule.test(from))) return true;
  if (isType && asType.some(rule => rule.test(from))) return true;
  return wrappers[packageOf(from)]?.test(path) === true;
}

/** A file of src/features, or a folder there, is a feature. */
const featureOf = (path: string) => /^src\/features\/([\w-]+)/.exec(path)?.[1];

/** What is no feature: the contract of all, and the command line, which puts a part of them together as compose.ts does. */
const noFeatures = { contract: 'feature', commandLine: 'command-line' } as const;

test('given the features, when their imports are read, then each knows another only by what it needs of it', () => {
  const faults = agent.flatMap(({ path, imports }) => {
    const feature = featureOf(path);
    if (feature === undefined || Object.values<string>(noFeatures).includes(feature)) return [];
    return imports
      .filter(({ from }) => ![undefined, feature, noFeatures.contract].includes(featureOf(from)))
      .map(({ from }) => `${path} > ${from}`);
  });
  assert.deepEqual(faults, []);
});

const foldersIn = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []));

test('given the kinds of a port, when their imports are read, then none knows another kind or another port’s kinds', () => {
  /** The folder of a kind, or its file, bears its name. */
  const kinds: Readonly<Record<string, readonly string[]>> = {
    channels: foldersIn('src/adapters/channels'),
    // what servers of every kind share is none
    models: foldersIn('src/adapters/models').filter(name => name !== 'wire'),
    executors: ['docker', 'bubblewrap', 'direct'],
    tools: agent.flatMap(({ path }) => /^src\/adapters\/tools\/([\w-]+)\.ts$/.exec(path)?.[1] ?? []),
    stores: ['sqlite'],
  };
  const place = (path: string) => {
    const [, folder = '', name = ''] = /^src\/adapters\/(\w+)\/([\w-]+)/.exec(path) ?? [];
    if (kinds[folder] === undefined) return { folder: '', kind: undefined }; // parts of one adapter
    return { folder, kind: kinds[folder]?.find(kind => name === kind) };
  };
  const allowed = new Set([
    // choosing among them is what it is for
    'src/adapters/executors/choose-executor.ts > src/adapters/executors/bubblewrap/bubblewrap.ts',
    'src/adapters/executors/choose-executor.ts > src/adapters/executors/bubblewrap/cold.ts',
    'src/adapters/executors/choose-executor.ts > src/adapters/executors/direct/direct.ts',
    // the tool words what every executor does alike: how output is cut, and how long after TERM comes KILL
    'src/adapters/tools/execute-command.ts > src/adapters/executors/output/bounded-output.ts',
    'src/adapters/tools/execute-command.ts > src/adapters/executors/processes/process-group.ts',
  ]);
  const faults = agent.flatMap(({ path, imports }) => {
    const here = place(path);
    if (here.folder === '') return [];
    return imports
      .filter(({ from, isType }) => {
        const there = place(from);
        if (there.folder === '') return false;
        if (there.folder !== here.folder) return true;
        return !isType && there.kind !== undefined && there.kind !== here.kind;
      })
      .map(({ from }) => `${path} > ${from}`);
  });
  assert.deepEqual(
    faults.filter(fault => !allowed.has(fault)),
    [],
  );
  assert.deepEqual(
    [...allowed].filter(one => !faults.includes(one)),
    [],
    'these exceptions are needed no more',
  );
});

/**
 * The functions of a file that are longer than most, as the formatter writes them: each ends where a `}` stands as far
 * left as it. Comments do not count.
 */
function longFunctions(path: string): readonly { readonly name: string; readonly lines: number }[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, first) => {
    const [, indent, name] = /^(\s*)(?:export )?(?:async )?function\*? (\w+)/.exec(line) ?? [];
    if (indent === undefined || name === undefined) return [];
    const whole = lines.slice(first, first + lines.slice(first).indexOf(`${indent}}`) + 1);
    const length = whole.filter(one => !/^\s*(\/?\*|\/\/)/.test(one)).length;
    return length > mostOfFunction ? [{ name: `${path} ${name}`, lines: length }] : [];
  });
}

const mostOfFunction = 80;

test('given every function of Straylight, when its lines are counted, then they are at most 80', () => {
  const found = agent.filter(({ path }) => path.startsWith('src/')).flatMap(({ path }) => longFunctions(path));
  assert.deepEqual(found, []);
});

const mostInFolder = 20;

test('given every folder, when its files are counted, then they are at most 20', () => {
  const counts = new Map<string, number>();
  for (const folder of ['src', 'inspector', 'config', 'test', 'sandbox'])
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || isInstalled(entry.parentPath)) continue;
      const within = relative(root, entry.parentPath).replaceAll('\\', '/');
      counts.set(within, (counts.get(within) ?? 0) + 1);
    }
  assert.deepEqual(
    [...counts].filter(([, count]) => count > mostInFolder),
    [],
  );
});

test('given the names and texts of Straylight, when their words are counted, then they are plain', () => {
  const found = [...agent, ...sourceFiles('inspector/page')].flatMap(file =>
    [...wordsOf(file)].map(([word, count]) => `${file.path}: ${word}, ${count} times; better: ${plainer[word]}`),
  );
  assert.deepEqual(found, []);
});

/** Lists without logic. */
const mostLines: Readonly<Record<string, number>> = { 'src/compose.ts': 150, 'src/main.ts': 150 };

for (const [path, most] of Object.entries(mostLines))
  test(`given ${path}, when its lines are counted, then they are at most ${most}`, () => {
    const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
    assert.ok(lines <= most, `${lines} lines`);
  });

test('given compose.ts, when its readers are listed, then they are main.ts, tests and embedding programs alone', () => {
  const readers = agent.filter(({ imports }) => imports.some(({ from }) => from === 'src/compose.ts'));
  assert.deepEqual(
    readers.map(({ path }) => path),
    ['src/main.ts'],
  );
});

test('given the imports between the files of Straylight, when they are followed, then none leads back to where it began', () => {
  const graph = new Map(
    agent.map(({ path, imports }) => [path, imports.filter(one => !one.isPackage).map(one => one.from)]),
  );
  const finished = new Set<string>();
  const cycles: string[] = [];
  const follow = (path: string, way: readonly string[]) => {
    const at = way.indexOf(path);
    if (at >= 0) return void cycles.push([...way.slice(at), path].join(' > '));
    if (finished.has(path)) return;
    for (const next of graph.get(path) ?? []) follow(next, [...way, path]);
    finished.add(path);
  };
  for (const path of graph.keys()) follow(path, []);
  assert.deepEqual(cycles, []);
});

/** What may stand in few places only. `but`: where, and why. */
const reserved: readonly {
  readonly what: string;
  readonly form: RegExp;
  readonly but: Readonly<Record<string, string>>;
}[] = [
  {
    what: 'an actor of XState’s own',
    form: /\bcreateActor\b/,
    but: { 'src/actors/runtime/running/effects.ts': 'the host runs one effect as one small actor' },
  },
  {
    what: 'the present',
    form: /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bhrtime\b/,
    but: {
      'src/adapters/process/clock.ts': 'the port',
      'src/main.ts': 'the process: ages on the screen, and how long ago the first signal came',
    },
  },
  {
    what: 'waiting',
    form: /\bset(?:Timeout|Interval|Immediate)\b|timers\/promises|\bAbortSignal\.timeout\b/,
    but: {
      'src/adapters/process/clock.ts': 'the port',
      'src/adapters/executors/masks/private-scan.ts':
        'setImmediate: lets others run between two pieces of a workspace, which is no time',
      'src/actors/runtime/system.ts': 'setImmediate: the end of this tick, which is no time; it can be handed over',
      'src/adapters/pages/html-to-markdown.ts':
        'setImmediate: lets others run between two pieces of a page, which is no time',
      'src/adapters/files/content/credential-scan.ts':
        'setImmediate: lets others run between two pieces of a file, which is no time',
      'src/adapters/models/rehearsal/rehearsal.ts': 'setImmediate: lets others run between two words, which is no time',
      'src/adapters/stores/sqlite/redo/checkpoint-worker.ts': 'how long a thread stays that has nothing to do',
      'src/adapters/remote/call.ts': 'the deadline of a socket; HTTP has it built in',
      'src/adapters/models/choose-model.ts': 'the deadline of one question at the start',
      'src/adapters/channels/telegram/incoming/receiving.ts': 'the deadline of the last call before the end',
      'src/commands/doctor/doctor.ts': 'the deadline of one check',
      'src/features/command-line/setup/model.ts': 'the deadlines of its questions to servers',
      'src/features/command-line/setup/telegram.ts': 'the deadline of its question to the Bot API',
      'src/commands/approvals/consequence.ts': 'how long a command waits to tell what came of a yes',
      'src/commands/conversation/turn.ts': 'a command looks again in a moment',
      'src/commands/reach.ts': 'how long a command waits for the one that holds the home',
      'src/commands/start.ts': 'keeps the process alive until a signal comes',
      'inspector/charts/charts.ts': 'the deadline of one layout in its thread',
    },
  },
  {
    what: 'a call of a model',
    form: /\bprovider\.complete\(/,
    but: {
      'src/actors/models/model-line.ts': 'the one line to models: a call needs what the budget has granted',
      'src/adapters/models/redacted-provider.ts': 'a provider around another one',
    },
  },
  {
    what: 'chance',
    form: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\bgetRandomValues\b|\brandomInt\b/,
    but: {
      'src/adapters/process/clock.ts': 'the port',
      'src/adapters/remote/page-token.ts': 'a token nobody can guess is made where it is kept',
      'src/adapters/undo/content-seal.ts': 'a nonce is good for one content, and nobody asks for it again',
      'src/adapters/remote/call.ts': 'a nonce is good for one request, and nobody waits for it',
      'src/main.ts': 'the id of a message typed here, so that saying it twice is once',
    },
  },
  {
    what: 'the environment',
    form: /\bprocess\.env\b/,
    but: {
      'src/main.ts': 'reads it and hands it on',
      'src/actors/runtime/crash-points.development.ts': 'tests only: where to die',
    },
  },
];

for (const { what, form, but } of reserved)
  test(`given ${what}, when Straylight is searched for it, then it stands only where a reason is given`, () => {
    const found = agent.filter(({ code }) => form.test(code)).map(({ path }) => path);
    assert.deepEqual(
      found.filter(path => but[path] === undefined),
      [],
    );
    assert.deepEqual(
      Object.keys(but).filter(path => !found.includes(path)),
      [],
      'these reasons are needed no more',
    );
  });

test('given every effect and lookup that a chart names, when its file is looked for, then file and function bear that name', () => {
  const charts = agent.filter(({ path }) => path.startsWith('src/machines/'));
  const named = charts.flatMap(({ code }) =>
    [...code.matchAll(/\bneeds<.+>\('([\w-]+)'\)/g)].map(([, name = '']) => name),
  );
  const machines = new Set(charts.flatMap(({ code }) => /\bid: '([\w-]+)',\n {2}version:/.exec(code)?.[1] ?? []));
  assert.ok(named.length > 10 && machines.size > 7);
  const missing = named.filter(
    name =>
      !machines.has(name) &&
      !agent.some(
        ({ path, exports }) =>
          new RegExp(`^src/actors/\\w+/${name}\\.ts$`).test(path) && exports.some(one => one.name === name),
      ),
  );
  assert.deepEqual(missing, []);
});

/** Who names a `context` and reads it, beside the charts and the host, and whose it is. */
const contexts: Readonly<Record<string, string>> = {
  'inspector/stately/stately.ts': 'hands whole snapshots on to the inspector of Stately, and reads nothing of them',
  'src/actors/observation/newest-context.ts': 'the context window of a model request, from the event that ended it',
  'src/actors/observation/whole-request.ts': 'what the journal keeps of a model request, from the same event',
  'src/api/operations.ts': 'the subject of operations that shows what a model sees',
};

test('given what a chart remembers, when Straylight is searched for it, then only its own view and the host read it', () => {
  const form = /\.context\b(?!\()|\breadonly context\b|\{[^{}=;]*\bcontext\b[^{}=;]*\}\s*=\s[^>]|\bas \w*Context\b/;
  const found = agent
    .filter(({ path }) => !/^src\/(machines|actors\/runtime)\//.test(path))
    .filter(({ code }) => form.test(code))
    .map(({ path }) => path);
  assert.deepEqual(found, Object.keys(contexts));
});

/** What no file of Straylight imports, and who needs it. */
const ownUse: Readonly<Record<string, string>> = {
  'src/main.ts runAsProgram': 'called by bin/straylight.js',
  'src/main.ts main': 'the process without its end, for tests',
  'src/actors/runtime/crash-points.ts crashPoint': 'imported as #crash-points',
  'src/actors/runtime/crash-points.development.ts crashPoint': 'imported as #crash-points, by tests',
  'inspector/charts/chart-svg.ts svgOf': 'draws the charts of src/machines/README.md (npm run charts)',
  'src/adapters/executors/bubblewrap/walls.ts bubblewrapArguments': 'the walls as a list, for its test',
  'src/compose.ts builtIn': 'what the test of its order sorts',
  'src/features/operations/local-agent.ts openOperations': 'what small agents of tests are made of, without a home',
  'src/features/feature.ts defineFeature': 'called by embedding programs (test/extension)',
  'src/features/approvals/approvals.ts approvalsOf':
    'what the simulation and small hosts of tests are made of, without a home',
  'src/features/supervision/supervision.ts supervisionOf': 'as above',
  'src/features/agents/rights.ts childRows': 'as above',
  'src/features/agents/agents.ts delegations': 'as above',
  'src/adapters/executors/limits.ts defaultLimits': 'what embedding programs and tests begin with',
};

test('given every export of Straylight, when its importers are looked for, then somebody beside the tests needs it', () => {
  const takenBy = new Map<string, SourceFile[]>();
  for (const file of agent)
    for (const { from, names } of file.imports)
      for (const name of names) takenBy.set(`${from} ${name}`, [...(takenBy.get(`${from} ${name}`) ?? []), file]);
  const isTaken = (path: string, name: string) =>
    takenBy.has(`${path} ${name}`) ||
    // a subject is found by its file
    (path.endsWith(`/${name}.ts`) && path.startsWith('src/api/subjects/')) ||
    // and so is what a tool says of itself (src/adapters/declared-tools.ts)
    (name.endsWith('Declaration') && path.startsWith('src/adapters/tools/')) ||
    // loaded late as a whole: what the loader names is taken
    (takenBy.get(`${path} *`) ?? []).some(({ code }) => new RegExp(`\\b${name}\\b`).test(code));
  const idle = agent.flatMap(file =>
    file.exports
      .filter(one => !isTaken(file.path, one.name) && !isNamedBeside(file, one))
      .map(({ name }) => `${file.path} ${name}`),
  );
  assert.deepEqual(
    idle.filter(one => ownUse[one] === undefined),
    [],
  );
  assert.deepEqual(
    Object.keys(ownUse).filter(one => !idle.includes(one)),
    [],
    'these reasons are needed no more',
  );
});

/** A type may be exported for what its file's own exports take and answer. */
function isNamedBeside({ code }: SourceFile, { name, isType }: SourceFile['exports'][number]): boolean {
  return isType && (code.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;
}

/** What the modules of the page import; the import map of index.html says where it lies. */
function packagesOfPage(): readonly string[] {
  const folder = join(root, 'inspector/page');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js'))
    .flatMap(name => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /^import .* from '([^'.\n][^'\n]*)';$|^\} from '([^'.\n][^'\n]*)';$/gm,
      ),
    ])
    .map(([, one, other]) => packageOf(one ?? other ?? ''));
}

test('given the exports of package.json, when each is looked for among the sources, then it is compiled from one', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  const compiled = agent.map(({ path }) => `./dist/${path.replace(/\.ts$/, '.js')}`);
  const isCompiled = (file: string) => {
    const [start = '', end] = file.split('*');
    return compiled.some(one => (end === undefined ? one === file : one.startsWith(start) && one.endsWith(end)));
  };
  assert.deepEqual(
    Object.values(exports).filter(file => file !== './package.json' && !isCompiled(file)),
    [],
  );
});

test('given package.json, when its dependencies are held against the imports, then each is imported and nothing else is', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const packages = (files: readonly SourceFile[]) =>
    new Set(files.flatMap(({ imports }) => imports.filter(one => one.isPackage).map(one => packageOf(one.from))));
  const isOurs = (name: string) => name.startsWith('node:') || name.startsWith('#');
  const used = new Set([...packages(agent), ...packagesOfPage()]);
  assert.deepEqual(
    [...used].filter(name => !isOurs(name) && dependencies[name] === undefined),
    [],
    'imported, not declared',
  );
  assert.deepEqual(
    Object.keys(dependencies).filter(name => !used.has(name)),
    [],
    'declared, not imported',
  );
  const forTests = [...packages(tests.filter(({ path }) => !path.startsWith(peers)))].filter(
    name => !isOurs(name) && !(name in dependencies) && !(name in devDependencies),
  );
  assert.deepEqual(forTests, [], 'imported by tests, not declared');
  const ofPeers = JSON.parse(readFileSync(join(root, peers, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly overrides: Readonly<Record<string, string>>;
  };
  const forPeers = packages(tests.filter(({ path }) => path.startsWith(peers)));
  assert.deepEqual(
    [...forPeers].filter(name => !isOurs(name) && !(name in ofPeers.dependencies) && !(name in ofPeers.overrides)),
    [],
    'imported by the peers of the bench, not declared there',
  );
  const versions = { ...dependencies, ...devDependencies, ...ofPeers.dependencies };
  for (const version of Object.values(versions)) assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.equal(ofPeers.overrides['better-sqlite3'], dependencies['better-sqlite3'], 'all write with the same SQLite');
});
