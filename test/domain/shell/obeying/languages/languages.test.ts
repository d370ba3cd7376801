import assert from 'node:assert/strict';
import { normalize } from 'node:path';
import { test } from 'node:test';
import { includedFiles } from '../../../../../src/domain/shell/obeying/included.ts';
import type { Written } from '../../../../../src/domain/shell/obeying/obeyed-file.ts';
import { defined } from '../../../../../src/domain/text/json.ts';

function startedBy(text: string, written?: Written, path = 'lib/x') {
  const at = { path, shown: path, how: 'runs', cwd: '.', ...defined({ written }) } as const;
  return includedFiles(text, { ...at, scripts: ['test'] });
}

const isTold = (text: string, written?: Written) => startedBy(text, written).every(({ path }) => path !== undefined);
const names = (text: string, written?: Written) =>
  startedBy(text, written).map(({ path }) => (path === undefined ? '?' : normalize(path)));

/** Texts of which all that they start is told, or of which it is not. */
const texts: readonly (readonly [Written | 'by its first line', told: readonly string[], untold: readonly string[]])[] =
  [
    [
      'python',
      [
        'print(1)\n',
        'import os, sys; import json as j\nfrom datetime import datetime\n',
        'import re\nx = re.compile("a")\nopen("data.json").read()\n',
        '# import the rows\n"""Words that import nothing of it"""\n',
        'if __name__ == "__main__":\n    main()\n',
        'import sqlite3\nsqlite3.connect("a").execute("select 1")\n',
      ],
      [
        'from . import x\n',
        'from .pkg import x\n',
        'import importlib\n',
        'exec(open("a.py").read())\n',
        'ｅxec(open("a.py").read())\n',
        'eval(x)\n',
        'import os\nos.system("sh x.sh")\n',
        'import subprocess\n',
        'import sys\nsys.path.insert(0, "lib")\n',
        'from sys import path\n',
        'import pickle\n',
        'import asyncio\nloop.subprocess_exec(x)\n',
        'print.__self__\n',
        'getattr(os, "sys" + "tem")("x")\n',
        '# coding: utf-7\nimport os\n',
        `import os ${' '.repeat(3_000)}\nfrom ${' '.repeat(3_000)} helper import x\n`,
      ],
    ],
    [
      'node',
      [
        'require("./a"); const fs = require("fs");\n',
        'import a, { b } from "./a.js";\nexport { c } from "./c.js";\nexport * from "./d.js";\n',
        'import process from "node:process";\nprocess.exit(0);\n',
        'export default function main() { return /a/.exec("b"); }\nmodule.exports = { main };\n',
        'class A { constructor() { this.x = process.argv[2]; } }\n',
        'const here = import.meta.url;\n',
        'if (require.main === module) main();\n',
      ],
      [
        'new Worker("./w.js")\n',
        'require("child_process").fork("./w.js")\n',
        'const r = require; r("./a")\n',
        'require(name)\n',
        'require/**/("./a")\n',
        'import/**/"./a"\n',
        'import("./" + name)\n',
        'export * from/**/"./a.js"\n',
        'export {a} /**/ from "./a.js"\n',
        'import { createRequire } from "node:module"\n',
        'eval(fs.readFileSync("./a.js", "utf8"))\n',
        'new Function(code)()\n',
        'module["require"]("./a")\n',
        'r\\u0065quire("./a")\n',
        '[]["con" + "structor"]\n',
        'import x from "#lib/a"\n',
        'import x from "left-pad"\n',
        'import vm from "node:vm"\n',
      ],
    ],
    [
      'make',
      [
        'all: a.o\n\tcc -o all a.o\n%.o: %.c\n\t$(CC) $(CFLAGS) -c $< -o $@\n.PHONY: all\n',
        'SRC = a.c b.c\nOBJ = $(SRC:.c=.o)\nall: $(OBJ)\n\t@echo done $(OBJ)\n# a comment\n',
        'ifeq ($(DEBUG),1)\nCFLAGS += -g\nendif\nclean:\n\trm -f *.o\n',
        'all:\n\tsh x.sh\n',
      ],
      [
        'X := $(shell ./x.sh)\n',
        'X != ./x.sh\n',
        'SHELL = ./x\nall:\n\techo\n',
        '.RECIPEPREFIX = >\nall:\n>./x.sh\n',
        'load x.so\n',
        '$(eval $(file <a.mk))\n',
        'PATH := ./bin\nall:\n\techo\n',
        'export PATH := ./bin:$(PATH)\n',
        'CMD = ; ./x.sh\nall:\n\techo $(CMD)\n',
        'all:\n\t$(PY) x.py\n',
        'define R\n./x.sh\nendef\nall:\n\t$(R)\n',
        'include $(MK)\n',
        '.ONESHELL:\nall:\n\tcd sub\n\tsh x.sh\n',
        'all: CC = ./x\nall:\n\t$(CC) a\n',
        '# a \\\\\ninclude a.mk\n',
        'SRC = $(wildcard *.c)\n',
      ],
    ],
    [
      'npm',
      ['{"scripts": {"test": "node a.js && sh b.sh"}}', '{"scripts": {}}'],
      ['{"scripts": {"test": "jest"}}', '{"scripts": {"test": "$RUN"}}', 'no json'],
    ],
    ['npmrc', ['save-exact=true\n# x\n'], ['script-shell=./x\n', 'node-options=-r ./x\n', '[x]\n']],
    [
      'gitconfig',
      ['[core]\n\tbare = false\n[user]\n\tname = A\n[remote "origin"]\n\turl = https://a.example/x\n'],
      [
        '[core]\n\thooksPath = h\n',
        '[core] fsmonitor = ./x\n',
        '[filter "x"]\n\tclean = ./x\n',
        '[alias]\n\tlg = !./x\n',
        '[include]\n\tpath = y\n',
        '[remote "origin"]\n\turl = ../other\n',
        '[user]\n\tname = a \\\n',
      ],
    ],
    [
      'perl',
      ['use strict;\nuse warnings;\nprint "x\\n";\n', 'while (my $l = shift @x) { print $l; }\n'],
      [
        'require "./x.pl";\n',
        'do "./x.pl";\n',
        'use lib "lib";\n',
        '`./x`;\n',
        '#!/usr/bin/perl -MFoo\nprint 1;\n',
        's/a/b/ee;\n',
      ],
    ],
    [
      'script',
      ['puts "a"\n', 'print("a")\n'],
      [
        'require_relative "x"\n',
        'include "x.php";\n',
        'dofile("x.lua")\n',
        'load("x.rb")\n',
        'source("x.R")\n',
        '%x(./x)\n',
        'eval(x)\n',
      ],
    ],
    ['awk', ['{ print $1 }\n'], ['@include "x"\n', 'BEGIN { system("x") }\n', '{ print | "sh" }\n']],
    ['sed', ['s/a/b/\n'], ['1e ./x\n', 's/a/b/e\n']],
    ['sql', ['select 1;\n'], ['.read x\n', '.shell ./x\n', '\\i x\n', "select load_extension('x');\n"]],
    ['other', [], ['puts hi\n']],
    [
      'shell',
      ['set -e\ncd sub\n./x.sh\n', 'for f in a b; do cp $f c; done\n'],
      [
        '. "$(dirname "$0")/lib.sh"\n',
        'eval "$x"\n',
        'PATH=./bin:$PATH\nfoo\n',
        'just build\n',
        'python3 -c "exec(x)"\n',
      ],
    ],
    [
      'by its first line',
      ['#!/bin/sh\ntrue\n', '#!/usr/bin/env python3\nimport os\n', 'true\n', '#!/bin/sh -eu\ntrue\n'],
      [
        '#!./interp\n',
        '#!/usr/bin/env ./interp\n',
        '#!/usr/bin/python3 -m mod\n',
        '#!/usr/bin/node --title\n',
        '#!/opt/x\n',
        '#!/usr/bin/tclsh\n',
      ],
    ],
  ];

for (const [written, told, untold] of texts) {
  const given = written === 'by its first line' ? undefined : written;
  test(`given texts of the kind ${written}, when each is read, then all that it starts is told`, () => {
    for (const text of told) assert.ok(isTold(text, given), `${text} ${JSON.stringify(startedBy(text, given))}`);
  });
  test(`given texts of the kind ${written} that can start more than they name, when each is read, then that is not known`, () => {
    for (const text of untold) assert.ok(!isTold(text, given), text);
  });
}

test('given imports of Python in whatever form, when it is read, then each module is named', () => {
  for (const text of [
    'import os; import helper\n',
    'x = 1; import helper\n',
    'if True: import helper\n',
    'try: import helper\nexcept ImportError: pass\n',
    'import os, \\\n  helper\n',
    'from\\\n helper import x\n',
    'import os as o, helper as h\n',
    'import ｈelper\n',
    '\fimport helper\n',
    'import os\rimport helper\r',
    'from helper import (\n  a,\n  b,\n)\n',
    'import helper . more\n',
    'from  helper  import*\n',
  ])
    assert.ok(names(text, 'python').includes('lib/helper.py'), text);
});

test('given a module of Node, when it is loaded from another folder, then it is looked for beside that file', () => {
  assert.ok(names('require("./b.cjs")\n', 'node').includes('lib/b.cjs'));
  assert.ok(names('import"../b.js"\n', 'node').includes('b.js'));
  assert.ok(names('require("./b")\n', 'node').includes('lib/b.node'));
});

test('given a makefile, when it includes or recurses, then each file is named from where make runs', () => {
  assert.ok(names(' include a.mk\n', 'make').includes('a.mk'));
  assert.ok(names('-include a.mk b.mk\n', 'make').includes('b.mk'));
  assert.ok(names('all: ; ./x.sh\n', 'make').includes('x.sh'));
  assert.ok(names('all:\n\t$(MAKE) -C sub\n', 'make').includes('sub/Makefile'));
  assert.ok(names('all:\n\tcd sub && \\\n\t./x.sh\n', 'make').includes('sub/x.sh'));
});

test('given an interpreter by a path of the project, when a script names it, then it is run, too', () =>
  assert.ok(names('#!./interp\n').includes('interp')));

test('given long texts that repeat themselves, when each is read, then that ends with an answer', () => {
  const long = 190_000;
  const repeated: readonly (readonly [Written, string])[] = [
    ['node', '['.repeat(long)],
    ['python', `exec${'#'.repeat(long)}`],
    ['script', `<${' '.repeat(long)}`],
    ['perl', `/${'e'.repeat(long)}a`],
    ['sql', '\n'.repeat(long)],
    ['npmrc', `a${' '.repeat(long)}b`],
    ['make', 'A = $(B)$(B)$(B)$(B)$(B)$(B)\nB = $(A)$(A)$(A)$(A)$(A)$(A)\nall:\n\t$(A)\n'],
  ];
  for (const [written, text] of repeated) assert.ok(Array.isArray(startedBy(text, written)), written);
});
