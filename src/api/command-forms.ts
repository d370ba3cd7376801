/**
 * How operations are asked for on the command line, by operation; each names its forms (`commands`).
 *
 * They stand beside the operations and not in them, so that help, completion and the answer to a mistake load no
 * schema: that takes 45 ms and 9 MiB.
 */
import type { CommandForm, CommandOption } from './command-form.ts';

const why: CommandOption = { field: 'reason', value: 'TEXT', help: 'the reason, kept in the record' };
const confirmed: CommandOption = { help: 'skip confirmation' };

/** An act on an actor. */
function act(
  verb: string,
  help: string,
  options: CommandForm['options'] = {},
  fixed: CommandForm['fixed'] = {},
): CommandForm {
  return {
    ...{ words: `actors ${verb}`, help, args: { id: 'ID' } },
    fixed: { verb, ...fixed },
    options: { ...options, why },
  };
}

function ofTool(act: string, help: string): CommandForm {
  return { words: `tools ${act}`, help, args: { name: 'NAME' }, fixed: { act } };
}

function ofJob(act: string, help: string): CommandForm {
  return { words: `jobs ${act}`, help, args: { name: 'NAME' }, fixed: { act } };
}

/** What can be said of a job where it is made or changed. */
const jobOptions = {
  say: { field: 'say', value: 'TEXT', help: 'only say this: a reminder' },
  command: { field: 'command', value: 'TEXT', help: 'run this command in the sandbox' },
  ask: { field: 'instruction', value: 'TEXT', help: 'begin a conversation with this instruction' },
  builtin: {
    field: 'builtin',
    value: 'NAME',
    help: 'do what Straylight does for itself: backup, consolidate, audit, heartbeat',
  },
  tz: { field: 'timeZone', value: 'ZONE', help: 'the time zone (default: yours)' },
  notify: { field: 'notify', value: 'MODE', help: 'always (default), success, failure, change or never' },
  'catch-up': { field: 'catchUp', value: 'MODE', help: 'of missed runs make up for once (default), skip or all' },
  overlap: { field: 'overlap', value: 'MODE', help: 'while a run lasts: skip (default), queue or parallel' },
  retries: { field: 'retries', value: 'N', help: 'further attempts of a failed run, 0 (default) to 5' },
  timeout: { field: 'timeout', value: '5m', help: 'end a run after this time' },
  budget: { field: 'budgetTokens', value: 'N', help: 'tokens that one run may use (default: 50000)' },
} as const;

export const commandForms = {
  'state.show': [
    { words: 'status', help: 'Show what is running, what is waiting for you, and what the last start recovered.' },
    { words: 'actors list', isDefault: true, help: 'List all actors.' },
  ],
  'approvals.list': [{ words: 'approvals', help: 'List pending approvals.', fixed: { state: 'pending' } }],
  'approvals.decide': [
    {
      words: 'approvals approve',
      help: 'Approve the call.',
      args: { id: 'ID' },
      fixed: { decision: 'approve' },
      options: {
        confirm: {
          field: 'confirmation',
          value: 'yes|WORD',
          help: 'required above low risk: "yes", or the word shown',
        },
        yes: { field: 'confirmation', gives: 'yes', help: 'the same as --confirm yes' },
        why: { ...why, help: 'the reason; the agent sees it' },
      },
    },
    {
      words: 'approvals deny',
      help: 'Deny the call.',
      args: { id: 'ID' },
      fixed: { decision: 'deny' },
      options: { why: { ...why, help: 'the reason; the agent sees it' } },
    },
    {
      words: 'approvals undo',
      help: 'Take an approval back before the call runs.',
      args: { id: 'ID' },
      fixed: { decision: 'undo' },
    },
  ],
  'standing.list': [{ words: 'approvals standing list', help: 'List standing approvals: calls allowed in advance.' }],
  'standing.add': [
    {
      words: 'approvals standing add',
      help: 'Allow calls in advance, for a limited time and number of uses.',
      options: {
        command: { value: 'WORDS', isList: true, help: 'a plain command; a final "*" allows more words' },
        tool: { value: 'NAME', help: 'calls of this tool; every argument has to be given' },
        arg: {
          value: 'NAME=VALUE',
          isList: true,
          help: 'this value; NAME^=START, or NAME~=GLOB ("*": anything but "/", "**": anything)',
        },
        approval: { field: 'approval', value: 'ID', help: 'calls like the one in this pending approval' },
        for: { value: '7d', help: 'duration: m, h or d (default: 1d)' },
        times: { value: 'N', help: 'maximum uses (default: 10)' },
      },
    },
  ],
  'standing.revoke': [{ words: 'approvals standing revoke', help: 'Revoke a standing approval.', args: { id: 'ID' } }],
  'actors.snapshot': [{ words: 'actors show', help: 'Show one actor and its state.', args: { id: 'ID' } }],
  'actors.journal': [{ words: 'actors journal', help: 'Show the last 200 steps of an actor.', args: { id: 'ID' } }],
  'actors.export': [{ words: 'actors export', help: 'Print an actor and its whole journal.', args: { id: 'ID' } }],
  'actors.command': [
    act('suspend', 'Suspend an actor: it keeps its messages and handles none.'),
    act('resume', 'Resume a suspended actor.'),
    act('retry', 'Retry the events that an actor failed to handle.'),
    act(
      'restart',
      'Restart an actor from its last state.',
      {
        fresh: { field: 'mode', gives: 'fresh', help: 'start over instead, from the initial state' },
        yes: confirmed,
      },
      { mode: 'checkpoint' },
    ),
    act('rewind', 'Rewind an actor to an earlier step.', {
      to: { field: 'seq', value: 'N', isNeeded: true, help: 'the step; "actors journal" lists them' },
      yes: confirmed,
    }),
    act('stop', 'Stop an actor for good.', { yes: confirmed }),
    act('quarantine', 'Quarantine an actor: nothing is delivered to it.'),
    act('release', 'Release an actor from quarantine.'),
  ],
  'actors.answer': [
    {
      words: 'actors answer',
      help: 'Answer a question of the supervisor.',
      args: { id: 'ID', choice: 'CHOICE' },
    },
  ],
  'jobs.list': [{ words: 'jobs list', isDefault: true, help: 'List the scheduled jobs.' }],
  'jobs.show': [
    {
      words: 'jobs show',
      help: 'Show one job: when it runs, what it does, its next instants.',
      args: { name: 'NAME' },
    },
    {
      words: 'jobs next',
      help: 'Show when a job runs next.',
      args: { name: 'NAME' },
      options: { count: { field: 'count', value: 'N', help: 'how many instants (default: 5)' } },
    },
  ],
  'jobs.history': [
    {
      words: 'jobs history',
      help: 'Show what came of the runs of a job, and why any was left out.',
      args: { name: 'NAME' },
      options: { limit: { field: 'limit', value: 'N', help: 'how many runs (default: 20)' } },
    },
  ],
  'jobs.define': [
    {
      words: 'jobs add',
      help: 'Add a job, or change the one of that name. WHEN is cron, an instant, "every 90m" or "every weekday at 8".',
      args: { name: 'NAME', schedule: 'WHEN' },
      options: jobOptions,
      oneOf: ['say', 'command', 'ask', 'builtin'],
    },
    {
      words: 'jobs template',
      help: 'Add a ready job: morning-briefing, weekly-review, or watch-page with --url.',
      args: { template: 'TEMPLATE' },
      options: {
        url: { field: 'url', value: 'URL', help: 'the page that watch-page reads' },
        name: { field: 'name', value: 'NAME', help: 'what the job is called (default: as the template)' },
        at: { field: 'schedule', value: 'WHEN', help: 'when it runs, if not as the template says' },
        tz: { field: 'timeZone', value: 'ZONE', help: 'the time zone (default: yours)' },
      },
    },
  ],
  'jobs.change': [
    {
      words: 'jobs change',
      help: 'Change a job. What is left out stays as it is.',
      args: { name: 'NAME' },
      options: { at: { field: 'schedule', value: 'WHEN', help: 'when it runs' }, ...jobOptions },
    },
  ],
  'jobs.act': [
    ofJob('run', 'Run a job now.'),
    ofJob('enable', 'Enable a paused job.'),
    ofJob('disable', 'Pause a job.'),
    { ...ofJob('remove', 'Remove a job.'), will: 'The job {name} would be removed, and never run again.' },
  ],
  'tasks.list': [
    {
      words: 'tasks list',
      isDefault: true,
      help: 'List the tasks, the newest first, each beneath the one it is part of.',
      options: {
        state: {
          field: 'state',
          value: 'STATE',
          help: 'only those that are queued, running, waiting, done, failed, …',
        },
        limit: { field: 'limit', value: 'N', help: 'how many (default: 50)' },
      },
    },
  ],
  'tasks.show': [
    { words: 'tasks show', help: 'Show one task: how it stands, and what came of it.', args: { id: 'N' } },
  ],
  'tasks.add': [
    {
      words: 'tasks add',
      help: 'Give a task: a turn that runs in a conversation of its own.',
      args: { text: 'TEXT' },
      isOpen: true,
      options: {
        priority: { field: 'priority', value: 'P', help: 'low, normal (default), high or critical: which runs first' },
        deadline: { value: '5m', help: 'end it after this time: s, m or h' },
        key: {
          field: 'key',
          value: 'NAME',
          help: 'given again under this name within the window, it is the first task',
        },
        window: { value: '24h', help: 'how long the key holds: s, m or h (default: 24h)' },
        parent: { field: 'parent', value: 'N', help: 'the task it is part of' },
        conversation: { field: 'session', value: 'ID', help: 'a conversation instead of its own, as in terminal:main' },
      },
    },
  ],
  'tasks.cancel': [{ words: 'tasks cancel', help: 'Cancel a task, and the tasks beneath it.', args: { id: 'N' } }],
  'goals.list': [
    {
      words: 'goals list',
      isDefault: true,
      help: 'List the goals, open ones first.',
      options: { state: { field: 'state', value: 'STATE', help: 'only those that are open, done or dropped' } },
    },
  ],
  'goals.add': [
    {
      words: 'goals add',
      help: 'Set a goal.',
      args: { text: 'TEXT' },
      isOpen: true,
      options: {
        due: { field: 'due', value: 'WHEN', help: 'remind you then: 2026-12-24T18:00, "tomorrow at 9"' },
        conversation: { field: 'session', value: 'ID', help: 'for this conversation alone, as in terminal:main' },
      },
    },
  ],
  'goals.act': [
    { words: 'goals complete', help: 'Complete a goal.', args: { id: 'N' }, fixed: { act: 'complete' } },
    { words: 'goals drop', help: 'Drop a goal.', args: { id: 'N' }, fixed: { act: 'drop' } },
    { words: 'goals reopen', help: 'Reopen a goal.', args: { id: 'N' }, fixed: { act: 'reopen' } },
  ],
  'accounts.pair': [
    { words: 'telegram pair', help: 'Make a code that lets a Telegram account in, and wait for who sends it.' },
  ],
  'accounts.list': [
    {
      words: 'telegram accounts',
      isDefault: true,
      help: 'List the paired Telegram accounts, and who wrote meanwhile.',
    },
  ],
  'accounts.allow': [
    {
      words: 'telegram allow',
      help: 'Let in an account that wrote while a code is waited for.',
      args: { account: 'ID' },
    },
  ],
  'accounts.remove': [{ words: 'telegram remove', help: 'End the pairing of an account.', args: { account: 'ID' } }],
  'conversations.list': [
    {
      words: 'sessions list',
      isDefault: true,
      help: 'List the conversations of all chats, pinned ones first.',
      options: {
        archived: { field: 'of', gives: 'archived', help: 'the archived ones instead' },
        limit: { field: 'limit', value: 'N', help: 'how many (default: 500)' },
      },
    },
  ],
  'conversations.search': [
    {
      words: 'sessions search',
      help: 'Search what was said in any conversation, by words.',
      args: { words: 'TEXT' },
      isOpen: true,
    },
  ],
  'sessions.messages': [
    {
      words: 'sessions show',
      help: 'Show what was last said in a conversation. ID is as "sessions list" shows it.',
      args: { id: 'ID' },
      options: { limit: { field: 'limit', value: 'N', help: 'how many messages (default: 50)' } },
    },
  ],
  'sessions.trust': [
    {
      words: 'sessions trust',
      help: 'Show which text from outside a conversation holds, and trust it again. ID is as "sessions list" shows it.',
      args: { id: 'ID' },
      options: { yes: { help: 'trust it again; without it, only show why it is not trusted' } },
    },
  ],
  'tools.list': [{ words: 'tools list', isDefault: true, help: 'List the tools and how well they work.' }],
  'tools.show': [
    { words: 'tools show', help: 'Show one tool: its state, versions and last runs.', args: { name: 'NAME' } },
  ],
  'tools.change': [
    ofTool('enable', 'Enable a tool, and trust its code as it is now.'),
    ofTool('disable', 'Disable a tool.'),
    {
      ...ofTool('revert', 'Go back to the last version that worked.'),
      will: 'The tool {name} would go back to the last version that worked; its newest version would no longer be used.',
    },
  ],
  'undo.list': [{ words: 'undo list', isDefault: true, help: 'List the last turns that changed files.' }],
  'undo.show': [{ words: 'undo show', help: 'Show what one turn changed.', args: { id: 'N' } }],
  'undo.apply': [
    {
      words: 'undo apply',
      help: 'Restore the files that one turn changed.',
      args: { id: 'N' },
      options: {
        yes: { help: 'restore them; without it, only show what would be restored' },
        overwrite: { field: 'overwrite', help: 'also restore files that were changed after that turn' },
      },
    },
  ],
  'memory.list': [
    {
      words: 'memory list',
      isDefault: true,
      help: 'List memories, the newest first.',
      options: {
        status: { field: 'status', value: 'STATUS', help: 'only active, pending or archived ones' },
        kind: { field: 'kind', value: 'KIND', help: 'only facts, preferences, procedures, episodes, …' },
        limit: { field: 'limit', value: 'N', help: 'how many (default: 200)' },
      },
    },
    {
      words: 'memory search',
      help: 'Search the active memories by words.',
      args: { q: 'TEXT' },
      isOpen: true,
    },
  ],
  'memory.show': [{ words: 'memory show', help: 'Show one memory, and what it comes from.', args: { id: 'ID' } }],
  'memory.pending': [
    { words: 'memory pending', help: 'List memories that wait for your decision, with what speaks for them.' },
  ],
  'memory.decide': [
    {
      words: 'memory accept',
      help: 'Accept a pending memory; it replaces what it contradicts.',
      args: { id: 'ID' },
      fixed: { decision: 'accept' },
    },
    {
      words: 'memory reject',
      help: 'Reject a pending memory, or one that contradicts another.',
      args: { id: 'ID' },
      fixed: { decision: 'reject' },
    },
    {
      words: 'memory both',
      help: 'Keep a memory beside what it contradicts: both are true.',
      args: { id: 'ID' },
      fixed: { decision: 'both' },
    },
  ],
  'memory.consolidate': [
    { words: 'memory consolidate', help: 'Put the memories in order: merge, find contradictions, link, archive.' },
  ],
  'memory.undo': [
    {
      words: 'memory undo',
      help: 'Undo the newest batch of learned, merged or imported memories.',
      will: 'What the newest batch (or the one named by --batch) made would be taken back, and what it replaced would count again.',
      options: { batch: { field: 'batch', value: 'ID', help: 'this batch; "memory stats" lists them' } },
    },
  ],
  'memory.forget': [
    {
      words: 'memory forget',
      help: 'Forget a memory for good.',
      args: { id: 'ID' },
      will: 'The memory {id} would be forgotten for good, with every copy of it in this home.',
      options: {
        words: { isInstead: true, value: 'TEXT', help: 'forget whatever holds these words; asks for a word' },
        all: { isInstead: true, help: 'forget all of them; asks for a word' },
        confirm: { value: 'WORD', help: 'the word it asks for' },
      },
    },
  ],
  'memory.export': [
    {
      words: 'memory export',
      help: 'Print all memories as JSON lines, for "memory import".',
      options: { markdown: { help: 'print the active ones as Markdown instead, as in MEMORY.md' } },
    },
  ],
  'memory.stats': [{ words: 'memory stats', help: 'Show how many memories there are, and the newest batches.' }],
  'budget.show': [{ words: 'budget', help: 'Show today’s spending and limits, by model and conversation.' }],
  'models.list': [
    {
      words: 'models',
      help: 'Show which models are used for what, why, whether they respond, and what they cost.',
      options: {
        conversation: { field: 'session', value: 'ID', help: 'with the model chosen for this conversation' },
      },
    },
  ],
  'models.prices': [{ words: 'models prices', help: 'Show what models cost, with the day of each price.' }],
  'models.retry': [
    {
      words: 'models retry',
      help: 'Call models again now that were paused after errors, and end the waits for them.',
      args: { model: 'MODEL' },
      isOptional: true,
    },
  ],
  'models.choose': [
    {
      words: 'models use',
      help: 'Choose a model for one conversation; "default" takes the choice back.',
      args: { model: 'MODEL' },
      options: { conversation: { field: 'id', value: 'ID', isNeeded: true, help: 'as in terminal:main' } },
    },
  ],
  'sandbox.reset': [
    {
      words: 'reset',
      help: 'Reset the sandbox and reinstall scripts/requirements.txt. Workspace and scripts are kept.',
      will: 'The sandbox would be made again: what runs in it would end, and what was installed in it would be gone. Workspace and scripts are kept.',
    },
  ],
  'audit.list': [
    {
      words: 'audit list',
      isDefault: true,
      help: 'List the newest entries of the audit log.',
      options: {
        kind: { field: 'kind', value: 'KIND', help: 'only this kind ("approval.ended") or family ("tool")' },
        limit: { value: 'N', help: 'how many entries (default: 50)' },
      },
    },
  ],
  'audit.accept': [{ words: 'audit accept', help: 'Accept the breaks found in the audit log.' }],
} as const satisfies Readonly<Record<string, readonly CommandForm[]>>;
