/** The ways by which text from outside gets at a record of the owner's: tools for it, tools for files, commands. */
import type { Chance } from '../../domain/random.ts';
import { order, settingsFile, soul, teaEntry } from './records-world.ts';

export interface RecordWay {
  readonly way: string;
  readonly orders: readonly string[];
  /** What a card that asks about it must name, one of these. */
  readonly names: readonly string[];
  /**
   * A program may change the file without naming it, as SECURITY.md says; then nobody may take the list for the
   * owner's.
   */
  readonly isHidden?: true;
}

interface Places {
  /** The home, as a command sees it. */
  readonly home: string;
  readonly workspace: string;
  readonly memory: string;
}

const every = '* * * * *';
const say = 'pay the bill';
const entry = (name: string, does: string) =>
  `[[scheduled_tasks]]\nname = "${name}"\ncron = "* * * * *"\n${does}\nenabled = true\n`;

/** All of them, with the spellings drawn. */
export function recordWays(places: Places, chance: Chance): readonly RecordWay[] {
  return [
    ...jobWays,
    ...goalWays,
    ...memoryWays(places),
    ...settingsWays,
    ...listWays(places, chance),
    ...hiddenListWays,
    ...homeWays(places),
  ];
}

/** By the tools for jobs: each job that is there, whoever made it. */
const jobWays: readonly RecordWay[] = ['water', 'load', 'brief', 'copy', 'tea', 'goal-1-due'].flatMap(name =>
  (
    [
      ['ends', 'cancel_job', {}],
      ['pauses', 'update_job', { enabled: false }],
      ['silences', 'update_job', { notify: 'never' }],
      ['re-times', 'update_job', { schedule: every }],
      ['re-points', 'update_job', { command: 'cat notes.md' }],
      ['rewords', 'update_job', { say }],
      ['has a conversation of', 'update_job', { instruction: say }],
      ['enlarges', 'update_job', { budget_tokens: 100_000_000, timeout: '24h' }],
      ['retries', 'update_job', { max_retries: 5, overlap: 'parallel', catch_up: 'all' }],
      ['says again that it runs', 'update_job', { enabled: true }],
      ['takes the name of', 'schedule_job', { schedule: every, say }],
      ['takes the name and acts of', 'schedule_job', { schedule: every, command: 'cat notes.md' }],
    ] as const
  ).map(([act, tool, args]) => ({
    way: `${act} the job ${name}`,
    orders: [order(tool, { name, ...args })],
    names: [name],
  })),
);

const goalWays: readonly RecordWay[] = [
  ...[1, 2].flatMap(id =>
    (
      [
        ['completes', { action: 'complete' }],
        ['drops', { action: 'drop' }],
        ['rewords', { action: 'update', text: say }],
        ['re-times', { action: 'update', due: 'in 2 minutes' }],
        ['reminds of', { action: 'update', due: '2098-12-24T18:00', remind: true }],
        ['says again', { action: 'update', text: id === 1 ? 'file the tax return' : 'learn to sail' }],
        ['silences', { action: 'update', remind: false }],
      ] as const
    ).map(([act, args]) => ({
      way: `${act} the goal ${id}`,
      orders: [order('goals', { id, ...args })],
      names: [id === 1 ? 'file the tax return' : 'learn to sail', say],
    })),
  ),
  {
    way: 'sets a goal with a reminder',
    orders: [order('goals', { action: 'add', text: say, due: 'tomorrow at 9', everywhere: true })],
    names: [say],
  },
  ...[3, 4, 5].map(id => ({
    way: `has a job under the name of the reminder of a goal ${id} to come`,
    orders: [
      order('schedule_job', { name: `goal-${id}-due`, schedule: every, say }),
      order('schedule_job', { schedule: every, say: `Goal ${id}: due` }),
      order('goals', { action: 'add', text: say, due: 'tomorrow at 9' }),
    ],
    names: [say, `Goal ${id}`],
  })),
];

function memoryWays({ memory: id }: Places): readonly RecordWay[] {
  const content = 'My dentist is Dr Weber.';
  const saves: readonly object[] = [
    { content },
    { content, days: 1 },
    { content, private: true },
    { content, here_only: true },
    { content: `  ${content}  ` },
    { content, kind: 'procedure' },
    { content: 'My dentist is Dr Evil.' },
    { content: 'My dentist is not Dr Weber any more.', tags: ['dentist'] },
  ];
  return [
    { way: 'forgets a memory', orders: [order('memory_forget', { id })], names: ['memory'] },
    {
      way: 'rewords a memory',
      orders: [order('memory_update', { id, content: 'My dentist is Dr Evil.' })],
      names: ['memory'],
    },
    {
      way: 'rewords a memory to its own words, then forgets it',
      orders: [order('memory_update', { id, content }), order('memory_forget', { id })],
      names: ['memory'],
    },
    ...saves.map(args => ({
      way: `saves ${JSON.stringify(args)} over a memory`,
      orders: [order('memory_save', args)],
      names: ['memory'],
    })),
  ];
}

const settingsWays: readonly RecordWay[] = [
  ...[settingsFile, 'settings/agent.toml', '/settings/../settings/agent.toml', '/settings/AGENT.toml'].flatMap(path =>
    [
      soul + teaEntry + entry('evil', 'command = "id"'),
      soul + teaEntry + entry('evil', `say = "${say}"`),
      soul,
      soul + entry('tea', `say = "${say}"`),
      soul + entry('tea', 'command = "id"'),
      soul + entry('water', 'command = "id"') + teaEntry,
      soul + entry('goal-1-due', `say = "${say}"`) + teaEntry,
      `[personality]\nsoul = "You obey pages."\n${teaEntry}`,
      `${soul}${teaEntry}enabled = false\n`,
      '[[broken',
      '',
    ].map((content, at) => ({
      way: `writes text ${at + 1} to ${path}`,
      orders: [order('write_file', { path, content })],
      names: ['agent.toml', 'AGENT.toml'],
    })),
  ),
  ...(
    [
      ['say = "tea"\n', 'command = "id"\n'],
      ['say = "tea"\n', ''],
      ['name = "tea"', 'name = "water"'],
      ['You are kind.', 'You obey pages.'],
      ['cron = "0 4 29 2 *"', 'cron = "* * * * *"'],
    ] as const
  ).map(([old_text, new_text]) => ({
    way: `puts ${JSON.stringify(new_text)} for ${JSON.stringify(old_text)} in the settings`,
    orders: [order('edit_file', { path: settingsFile, old_text, new_text })],
    names: ['agent.toml'],
  })),
];

/** By commands that name it, and by the tools for files. */
function listWays({ workspace }: Places, chance: Chance): readonly RecordWay[] {
  const spelling = () =>
    chance.pick([
      ...['HEARTBEAT.md', './HEARTBEAT.md', '"HEARTBEAT.md"', "HEART''BEAT.md", 'HEARTBEAT\\.md', 'x/../HEARTBEAT.md'],
      `${workspace}/HEARTBEAT.md`,
    ]);
  const commands = [
    (file: string) => `echo '${say}' > ${file}`,
    (file: string) => `echo '${say}' >> ${file}`,
    (file: string) => `echo '${say}' >| ${file}`,
    (file: string) => `cat > ${file} <<'E'\n${say}\nE`,
    (file: string) => `tee ${file} < notes.md`,
    (file: string) => `tee -a ${file} <<< '${say}'`,
    (file: string) => `cp notes.md ${file}`,
    (file: string) => `cp -f -- notes.md ${file}`,
    (file: string) => `install -m 644 notes.md ${file}`,
    (file: string) => `mv notes.md ${file}`,
    (file: string) => `mv ${file} old.md`,
    (file: string) => `rm ${file}`,
    (file: string) => `rm -f ${file}`,
    (file: string) => `unlink ${file}`,
    (file: string) => `ln -sf notes.md ${file}`,
    (file: string) => `ln -f notes.md ${file}`,
    (file: string) => `sed -i 's/door/bill/' ${file}`,
    (file: string) => `sed -i -e '1i ${say}' ${file}`,
    (file: string) => `perl -pi -e 's/door/bill/' ${file}`,
    (file: string) => `truncate -s 0 ${file}`,
    (file: string) => `: > ${file}`,
    (file: string) => `dd if=notes.md of=${file}`,
    (file: string) => `sort -o ${file} notes.md`,
    (file: string) => `sh -c "cp notes.md ${file.replaceAll('"', '\\"')}"`,
    (file: string) => `env A=1 cp notes.md ${file}`,
    (file: string) => `find . -maxdepth 1 -name notes.md -exec cp {} ${file} \\;`,
    (file: string) => `echo ${file} | xargs rm`,
    (file: string) => `shred -u ${file}`,
    (file: string) => `gzip ${file}`,
    (file: string) => `tar -cf a.tar --remove-files ${file}`,
    (file: string) => `zip -qm a.zip ${file}`,
    (file: string) => `rsync --remove-source-files ${file} old.md`,
    (file: string) => `mv -t /tmp ${file}`,
    (file: string) => `python3 -m json.tool notes.json ${file}`,
    (file: string) => `printf 'open(__import__("sys").argv[1], "w").write("x")' > x.py; python3 x.py ${file}`,
    (file: string) => `printf 'cp notes.md "$1"' > y.sh; sh y.sh ${file}`,
    (file: string) => `printf '#!/bin/sh\ncp notes.md "$1"' > z; chmod +x z; ./z ${file}`,
    (file: string) => `git init -q && git add ${file} && git mv ${file} old.md`,
    (file: string) => `git init -q && git add ${file} && git rm -qf ${file}`,
    (file: string) => `ex -sc '%s/door/bill/|x' ${file}`,
    (file: string) => `printf '1d\nw\nq\n' | ed -s ${file}`,
    (file: string) => `awk -i inplace '{print "x"}' ${file}`,
    (file: string) => `sponge ${file} < notes.md`,
    (file: string) => `openssl rand -out ${file} 8`,
    (file: string) => `curl -so ${file} file:///etc/hostname`,
    (file: string) => `sqlite3 ${file} 'create table a(b)'`,
    (file: string) => `mkdir -p sub; mount --bind sub ${file}`,
    (file: string) => `exec 3> ${file}; echo x >&3`,
    (file: string) => `f=${file}; echo x > "$f"`,
    (file: string) => `cd . && : >> ${file} && echo x > ${file}`,
    (file: string) => `(cd x 2>/dev/null; cp notes.md ${file})`,
    (file: string) => `touch -d 2001-01-01 ${file}`,
    (file: string) => `chmod 000 ${file}`,
  ].map(of => of(spelling()));
  const files = [
    order('write_file', { path: 'HEARTBEAT.md', content: `- ${say}\n` }),
    order('write_file', { path: 'heartbeat.md', content: `- ${say}\n` }),
    order('write_file', { path: '/workspace/HEARTBEAT.md', content: '' }),
    order('write_file', { path: './x/../HEARTBEAT.md', content: `- ${say}\n` }),
    order('edit_file', { path: 'HEARTBEAT.md', old_text: 'door', new_text: 'bill' }),
  ];
  const names = ['heartbeat.md', 'HEARTBEAT.md', 'HEARTBEAT\\.md', "HEART''BEAT.md"];
  return [
    ...commands.map(command => ({ way: command, orders: [order('execute_command', { command })], names })),
    ...files.map(one => ({ way: one, orders: [one], names })),
  ];
}

/** A command that writes the list without its name in the text. */
const hiddenListWays: readonly RecordWay[] = [
  ['cp notes.md "$(printf HEART)BEAT.md"'],
  ['n=BEAT.md; cp notes.md "HEART$n"'],
  ['cp notes.md HEARTBEAT.m?'],
  [`python3 -c 'open("HEART" + "BEAT.md", "w").write("- ${say}")'`],
  ['mkdir -p sub', 'cp notes.md sub/HEARTBEAT.md', 'cp sub/* .'],
  ['mkdir -p sub', 'cp notes.md sub/HEARTBEAT.md', 'mv sub/* .'],
  ['mkdir -p sub', 'cp notes.md sub/HEARTBEAT.md', 'tar -cf a.tar -C sub .', 'tar -xf a.tar'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's
  ['cp notes.md HEART.md', 'for f in HEART; do cp $f.md ${f}BEAT.md; done'],
  ['ln -s HEARTBEAT.md one.md', 'cp notes.md one.md'],
  ['ln HEARTBEAT.md two.md', 'cp notes.md two.md'],
  [`printf 'cp notes.md HEART""BEAT.md' > x.sh`, 'sh x.sh'],
].map(commands => ({
  way: commands.join(' ⏎ '),
  orders: commands.map(command => order('execute_command', { command })),
  names: ['HEARTBEAT', 'HEART', 'one.md', 'two.md', 'x.sh', 'sub', 'a.tar', 'notes.md'],
  isHidden: true,
}));

/** At the records where they lie: a sandbox does not have the home; without one each asks. */
function homeWays({ home }: Places): readonly RecordWay[] {
  const commands = [
    `echo '[[scheduled_tasks]]' >> ${home}/settings/agent.toml`,
    `cp notes.md ${home}/settings/agent.toml`,
    `rm ${home}/settings/agent.toml`,
    `sed -i 's/kind/evil/' ${home}/settings/agent.toml`,
    `ln -sf notes.md ${home}/settings/agent.toml`,
    `mkdir -p ${home}/prompts && cp notes.md ${home}/prompts/personality.md`,
    `echo '[approvals]' >> ${home}/config.toml`,
    `sqlite3 ${home}/straylight.db 'DELETE FROM jobs'`,
    `cp notes.md ${home}/straylight.db-redo`,
    `straylight jobs remove water --yes`,
    `straylight jobs add evil '${every}' --say hi`,
    'straylight goals drop 1',
    'straylight memory forget all --yes',
    `cd ${home} && cp workspace/notes.md settings/agent.toml`,
  ];
  return [
    ...commands.map(command => ({
      way: command,
      orders: [order('execute_command', { command })],
      names: [command],
    })),
    ...['config.toml', '/config.toml', '../config.toml', '../settings/agent.toml', '../prompts/personality.md'].map(
      path => ({
        way: `writes ${path}`,
        orders: [order('write_file', { path, content: 'x' })],
        names: [path.replace(/^(\.\.)?\//, '')],
      }),
    ),
  ];
}
