/**
 * What a built-in tool does, for its owner. What its description says is written for the model: when to use it, and how
 * to speak of it.
 */
import { say } from '../../words/say.js';

/** @type {Readonly<Record<string, string>>} */
const does = {
  agent_status: say('Looks up what was spent, what waits and where things lie.'),
  ask_owner: say('Asks you a question and waits for your answer.'),
  browser: say('Uses a web page in a real browser, step by step.'),
  cancel_job: say('Removes a job.'),
  context_inspect: say('Looks at what the model sees, with sizes.'),
  create_skill: say('Writes a skill, which counts once you approve it.'),
  create_tool: say('Writes a tool of its own, or a new version of one, and tries it.'),
  delete_tool: say('Removes a tool of its own; its versions stay.'),
  earlier_result: say('Reads a result again that was left out for want of room.'),
  edit_file: say('Replaces a piece of a text file.'),
  execute_command: say('Runs a command.'),
  forget_words: say('Forgets all memories and messages that hold some words.'),
  code: say('Lets a coding program work on a copy of a folder.'),
  delegate: say('Gives a piece of work to an agent.'),
  run_plan: say('Has agents carry out a plan.'),
  goals: say('Keeps the list of your goals.'),
  list_files: say('Lists a folder.'),
  list_jobs: say('Lists the jobs.'),
  load_skill: say('Brings the text of a skill, or a file of it.'),
  memory_forget: say('Forgets a memory for good.'),
  memory_read: say('Shows a memory in full.'),
  memory_save: say('Keeps a fact, a preference, a procedure or an episode.'),
  memory_search: say('Searches what was remembered and said.'),
  memory_update: say('Corrects a memory.'),
  process: say('Starts, writes to and stops a program that goes on across turns.'),
  process_log: say('Reads the newest lines of such a program.'),
  read_file: say('Reads a text file, a document or a picture.'),
  request_secret: say('Asks you for a secret that it never sees, on a page of its own.'),
  revert_tool: say('Takes a tool of its own back to an earlier version.'),
  run_skill_script: say('Runs a script of a skill in the sandbox.'),
  schedule_job: say('Adds a job: a reminder, a command, a tool or an instruction.'),
  search_files: say('Searches text files.'),
  send_file: say('Sends you a file.'),
  show_tool: say('Shows a tool of its own: code, versions, last failure.'),
  subscribe: say('Watches a file or a page: each request holds it as it is then.'),
  turn_tasks: say('Writes down the tasks of a turn.'),
  undo_turn: say('Undoes what a turn changed in the workspace.'),
  update_job: say('Changes a job, or pauses it.'),
  unsubscribe: say('Ends the watching of a file or a page.'),
  web_fetch: say('Reads a page of the public web.'),
  web_request: say('Sends something to an address of the public web.'),
  web_search: say('Searches the web.'),
  write_file: say('Writes a text file.'),
  apply_patch: say('Applies a patch to files, all of it or nothing.'),
  archive: say('Makes, lists and extracts archives.'),
  find_tools: say('Looks for tools that are not offered all the time.'),
  git_branch: say('Makes, switches and deletes branches of a Git repository.'),
  git_clone: say('Clones a Git repository into the workspace.'),
  git_commit: say('Commits changes in a Git repository.'),
  git_diff: say('Shows what differs in a Git repository.'),
  git_fetch: say('Fetches new commits of a server.'),
  git_log: say('Lists the commits of a Git repository.'),
  git_push: say('Pushes commits to a server, each time after your yes.'),
  git_status: say('Shows the state of a Git repository.'),
  inspect_path: say('Shows the tree, size, hash or counts of files.'),
  move_file: say('Moves or copies files and folders.'),
  query_data: say('Queries tables and JSON.'),
};

/** One that is not known says what the model reads. @param {{ readonly name: string, readonly description: string }} tool */
export function builtInDoes({ name, description }) {
  return Object.hasOwn(does, name) ? (does[name] ?? description) : description;
}
