/**
 * Commands that load or start a file which their words do not name, in every way that is known, and everyday ones that
 * name all they run. Swapped-runs.ts tries each.
 */

export interface Kind {
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  /** What one of them becomes. */
  readonly swap: readonly [path: string, content: string];
  /** All it runs has to be known beforehand: it is an everyday command. */
  readonly isPlain?: true;
  /** What is swapped lies in the home, which is the workspace only without a sandbox. */
  readonly needsHome?: true;
}

export const canary = 'canary';

const sh = `touch ${canary}\n`;
const executable = `#!/bin/sh\n${sh}`;
const py = `open(${JSON.stringify(canary)}, "w").close()\n`;
const js = `require("fs").writeFileSync(${JSON.stringify(canary)}, "")\n`;
const pl = `open(F, ">", "${canary}"); 1;\n`;
const makes = `all:\n\ttouch ${canary}\n`;

type Files = Kind['files'];

/** One file starts another one, in each of these forms. */
function forms(
  command: string,
  main: string,
  all: readonly string[],
  swap: Kind['swap'],
  others: Files = {},
): readonly Kind[] {
  return all.map(text => ({ command, files: { [swap[0]]: '', ...others, [main]: text }, swap }));
}

const python: readonly Kind[] = forms(
  'python3 main.py',
  'main.py',
  [
    'import os; import helper\n',
    'x = 1; import helper\n',
    'if True: import helper\n',
    'try: import helper\nexcept ImportError: pass\n',
    'import os, \\\n  helper\n',
    'from\\\n helper import *\n',
    'from helper import (\n  __name__\n)\n',
    'import ｈelper\n',
    '\fimport helper\n',
    'class A:\n  import helper\n',
    'import importlib\nimportlib.import_module("hel" + "per")\n',
    '__import__("helper")\n',
    'exec(open("helper.py").read())\n',
    'eval(compile(open("helper.py").read(), "x", "exec"))\n',
    'import runpy\nrunpy.run_path("helper.py")\n',
    'import os\nos.system("python3 helper.py")\n',
    'import subprocess\nsubprocess.run(["python3", "helper.py"])\n',
    'getattr(__builtins__, "ex" + "ec")(open("helper.py").read())\n',
    'import sys; sys.path.insert(0, "lib")\nimport helper\n',
  ],
  ['helper.py', py],
);

const node: readonly Kind[] = forms(
  'node main.cjs',
  'main.cjs',
  [
    'new (require("worker_threads").Worker)("./helper.js")\n',
    'require("child_process").fork("./helper.js")\n',
    'require("module").createRequire(__filename)("./helper.js")\n',
    'const r = require; r("./helper.js")\n',
    'eval(require("fs").readFileSync("./helper.js", "utf8"))\n',
    'import/**/("./helper.js")\n',
    'require/**/("./helper.js")\n',
    'module["require"]("./helper.js")\n',
    'r\\u0065quire("./helper.js")\n',
    'require("./help" + "er.js")\n',
    'require("./helper")\n',
    'new Function("r", require("fs").readFileSync("./helper.js", "utf8").replaceAll("require", "r"))(require)\n',
  ],
  ['helper.js', js],
);

const makefiles: readonly Kind[] = [
  ...forms(
    'make',
    'Makefile',
    [' include a.mk\n', '-include a.mk\nall:\n', 'include $(wildcard *.mk)\n', '$(eval $(file <a.mk))\n'],
    ['a.mk', makes],
  ),
  ...forms(
    'make',
    'Makefile',
    [
      'X := $(shell ./x.sh)\nall:\n',
      'X != ./x.sh\nall:\n',
      'all: ; ./x.sh\n',
      'SHELL = ./x.sh\nall:\n\techo a\n',
      '.RECIPEPREFIX = >\nall:\n>./x.sh\n',
      'PATH := .:$(PATH)\nall:\n\tx.sh\n',
      'define R\n./x.sh\nendef\nall:\n\t$(R)\n',
      'all:\n\tcd . && \\\n\t./x.sh\n',
      'C = true; ./x.sh\nall:\n\techo $(C)\n',
    ],
    ['x.sh', executable],
  ),
  { command: 'make', files: { Makefile: 'all:\n\ttrue\n' }, swap: ['Makefile.sh', makes] },
  {
    command: 'make -C a -C b',
    files: { 'a/b/Makefile': 'all:\n' },
    swap: ['a/b/Makefile', `all:\n\ttouch ../../${canary}\n`],
  },
];

const inline: readonly Kind[] = [
  { command: "python3 -c 'import helper'", files: { 'helper.py': '' }, swap: ['helper.py', py] },
  { command: 'python3 -c \'exec(open("a.py").read())\'', files: { 'a.py': '' }, swap: ['a.py', py] },
  { command: 'python3 - <<E\nimport helper\nE', files: { 'helper.py': '' }, swap: ['helper.py', py] },
  { command: 'node -e \'require("./x.js")\'', files: { 'x.js': '' }, swap: ['x.js', js] },
  { command: 'node -e \'child_process.execSync("sh x.sh")\'', files: { 'x.sh': '' }, swap: ['x.sh', sh] },
  { command: 'perl -e \'do "./x.pl"\'', files: { 'x.pl': '' }, swap: ['x.pl', pl] },
  { command: 'perl -I. -MFoo -e 1', files: { 'Foo.pm': '1;\n' }, swap: ['Foo.pm', pl] },
  { command: 'awk \'BEGIN { system("sh x.sh") }\'', files: { 'x.sh': '' }, swap: ['x.sh', sh] },
  { command: 'awk \'BEGIN { "sh x.sh" | getline }\'', files: { 'x.sh': '' }, swap: ['x.sh', sh] },
  { command: "sed -n '1e sh x.sh' x.sh", files: { 'x.sh': 'true\n' }, swap: ['x.sh', sh] },
  { command: "sqlite3 :memory: '.shell sh x.sh'", files: { 'x.sh': '' }, swap: ['x.sh', sh] },
  { command: "sqlite3 :memory: '.read x'", files: { x: '' }, swap: ['x', `.shell ${sh}`] },
  { command: "vi -es -c ':!sh x.sh' -c q", files: { 'x.sh': '' }, swap: ['x.sh', sh] },
];

const others: readonly Kind[] = [
  ...forms(
    'perl main.pl',
    'main.pl',
    ['require "./x.pl";\n', 'do "./x.pl";\n', 'use lib "."; require x;\n'],
    ['x.pl', pl],
    { 'x.pm': '1;\n' },
  ),
  ...forms(
    'sh main.sh',
    'main.sh',
    ['eval ". ./x.sh"\n', 'f=x; . ./$f.sh\n', 'PATH=.:$PATH\nx.sh\n', 'cd "$(dirname "$0")"; . ./x.sh\n'],
    ['x.sh', executable],
  ),
  ...forms('./main', 'main', ['#!./x.sh\n'], ['x.sh', '#!/bin/sh\ntouch canary\n']),
  { command: './a.py', files: { 'a.py': '. ./x.sh\n', 'x.sh': '' }, swap: ['x.sh', sh] },
  {
    command: 'ninja',
    files: { 'build.ninja': '' },
    swap: ['build.ninja', `rule r\n  command = touch ${canary}\nbuild all: r\n`],
  },
  {
    command: 'git lg',
    files: { '.gitconfig': '' },
    swap: ['.gitconfig', `[alias]\n\tlg = !touch ${canary}\n`],
    needsHome: true,
  },
  {
    command: 'git init -q . && git commit -q --allow-empty -m x',
    files: { 'h/pre-commit': executable },
    swap: ['.gitconfig', '[core]\n\thooksPath = h\n[user]\n\tname = a\n\temail = a@a.example\n'],
    needsHome: true,
  },
  {
    command: 'git status',
    files: { '.git/HEAD': 'ref: refs/heads/a\n', '.git/objects/x': '', '.git/refs/x': '', '.git/config': '' },
    swap: ['.git/config', `[core]\n\tfsmonitor = touch ${canary}\n`],
  },
  { command: 'git grep -O./x a', files: { x: executable, a: 'a\n' }, swap: ['x', executable] },
  { command: 'env -C sub sh ./x.sh', files: { 'sub/x.sh': '' }, swap: ['sub/x.sh', `touch ../${canary}\n`] },
  { command: 'node --title foo x.cjs', files: { 'x.cjs': '' }, swap: ['x.cjs', js] },
  {
    command: 'node --run build',
    files: { 'package.json': '{"scripts":{"build":"true"}}' },
    swap: ['package.json', `{"scripts":{"build":"touch ${canary}"}}`],
  },
  { command: 'python3 --check-hash-based-pycs always x.py', files: { 'x.py': '' }, swap: ['x.py', py] },
  {
    command: 'find . -name x.sh -execdir sh ./x.sh \\;',
    files: { 'sub/x.sh': '' },
    swap: ['sub/x.sh', `touch ../${canary}\n`],
  },
  { command: 'tar cf a.tar *', files: { a: '' }, swap: [`--checkpoint-action=exec=touch ${canary}`, ''] },
  { command: 'bash -l x.sh', files: { 'x.sh': 'true\n' }, swap: ['.bash_profile', sh], needsHome: true },
  {
    command: 'npm test --silent',
    files: { 'package.json': '{"scripts":{"test":"true"}}', x: executable },
    swap: ['.npmrc', 'script-shell=./x\n'],
  },
  { command: 'python3 -m mod', files: { 'mod.py': '' }, swap: ['mod.py', py] },
  {
    command: 'python3 main.py',
    files: { 'main.py': 'import email\n', 'email/x': '' },
    swap: ['email/__init__.py', py],
  },
];

/** A file that an earlier step makes of another one, by a rule of make's own too. */
const made: readonly Kind[] = [
  {
    command: 'make',
    files: { Makefile: 'deploy: tool\n\t./tool\n', tool: 'true\n', 'tool.sh': '#!/bin/sh\ntrue\n' },
    swap: ['tool.sh', executable],
  },
  {
    command: 'make',
    files: { Makefile: 'include a.mk\n%.mk: %.src\n\tcp $< $@\nall:\n\ttrue\n', 'a.mk': '#\n', 'a.src': '#\n' },
    swap: ['a.src', `$(shell touch ${canary})\n`],
  },
  {
    command: 'make',
    files: { Makefile: 'all:\n\tcp a.sh b.sh\n\tsh b.sh\n', 'a.sh': 'true\n', 'b.sh': 'true\n' },
    swap: ['a.sh', sh],
  },
  {
    command: 'sh deploy.sh',
    files: { 'deploy.sh': 'cp tmpl.sh run.sh\nsh run.sh\n', 'tmpl.sh': 'true\n', 'run.sh': 'true\n' },
    swap: ['tmpl.sh', sh],
  },
  {
    command: 'npm run build --silent',
    files: {
      'package.json': '{"scripts":{"prebuild":"cp a.sh b.sh","build":"sh b.sh"}}',
      'a.sh': 'true\n',
      'b.sh': 'true\n',
    },
    swap: ['a.sh', sh],
  },
  {
    command: 'node m.cjs',
    files: { 'm.cjs': 'require("util/web")\n', 'node_modules/util/web.js': '' },
    swap: ['node_modules/util/web.js', js],
  },
];

const plain: readonly Omit<Kind, 'isPlain'>[] = [
  {
    command: 'sh build.sh',
    files: { 'build.sh': 'set -e\nmkdir -p out\necho done > out/a\n' },
    swap: ['build.sh', sh],
  },
  {
    command: 'python3 main.py',
    files: { 'main.py': 'import os, json\nimport helper\n', 'helper.py': '' },
    swap: ['helper.py', py],
  },
  {
    command: 'python3 main.py',
    files: { 'main.py': 'import os; import helper\n', 'helper.py': '' },
    swap: ['helper.py', py],
  },
  { command: 'python3 main.py', files: { 'main.py': 'print(1)\n' }, swap: ['main.py', py] },
  {
    command: 'node x.cjs',
    files: { 'x.cjs': 'const { a } = require("./a.cjs");\n', 'a.cjs': '' },
    swap: ['a.cjs', js],
  },
  {
    command: 'npm test --silent',
    files: { 'package.json': '{"scripts":{"test":"sh x.sh"}}', 'x.sh': 'true\n' },
    swap: ['x.sh', sh],
  },
  {
    command: 'make',
    files: { Makefile: 'CC = cc\nall: a\n\t@echo $(CC) $<\na:\n\tsh x.sh\n', 'x.sh': 'true\n' },
    swap: ['x.sh', sh],
  },
  { command: "python3 -c 'import helper'", files: { 'helper.py': '' }, swap: ['helper.py', py] },
  { command: 'perl main.pl', files: { 'main.pl': 'use strict;\nprint "a";\n' }, swap: ['main.pl', pl] },
];

export const loadingKinds: readonly Kind[] = [
  ...python,
  ...node,
  ...makefiles,
  ...inline,
  ...others,
  ...made,
  ...plain.map(kind => ({ ...kind, isPlain: true as const })),
];
