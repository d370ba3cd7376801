/** What each setting of a gate, an MCP server and an agent means; config.toml shows an example of each and no more. */
export const gateMeanings: Readonly<Record<string, string>> = {
  name: 'what messages and the log call it',
  on: 'when it is asked: a message of yours, a reply, a tool call, or a host or file that a call names',
  when: '`tool`, `host` and `path`: only calls that fit all of them (for `tool` and `access`)',
  kind: '`predicate`: a rule; `script`: a program of yours; `model`: a question to a model',
  on_block:
    'what follows from a block: the asker gets the reason (`respond`); you get it too (`report`); you are asked about the call (`escalate`); the model answers again (`rephrase`); once more as it was (`retry`)',
  field: 'predicate: what is compared',
  regex: 'predicate: blocks if the field matches',
  ignore_case: 'predicate: whether `regex` ignores upper and lower case',
  range: 'predicate: blocks if the number is within these two',
  equals: 'predicate: blocks if the field is one of these values',
  file: 'predicate: blocks if the field is a line of this file',
  negate: 'predicate: blocks if the condition does not hold',
  verdict: 'predicate: block the call, or ask you',
  program: 'script: the program; it reads `GATE_…` variables and answers with one JSON object',
  question: 'model: what must not be, in a sentence',
  model: 'model: which model answers; without it the default',
  promote: 'model: its answer counts; without it, it is only written down',
  timeout_ms: 'how long a script or model may take; after that it has failed, and blocks',
};

export const serverMeanings: Readonly<Record<string, string>> = {
  command: 'a program of this machine, which runs in the sandbox; `node` is the Node that Straylight runs on',
  args: 'its arguments, as it sees paths in the sandbox',
  env: 'its variables; the value of a secret by its name, `{{secret:NAME}}`',
  workspace: 'how it sees the workspace',
  folders: 'more folders that it sees, under the same path',
  network: 'hosts that it may reach over TLS on port 443',
  url: 'instead of a command: the address of a server',
  headers: 'headers of each request to it; the value of a secret by its name',
  client_id: 'the name of this program at its authorization server, where it does not register by itself',
  client_secret: 'the secret that belongs to that name, as `{{secret:NAME}}`',
  scope: 'the rights that a login asks for; without it, those that the server names',
  login_port: 'the port of this machine that a login comes back to; without it any free one',
  transport: '`sse`: an address of before 2025',
  timeout_ms: 'how long a call may take',
  forbid: 'tools that are neither offered nor run',
};

export const agentMeanings: Readonly<Record<string, string>> = {
  purpose: 'what it is for; the model chooses by it',
  tools: 'what it may use, by name; `"*"`: all that the conversation may use which gives the work',
  prompt: 'more instructions',
  model: 'a model of its own',
  role: 'instead of a model: the one of this role of `[models.roles]`',
  minutes: 'its time for one piece of work',
  budget_tokens: 'what its model calls may use for one piece of work; without it the limits of a conversation hold',
  folders: 'the only folders of the workspace that it may use; then it runs no commands',
  network: 'the only hosts that it may reach; `false`: none',
  secrets: 'the only secrets that its requests may take along, by name',
  mcp_servers: 'the only MCP servers that it may use',
  skills: 'the only skills that it may use',
  memory: 'the only partitions of memories that it reads and keeps memories in, such as `["garden"]`; without it, none',
  takes:
    'phrases: a message of yours with one of them is given to it, as with `@NAME`; so is one that names a skill which it alone may use; without it, none',
  beyond:
    'a call beyond its own tools and limits: `refuse` it, or `ask`: it is put before you, and a yes holds for that call, or for that piece of work',
  reassign:
    'the agent that takes over a piece of work which this one did not finish, once: it failed, or its time was up after its continuations',
  continuations:
    'how often it goes on where its time or its steps are used up, with what it came to so far; 0: not at all',
};

export const workerMeanings: Readonly<Record<string, string>> = {
  kind: 'the protocol it speaks: the Agent Client Protocol',
  command: 'the program, run in the sandbox',
  args: 'its arguments',
  env: 'its variables; the value of a secret by its name',
  folders: 'more folders of this machine that it sees, under the same path',
  network: 'hosts that it may reach over TLS on port 443',
  minutes: 'how long its program may run for one piece of work',
  budget_usd: 'it ends where it says itself that it has cost more',
};
