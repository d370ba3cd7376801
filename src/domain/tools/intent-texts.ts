/** What a call of each tool will do, in one sentence, in each language the agent speaks to its owner. */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';

/** What follows from a yes for later: an address that is not allowed yet. */
export interface Allows {
  /** The host that a yes also allows; undefined: none. */
  readonly host: string | undefined;
}

const en = {
  ask: (question: string) => `Ask: “${question}”`,
  run: (command: string, inputLength: number, secrets: readonly string[]) =>
    `Run “${command}”${inputLength === 0 ? '' : `, with ${inputLength} characters as its standard input`}${secrets.length === 0 ? '' : `, with the secret ${secrets.join(', ')}`}.`,
  read: (what: string) => `Read ${what}.`,
  write: (path: string, lines: number, size: string) =>
    `Write ${path} (${lines} ${lines === 1 ? 'line' : 'lines'}, ${size}).`,
  edit: (path: string, isAll: boolean) => `Change ${isAll ? 'all places that read alike' : 'one place'} in ${path}.`,
  list: (path: string, glob: string) => `List ${path}${glob === '' ? '' : ` (${glob})`}.`,
  search: (path: string, text: string) => `Search ${path} for “${text}”.`,
  sendFile: (path: string) => `Send ${path} to you.`,
  request: (method: string, url: string, secrets: readonly string[], { host }: Allows) =>
    `Send a ${method} to ${url}${secrets.length === 0 ? '' : `, with the secret ${secrets.join(', ')}`}.${host === undefined ? '' : ` Approving it also allows ${host} from now on.`}`,
  open: (url: string, { host }: Allows) =>
    `Open ${url} in the browser.${host === undefined ? '' : ` Approving it also allows ${host} from now on, to browse and to send to.`}`,
  click: (element: string) => `Click ${element} in the browser.`,
  type: (element: string, characters: number) => `Type ${characters} characters into ${element} in the browser.`,
  script: 'Run a script in the page of the browser.',
  browser: (action: string, element: string) => `Browser: ${action}${element === '' ? '' : ` ${element}`}.`,
  schedule: (job: string) => `Schedule ${job}`,
  changeJob: (job: string) => `Change the job ${job}`,
  cancelJob: (name: string) => `Cancel the job ${name}.`,
  listJobs: 'List the jobs.',
  listGoals: 'List the goals.',
  goals: (action: string, id: string, text: string) => `Goals: ${[action, id, text].filter(Boolean).join(' ')}`,
  remember: (content: string) => `Remember “${content}”.`,
  correct: (content: string) => `Correct a memory: “${content}”.`,
  listMemories: 'List the memories.',
  searchMemory: (query: string) => `Search the memory for “${query}”.`,
  readMemory: (id: string) => `Read the memory ${shortId(id)}.`,
  readResult: (id: string) => `Read the earlier result ${id} again.`,
  watch: (what: string, turns: number) => `Watch ${what}: read it in this turn and in each of the next ${turns}.`,
  unwatch: (id: number) => `Watch number ${id} no more.`,
  listTasks: (tasks: number) => `Write down ${tasks} ${tasks === 1 ? 'task' : 'tasks'} of this turn.`,
  inspectContext: 'Look at what the model sees.',
  forget: (id: string) => `Forget the memory ${shortId(id)}.`,
  forgetWords: 'Forget all memories and messages that hold certain words.',
  undoTurn: (turn: number | undefined) =>
    `Undo ${turn === undefined ? 'the last change of this conversation' : `turn ${turn}`} in the workspace.`,
  agentStatus: (about: string) => `Look up facts about Straylight: ${about}.`,
  makeTool: (name: string, description: string) => `Write the tool ${name}: ${description}`,
  deleteTool: (name: string) => `Delete the tool ${name}; its history is kept.`,
  showTool: (name: string) => `Look at the tool ${name}.`,
  revertTool: (name: string, version: string) =>
    `Take the tool ${name} back to ${version === '' ? 'its last good version' : `version ${version}`}.`,
  useTool: (name: string, description: string) => `Use the tool ${name}: ${description}`,
  startProcess: (command: string) => `Start “${command}”, which lives on.`,
  writeToProcess: (id: string, text: string) => `Write “${text}” to process ${id}.`,
  stopProcess: (id: string) => `Stop process ${id}.`,
  lookAtProcess: (id: string) => (id === '' ? 'List the processes.' : `Look at what process ${id} wrote.`),
  searchWeb: (query: string) => `Search the web for “${query}”.`,
  loadSkill: (name: string, file: string) => `Load ${file === '' ? '' : `${file} of `}the skill ${name}.`,
  runSkillScript: (skill: string, script: string) => `Run “${script}” of the skill ${skill}.`,
  createSkill: (name: string, description: string) => `Write the skill ${name}: ${description}`,
  requestSecret: (name: string, why: string) => `Ask you for the secret ${name}: ${why}`,
  trustTool: (name: string) =>
    `Use the tool ${name}, whose code is new or was changed by other means than create_tool, and trust it as it is now.`,
  useServerTool: (tool: string, server: string) => `Use the tool ${tool} of the MCP server ${server}.`,
  acceptServerTool: (tool: string, server: string) =>
    `Use the tool ${tool} of the MCP server ${server}, which is new or says something else of itself than before, and accept it as it is now.`,
  findTools: (query: string) => `Look for tools: “${query}”`,
  runPlan: (title: string, steps: number) =>
    `Carry out the plan “${title}” (${steps} ${steps === 1 ? 'step' : 'steps'}).`,
  code: (worker: string, folder: string, task: string) => `Let ${worker} work on a copy of “${folder}”: ${task}`,
  delegate: (agent: string, task: string) => `Give work to the agent ${agent}: ${task}`,
  askAgent: (agent: string, message: string) =>
    message === '' ? `Look at the work of the agent ${agent}.` : `Send to the agent ${agent}: ${message}`,
  moveFile: (from: string, to: string, isCopy: boolean) => `${isCopy ? 'Copy' : 'Move'} ${from} to ${to}.`,
  patch: (paths: string) => `Apply a patch to ${paths}.`,
  archive: (action: 'create' | 'extract' | 'list', path: string) => `${archiveActs[action]} the archive ${path}.`,
  inspect: (what: 'tree' | 'disk' | 'hash' | 'stats', path: string) => `Look at ${path}: ${what}.`,
  query: (path: string, query: string) => `Query ${path}: ${query}`,
  gitLook: (verb: string, path: string) => `Look at the repository ${path} (git ${verb}).`,
  gitCommit: (path: string, subject: string) => `Commit in ${path}: “${subject}”.`,
  gitBranch: (action: 'create' | 'switch' | 'delete', name: string, path: string) =>
    `${branchActs[action]} the branch ${name} in ${path}.`,
  gitClone: (url: string, path: string, secret: string, { host }: Allows) =>
    `Clone ${url} into ${path}${secret === '' ? '' : `, with the secret ${secret}`}.${host === undefined ? '' : ` Approving it also allows ${host} from now on.`}`,
  gitFetch: (url: string, path: string, secret: string, { host }: Allows) =>
    `Fetch ${url} into ${path}${secret === '' ? '' : `, with the secret ${secret}`}.${host === undefined ? '' : ` Approving it also allows ${host} from now on.`}`,
  gitPushLook: (branch: string, path: string) => `Look at what a push of ${branch} of ${path} would bring.`,
  gitPush: (branch: string, url: string, isForced: boolean, secret: string) =>
    `${isForced ? 'Push by force, over what is there:' : 'Push'} ${branch} to ${url}${secret === '' ? '' : `, with the secret ${secret}`}.`,
};

const archiveActs = { create: 'Make', extract: 'Extract', list: 'List' } as const;
const branchActs = { create: 'Make', switch: 'Switch to', delete: 'Delete' } as const;

/** As much of the id of a memory as tells it from others; commands take it, too. */
function shortId(id: string): string {
  return id.replace(/^memory:/, '').slice(0, 8);
}

/** What a call of each tool will do. */
export type IntentTexts = typeof en;

const goalActs: Readonly<Record<string, string>> = {
  add: 'neu:',
  update: 'ändern:',
  complete: 'erreicht:',
  drop: 'aufgeben:',
};

const statusTopics: Readonly<Record<string, string>> = {
  spending: 'Ausgaben',
  waiting: 'was wartet',
  places: 'Orte',
  done: 'was getan wurde',
};

const de: IntentTexts = {
  ask: question => `Fragen: „${question}“`,
  run: (command, inputLength, secrets) =>
    `„${command}“ ausführen${inputLength === 0 ? '' : `, mit ${inputLength} Zeichen als Standardeingabe`}${secrets.length === 0 ? '' : `, mit dem Geheimnis ${secrets.join(', ')}`}.`,
  read: what => `${what} lesen.`,
  write: (path, lines, size) =>
    `${path} schreiben (${lines} ${lines === 1 ? 'Zeile' : 'Zeilen'}, ${size.replace(/bytes?$/, 'Bytes')}).`,
  edit: (path, isAll) => `In ${path} ${isAll ? 'alle gleichen Stellen' : 'eine Stelle'} ändern.`,
  list: (path, glob) => `${path} auflisten${glob === '' ? '' : ` (${glob})`}.`,
  search: (path, text) => `In ${path} nach „${text}“ suchen.`,
  sendFile: path => `${path} an dich schicken.`,
  request: (method, url, secrets, { host }) =>
    `${method} an ${url} senden${secrets.length === 0 ? '' : `, mit dem Geheimnis ${secrets.join(', ')}`}.${host === undefined ? '' : ` Ein Ja erlaubt auch ${host} von jetzt an.`}`,
  open: (url, { host }) =>
    `${url} im Browser öffnen.${host === undefined ? '' : ` Ein Ja erlaubt auch ${host} von jetzt an, zum Lesen und zum Senden.`}`,
  click: element => `Im Browser auf ${element} klicken.`,
  type: (element, characters) => `Im Browser ${characters} Zeichen in ${element} tippen.`,
  script: 'Ein Skript in der Seite des Browsers ausführen.',
  browser: (action, element) => `Browser: ${action}${element === '' ? '' : ` ${element}`}.`,
  schedule: job => `Planen: ${job}`,
  changeJob: job => `Den Job ändern: ${job}`,
  cancelJob: name => `Den Job ${name} absagen.`,
  listJobs: 'Die Jobs auflisten.',
  listGoals: 'Die Ziele auflisten.',
  goals: (action, id, text) => `Ziele: ${[goalActs[action] ?? action, id, text].filter(Boolean).join(' ')}`,
  remember: content => `Merken: „${content}“.`,
  correct: content => `Eine Erinnerung berichtigen: „${content}“.`,
  listMemories: 'Die Erinnerungen auflisten.',
  searchMemory: query => `In den Erinnerungen nach „${query}“ suchen.`,
  readMemory: id => `Die Erinnerung ${shortId(id)} lesen.`,
  readResult: id => `Das frühere Ergebnis ${id} noch einmal lesen.`,
  watch: (what, turns) => `${what} beobachten: in dieser und jeder der nächsten ${turns} Runden lesen.`,
  unwatch: id => `Nummer ${id} nicht mehr beobachten.`,
  listTasks: tasks => `${tasks} ${tasks === 1 ? 'Aufgabe' : 'Aufgaben'} dieser Runde aufschreiben.`,
  inspectContext: 'Nachsehen, was das Modell sieht.',
  forget: id => `Die Erinnerung ${shortId(id)} vergessen.`,
  forgetWords: 'Alle Erinnerungen und Nachrichten vergessen, in denen bestimmte Worte stehen.',
  undoTurn: turn =>
    `${turn === undefined ? 'Die letzte Änderung dieses Gesprächs' : `Runde ${turn}`} im Arbeitsordner rückgängig machen.`,
  agentStatus: about => `Über Straylight nachsehen: ${statusTopics[about] ?? about}.`,
  makeTool: (name, description) => `Das Werkzeug ${name} schreiben: ${description}`,
  deleteTool: name => `Das Werkzeug ${name} löschen; seine Geschichte bleibt erhalten.`,
  showTool: name => `Das Werkzeug ${name} ansehen.`,
  revertTool: (name, version) =>
    `Das Werkzeug ${name} auf ${version === '' ? 'seine letzte gute Fassung' : `die Fassung ${version}`} zurücksetzen.`,
  useTool: (name, description) => `Das Werkzeug ${name} benutzen: ${description}`,
  startProcess: command => `„${command}“ starten, das weiterläuft.`,
  writeToProcess: (id, text) => `„${text}“ an Prozess ${id} schreiben.`,
  stopProcess: id => `Prozess ${id} anhalten.`,
  lookAtProcess: id => (id === '' ? 'Die Prozesse auflisten.' : `Ansehen, was Prozess ${id} schrieb.`),
  searchWeb: query => `Im Netz nach „${query}“ suchen.`,
  loadSkill: (name, file) => `${file === '' ? 'Den Skill' : `${file} des Skills`} ${name} laden.`,
  runSkillScript: (skill, script) => `„${script}“ des Skills ${skill} ausführen.`,
  createSkill: (name, description) => `Den Skill ${name} schreiben: ${description}`,
  requestSecret: (name, why) => `Dich um das Geheimnis ${name} bitten: ${why}`,
  trustTool: name =>
    `Das Werkzeug ${name} benutzen, dessen Code neu ist oder anders als mit create_tool geändert wurde, und ihm so vertrauen, wie es jetzt ist.`,
  useServerTool: (tool, server) => `Das Werkzeug ${tool} des MCP-Servers ${server} benutzen.`,
  acceptServerTool: (tool, server) =>
    `Das Werkzeug ${tool} des MCP-Servers ${server} benutzen, das neu ist oder anderes von sich sagt als zuvor, und es so annehmen, wie es jetzt ist.`,
  findTools: query => `Werkzeuge suchen: „${query}“`,
  runPlan: (title, steps) => `Den Plan „${title}“ ausführen (${steps} ${steps === 1 ? 'Schritt' : 'Schritte'}).`,
  code: (worker, folder, task) => `${worker} an einer Kopie von „${folder}“ arbeiten lassen: ${task}`,
  delegate: (agent, task) => `Dem Agenten ${agent} Arbeit geben: ${task}`,
  askAgent: (agent, message) =>
    message === '' ? `Nach der Arbeit des Agenten ${agent} sehen.` : `Dem Agenten ${agent} senden: ${message}`,
  moveFile: (from, to, isCopy) => `${from} nach ${to} ${isCopy ? 'kopieren' : 'verschieben'}.`,
  patch: paths => `Einen Patch anwenden auf ${paths}.`,
  archive: (action, path) =>
    `Das Archiv ${path} ${action === 'create' ? 'anlegen' : action === 'extract' ? 'auspacken' : 'auflisten'}.`,
  inspect: (what, path) => `${path} ansehen: ${{ tree: 'Baum', disk: 'Platz', hash: 'Hash', stats: 'Zahlen' }[what]}.`,
  query: (path, query) => `${path} abfragen: ${query}`,
  gitLook: (verb, path) => `Das Repository ${path} ansehen (git ${verb}).`,
  gitCommit: (path, subject) => `In ${path} committen: „${subject}“.`,
  gitBranch: (action, name, path) => {
    if (action === 'switch') return `In ${path} auf den Zweig ${name} wechseln.`;
    return `In ${path} den Zweig ${name} ${action === 'create' ? 'anlegen' : 'löschen'}.`;
  },
  gitClone: (url, path, secret, { host }) =>
    `${url} nach ${path} klonen${secret === '' ? '' : `, mit dem Geheimnis ${secret}`}.${host === undefined ? '' : ` Ein Ja erlaubt auch ${host} von jetzt an.`}`,
  gitFetch: (url, path, secret, { host }) =>
    `${url} nach ${path} holen${secret === '' ? '' : `, mit dem Geheimnis ${secret}`}.${host === undefined ? '' : ` Ein Ja erlaubt auch ${host} von jetzt an.`}`,
  gitPushLook: (branch, path) => `Ansehen, was ein Push von ${branch} aus ${path} brächte.`,
  gitPush: (branch, url, isForced, secret) =>
    `${branch} ${isForced ? 'mit Gewalt über das, was dort ist,' : ''} nach ${url} schieben (git push)${secret === '' ? '' : `, mit dem Geheimnis ${secret}`}.`.replaceAll(
      '  ',
      ' ',
    ),
};

const byLanguage: Readonly<Record<Language, IntentTexts>> = catalog('domain/tools/intent-texts', { en, de });

/** In the language in which the agent speaks to its owner. */
export function intentTexts(language: Language = 'en'): IntentTexts {
  return byLanguage[language];
}

const attempts: Readonly<Record<Language, Readonly<Record<string, string>>>> = catalog(
  'domain/tools/intent-texts#attempts',
  {
    en: {
      agent_status: 'Look up facts about Straylight.',
      ask_agent: 'Ask an agent of somebody else.',
      ask_owner: 'Ask you.',
      browser: 'Use the browser.',
      cancel_job: 'Cancel a job.',
      create_skill: 'Write a skill.',
      create_tool: 'Write a tool.',
      code: 'Give work to a coding worker.',
      delegate: 'Give work to an agent.',
      runPlan: 'Carry out a plan.',
      delete_tool: 'Delete a tool.',
      edit_file: 'Change a file.',
      execute_command: 'Run a command.',
      forget_words: 'Forget what holds certain words.',
      goals: 'See to the goals.',
      list_files: 'List files.',
      list_jobs: 'List the jobs.',
      load_skill: 'Load a skill.',
      request_secret: 'Ask you for a secret.',
      memory_forget: 'Forget a memory.',
      memory_read: 'Read a memory.',
      memory_save: 'Remember something.',
      memory_search: 'Search the memory.',
      memory_update: 'Correct a memory.',
      process: 'See to a process.',
      process_log: 'Look at a process.',
      read_file: 'Read a file.',
      revert_tool: 'Take a tool back to an earlier version.',
      run_skill_script: 'Run a script of a skill.',
      schedule_job: 'Schedule a job.',
      search_files: 'Search files.',
      send_file: 'Send you a file.',
      show_tool: 'Look at a tool.',
      undo_turn: 'Undo a turn.',
      update_job: 'Change a job.',
      web_fetch: 'Read a page of the web.',
      web_request: 'Send a request.',
      web_search: 'Search the web.',
      write_file: 'Write a file.',
    },
    de: {
      agent_status: 'Über Straylight nachsehen.',
      ask_agent: 'Einen Agenten eines anderen fragen.',
      ask_owner: 'Dich fragen.',
      browser: 'Den Browser benutzen.',
      cancel_job: 'Einen Job absagen.',
      create_skill: 'Einen Skill schreiben.',
      create_tool: 'Ein Werkzeug schreiben.',
      code: 'Einem Programmierer Arbeit geben.',
      delegate: 'Einem Agenten Arbeit geben.',
      runPlan: 'Einen Plan ausführen.',
      delete_tool: 'Ein Werkzeug löschen.',
      edit_file: 'Eine Datei ändern.',
      execute_command: 'Einen Befehl ausführen.',
      forget_words: 'Vergessen, wo bestimmte Worte stehen.',
      goals: 'Nach den Zielen sehen.',
      list_files: 'Dateien auflisten.',
      list_jobs: 'Die Jobs auflisten.',
      load_skill: 'Einen Skill laden.',
      request_secret: 'Dich um ein Geheimnis bitten.',
      memory_forget: 'Eine Erinnerung vergessen.',
      memory_read: 'Eine Erinnerung lesen.',
      memory_save: 'Etwas merken.',
      memory_search: 'Das Gedächtnis durchsuchen.',
      memory_update: 'Eine Erinnerung berichtigen.',
      process: 'Nach einem Prozess sehen.',
      process_log: 'Einen Prozess ansehen.',
      read_file: 'Eine Datei lesen.',
      revert_tool: 'Ein Werkzeug auf eine frühere Fassung zurücksetzen.',
      run_skill_script: 'Ein Skript eines Skills ausführen.',
      schedule_job: 'Einen Job planen.',
      search_files: 'Dateien durchsuchen.',
      send_file: 'Dir eine Datei senden.',
      show_tool: 'Ein Werkzeug ansehen.',
      undo_turn: 'Eine Runde rückgängig machen.',
      update_job: 'Einen Job ändern.',
      web_fetch: 'Eine Seite im Netz lesen.',
      web_request: 'Eine Anfrage senden.',
      web_search: 'Im Netz suchen.',
      write_file: 'Eine Datei schreiben.',
    },
  },
);

/**
 * What a call was to do whose arguments could not be used, since nothing is known of it but its tool; undefined: that is
 * none of the built-in ones.
 */
export function attemptText(tool: string | undefined, language: Language): string | undefined {
  const known = attempts[language];
  return tool !== undefined && Object.hasOwn(known, tool) ? known[tool] : undefined;
}
