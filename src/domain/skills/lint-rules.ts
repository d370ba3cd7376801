/** What the linter of skills looks for. Every gap in a pattern is bounded, so that none takes long. */
import type { FindingRule } from './finding.ts';

export interface Rule {
  readonly rule: FindingRule;
  readonly severity: 'grave' | 'note';
  /** With the flag `g`. */
  readonly pattern: RegExp;
  /** It is none after all, by what stands before it in its clause, by itself, and by what follows. */
  readonly guard?: (before: string, match: string, after: string) => boolean;
  /** It is none where it holds this. */
  readonly unless?: RegExp;
  /** Only in a file that holds this too. */
  readonly beside?: RegExp;
}

/** It is forbidden, not asked for. */
const negated = (before: string): boolean =>
  /\b(?:never|not|don't|doesn't|won't|cannot|can't|must not|avoid|refuse|refuses|forbidden|prevents?|nie|nicht|niemals|kein\w*)\b[^.!?;:]*$/i.test(
    before,
  );

/** The same, directly before. */
const refused = (before: string): boolean =>
  /\b(?:never|not|don't|doesn't|refuse to|avoid|cannot|nie|nicht|niemals)(?:\s+\S+){0,2}\s*$/i.test(before);

/** Quoted as something to watch for. */
const quoted = (before: string, _match: string, after: string): boolean =>
  /["“„'‘«][^"”“'’»]{0,80}$/.test(before) &&
  /\b(?:detect|flag|report|warn|reject|refuse|block|injection|attack|suspicious|phishing|erkenn|warn|melde)/i.test(
    before + after,
  );

const harmlessOverride = (before: string, match: string, after: string): boolean =>
  refused(before) || quoted(before, match, after);

/** It depends on a yes that is still to come. */
const conditional = (before: string): boolean =>
  /\b(?:once|after|until|when|if|unless|only|wait|before|whether|where|sobald|wenn|bis)\b[^.!?;:]*$/i.test(before) ||
  negated(before);

const words = 'instructions?|directives?|prompts?|guardrails?|safeguards?|restrictions?';
const secretWords =
  "api[ -]?keys?|(?:access |auth |bearer |session )?tokens?|passwords?|credentials?|secrets?|private keys?|ssh keys?|environment variables?|env(?:ironment)? vars?|\\.env(?: file)?|cookies?|(?:chat|conversation|message) (?:history|logs?|content)|(?:saved |stored )?memories|system prompt|seed phrases?|recovery phrases?|(?:user|owner)'s (?:files|documents|data|name|address|contacts|messages)|contents? of (?:the )?(?:home|workspace|inbox)|passwörter|zugangsdaten|geheimnisse|schlüssel";
const credentialPath =
  '(?:\\.ssh\\/(?!config\\b|known_hosts\\b)[\\w.*-]+|\\.ssh["\'\\s)]|id_(?:rsa|ed25519|ecdsa)\\b(?!\\.pub)|\\.aws\\/|\\.gnupg|\\.netrc|\\.kube\\/config|\\.docker\\/config\\.json|\\.pypirc|\\.git-credentials|\\.config\\/(?:gcloud|gh)\\b|\\.straylight\\b|\\/etc\\/shadow|secrets\\.age|Login Data|cookies\\.sqlite|key4\\.db|wallet\\.dat|Keychains?\\b|\\.bash_history|\\.zsh_history)';
const sending =
  '\\b(?:curl|wget|nc|ncat|scp|rsync|sendmail)\\b|requests\\.(?:post|put|get|request)|httpx\\.|urlopen|fetch\\s*\\(|axios|http\\.client|https?\\.request|socket\\.|smtplib|XMLHttpRequest|nslookup|\\bdig\\b';

/** What is said to the agent: looked for in the words of every file, its line breaks and marks apart. */
export const agentRules: readonly Rule[] = [
  {
    rule: 'override',
    severity: 'grave',
    pattern: new RegExp(
      `\\b(?:ignore|disregard|forget|override|bypass|set aside|drop)\\b(?:[^.!?]|\\.(?=\\S)){0,40}\\b(?:previous|prior|earlier|above|preceding|existing|all|any|your|system|safety|other|former|original)\\b(?:[^.!?]|\\.(?=\\S)){0,30}\\b(?:${words})\\b`,
      'gi',
    ),
    guard: harmlessOverride,
  },
  {
    rule: 'override',
    severity: 'grave',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass|set aside)\b(?:[^.!?]|\.(?=\S)){0,30}\b(?:your|system|previous|prior|safety|the owner's|the user's|owner's|user's)\b(?:[^.!?]|\.(?=\S)){0,20}\b(?:rules?|guidelines?|orders?|polic(?:y|ies)|limits?|constraints?|wishes|preferences)\b/gi,
    guard: harmlessOverride,
  },
  {
    rule: 'override',
    severity: 'grave',
    pattern:
      /\b(?:ignoriere?|vergiss|missachte|übergehe?)\b(?:[^.!?]|\.(?=\S)){0,40}\b(?:vorherig|bisherig|früher|all|dein|obig)\w{0,3}\b(?:[^.!?]|\.(?=\S)){0,30}\b(?:anweisung(?:en)?|regeln?|vorgaben?|befehle?)\b/gi,
    guard: harmlessOverride,
  },
  {
    rule: 'override',
    severity: 'grave',
    pattern:
      /\byou are (?:now (?:in |a |an |the )?(?:dan\b|developer mode|unrestricted|jailbroken|root\b|admin|free of|operating|without)|no longer (?:bound|restricted|limited|required|an?\b))|\b(?:enter|enable|activate|switch to|now in) (?:developer|god|jailbreak|unrestricted|dan|maintenance) mode\b/gi,
    guard: harmlessOverride,
  },
  {
    rule: 'override',
    severity: 'grave',
    pattern:
      /\b(?:new|updated|real|actual|true|official) (?:system )?(?:instructions?|prompt|orders?|directives?) (?:from|by|of) (?:the |your )?(?:owner|user|developers?|admin\w*|anthropic|openai|system|vendor)\b|\b(?:system|developer|admin\w*) (?:override|message|directive)\s?:|\bthis (?:skill|document|file|section) (?:has|takes|carries) (?:priority|precedence|authority) over\b|\bspeaks? (?:for|on behalf of) (?:the |your )?(?:owner|user)\b/gi,
    guard: harmlessOverride,
  },
  {
    rule: 'approval',
    severity: 'grave',
    pattern:
      /\b(?:the|your) (?:owner|user|operator|human)(?: has|'s)? (?:already |previously |explicitly |fully )*(?:pre-?)?(?:approved|authori[sz]ed|agreed|consented|granted|allowed|confirmed|given (?:permission|consent|approval|you))\b/gi,
    guard: conditional,
  },
  {
    rule: 'secrecy',
    severity: 'grave',
    pattern:
      /\b(?:do not|don't|never|must not|nicht|niemals)\b(?:[^.!?]|\.(?=\S)){0,20}\b(?:tell|inform|notify|alert|mention|reveal|disclose|talk about|report|say|show|erwähne?|verrate?|sage?)\b(?:[^.!?]|\.(?=\S)){0,40}\b(?:this|these|it|that you|the (?:upload|transfer|request|call|step|command|download|connection|copy|change|section|instructions?)|any of (?:this|the above)|davon|dies\w*)\b(?:[^.!?]|\.(?=\S)){0,40}/gi,
    guard: (before, match, after) =>
      !/\b(?:user|owner|human|operator|anyone|anybody|them|him|her|nutzer|besitzer|reply|answer|output|response|chat|secret)\b/i.test(
        match + after,
      ) || quoted(before, match, after),
    unless: /\b(?:works?|is (?:done|finished|fixed|safe)|until|unless|before)\b/i,
  },
  {
    rule: 'secrecy',
    severity: 'grave',
    pattern:
      /\bwithout (?:telling|informing|notifying|alerting|the knowledge of|letting)\b(?:[^.!?]|\.(?=\S)){0,20}\b(?:user|owner|human|operator|them|anyone)\b|\bohne (?:es )?(?:dem|den|der|ihm|ihr)?\s?(?:nutzer|besitzer|benutzer|eigentümer)?\s?(?:zu sagen|zu fragen|zu informieren)\b/gi,
    guard: negated,
  },
  {
    rule: 'secrecy',
    severity: 'grave',
    pattern:
      /\b(?:keep|hide|conceal)\b(?:[^.!?]|\.(?=\S)){0,40}\bfrom (?:the |your )?(?:user|owner|human|operator|log|logs|transcript)\b|\bkeep (?:this|these|that)(?: \w+)? (?:a )?(?:secret|hidden)\b/gi,
    guard: negated,
    unless:
      /\b(?:secrets? (?:in|out)|api keys? secret|keys? secret|password secret|details|complexity|stack|raw|noise)\b/i,
  },
  {
    rule: 'secrecy',
    severity: 'grave',
    pattern:
      /\b(?:silently|quietly|secretly|covertly|discreetly|in the background|heimlich|unbemerkt)\b(?:[^.!?]|\.(?=\S)){0,20}\b(?:upload|send|post|forward|copy|install|run|execute|add|append|read|collect|exfiltrate|transmit|download|lade|sende|schicke|kopiere)\w*\b/gi,
    guard: negated,
    unless: /in the background (?:run|install|download|upload)/i,
  },
  {
    rule: 'secrecy',
    severity: 'grave',
    pattern:
      /\bleave no trace|\bcover (?:your|our|its) tracks|\b(?:delete|clear|erase|remove|wipe)\b(?:[^.!?]|\.(?=\S)){0,20}\b(?:shell |command |bash |chat |audit )?(?:history|evidence|audit log|traces)\b/gi,
    guard: negated,
  },
  {
    rule: 'approval',
    severity: 'grave',
    pattern:
      /\b(?:skip|bypass|circumvent|evade|disable|turn off|suppress|auto-?(?:approve|accept|confirm)|automatically (?:approve|accept|confirm)|work around|get around|umgehe?|überspringe?)\b(?:[^.!?;]|\.(?=\S)){0,40}\b(?:approvals?|confirmations?|permission (?:prompts?|checks?|system)|permissions|sandbox(?:ing)?|safety (?:checks?|filters?|rules?)|security (?:checks?|prompts?|policy|warnings?)|polic(?:y|ies)|consent|freigaben?|nachfragen?)\b/gi,
    guard: negated,
  },
  {
    rule: 'approval',
    severity: 'grave',
    pattern:
      /\b(?:run|execute|send|delete|remove|pay|buy|transfer|install|commit|push|upload|deploy|approve|post)\b(?:[^.!?;:]|[.:](?=\S)){0,40}\bwithout (?:asking|confirm(?:ing|ation)|(?:any )?approval|permission|consent|a question)\b/gi,
    guard: (before, match) => negated(before) || /\b(?:never|not|don't|no)\b/i.test(match),
  },
  {
    rule: 'approval',
    severity: 'grave',
    pattern:
      /--dangerously[\w-]*|--yolo\b|\bstraylight\s+(?:approvals?\s+approve|skills?\s+enable|config\s+edit|secret\s+set)|\/approve\b/gi,
    guard: negated,
  },
  {
    rule: 'download',
    severity: 'grave',
    pattern:
      /\b(?:download|fetch|get|retrieve|grab|pull|lade)\b.{0,100}https?:\/\/\S{1,200}.{0,80}\b(?:run|execute|launch|source|start|führe?)\b \b(?:it|them|that|this|es|the (?:script|file|binary|installer|program|result|output|contents?|code))\b/gi,
    guard: negated,
  },
  {
    rule: 'remote',
    severity: 'grave',
    pattern:
      /\b(?:follow|obey|execute|apply|carry out|adopt|run|befolge?)\b.{0,40}\b(?:instructions?|commands?|directions|directives|rules|prompt|steps|anweisungen)\b.{0,30}(?:\bat|\bfrom|\bon|\bin|\bunder|\bthere|\bauf|\bunter|\bvon)\b.{0,12}https?:\/\//gi,
    guard: negated,
  },
  {
    rule: 'remote',
    severity: 'grave',
    pattern:
      /\b(?:fetch|load|read|open|visit|get|check|download|query)\b.{0,60}https?:\/\/\S{1,200}.{0,80}\b(?:follow (?:its|the|any|all|them|whatever)|obey|do (?:what|whatever|as|exactly)|carry (?:it|them) out|comply|treat (?:it|the (?:text|answer|response|content)) as (?:your )?instructions|as (?:new )?instructions)\b/gi,
    guard: negated,
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern: new RegExp(
      `\\b(?:send|post|upload|forward|e-?mail|transmit|exfiltrate|submit|share|include|append|attach|put|encode|leak|copy|paste|sende?|schicke?|lade)\\b.{0,60}\\b(?:${secretWords})(?!\\w).{0,80}(?:\\b(?:to|into|in|via|at|as|an|auf|nach)\\b).{0,30}(?:https?:\\/\\/|[\\w.+-]+@[\\w-]+\\.\\w+|\\bwebhook|\\bpastebin|\\b(?:the|this|that|our|a|my) (?:\\w+ )?(?:url|server|endpoint|address|query|image|domain|channel|gist|issue|form)\\b)`,
      'gi',
    ),
    // a request of an API with its own key is no leak
    guard: (before, match) => negated(before) || /^(?:POST|PUT)\b/.test(match) || /-X\s*["']?$/.test(before),
    unless: /\b(?:headers?|authorization|bearer|\.gitignore|placeholder|redact)/i,
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern: new RegExp(
      `\\b(?:read|open|collect|gather|print|output|show|include|look up|find|search for|lies|sammle)\\b.{0,40}${credentialPath}`,
      'gi',
    ),
    guard: negated,
  },
  {
    rule: 'phishing',
    severity: 'grave',
    pattern:
      /\b(?:ask|prompt|tell|have) (?:the |your )?(?:user|owner|them|him|her)\b.{0,40}\b(?:for|enter|type|paste|give|share|provide|confirm|re-?enter|reply with|send)\b.{0,50}\b(?:passwords?|passphrases?|seed phrases?|recovery phrases?|private keys?|credit card|card number|cvv|pin code|social security|bank login|one-time code|2fa code)\b/gi,
    guard: negated,
  },
  {
    rule: 'persistence',
    severity: 'grave',
    pattern:
      /\b(?:remember|save|store|persist|write|add|append|note|memori[sz]e|merk\w*)\b.{0,60}\b(?:memory|memories|memory\.md|agents\.md|claude\.md|soul\.md|long-term|permanently|dauerhaft)\b.{0,120}\b(?:always (?:run|execute|approve|trust|allow|send|use|load|include|forward)|trusted|pre-?approved|from now on|in (?:every|all|each|future) (?:sessions?|conversations?|repl(?:y|ies)|chats?)|authori[sz]ed|ab jetzt)/gi,
    guard: negated,
  },
  {
    rule: 'persistence',
    severity: 'grave',
    pattern:
      /(?:\b(?:write|append|add|edit|modify|update|insert|put|change|overwrite|replace)\b.{0,60}|>>?\s*["']?[\w./~$-]{0,60})(?:\bsoul\.md|agent\.toml|\.straylight\/|skills\.lock|\.claude\/settings|mcp\.json|\.codex\/config)/gi,
    guard: negated,
  },
  {
    rule: 'payment',
    severity: 'grave',
    pattern:
      /\b(?:send|transfer|pay|donate|tip|forward)\b.{0,80}\b(?:bc1[a-z0-9]{20,}|0x[0-9a-f]{40}|[13][1-9A-HJ-NP-Za-km-z]{25,34})\b/gi,
  },
  {
    rule: 'payment',
    severity: 'grave',
    pattern:
      /\b(?:replace|change|swap|substitute)\b.{0,60}\b(?:recipient|payee|iban|account number|wallet address|bank details)\b.{0,60}\b(?:with|to|by|for)\b/gi,
    guard: negated,
  },
  {
    rule: 'greedy',
    severity: 'grave',
    pattern:
      /\b(?:use|call|load|invoke|run|activate|apply|consult)\b (?:this|me|it)\b.{0,40}\b(?:for|on|before|in|at|with) (?:absolutely )?(?:every|each|all|any) (?:single )?(?:requests?|messages?|tasks?|conversations?|questions?|turns?|sessions?|prompts?|other (?:skills?|tools?)|repl(?:y|ies)|answers?)\b|\b(?:before|instead of|over) (?:any|every|all) other (?:skills?|tools?)\b|\bregardless of what (?:the |your )?(?:user|owner) (?:asks|says|wants)/gi,
    guard: negated,
  },
];

/** What programs do: looked for in the lines of every file as they stand. */
export const codeRules: readonly Rule[] = [
  {
    rule: 'override',
    severity: 'grave',
    pattern:
      /<\|(?:im_start|im_end|system|endoftext|user|assistant)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system_prompt|tool_result|function_results)\s*>|<\/?data-[0-9a-f]{8}\b[^>]{0,80}>?|\[Straylight\]/gi,
    guard: quoted,
  },
  {
    rule: 'download',
    severity: 'grave',
    pattern:
      /\b(?:curl|wget|iwr|invoke-webrequest)\b[^|\n]{0,300}\|\s*(?:sudo\s+(?:-\w+\s+)?)?(?:\/(?:usr\/)?bin\/)?(?:env\s+)?(?:(?:ba|z|da|k|fi)?sh\b|(?:python3?|node|perl|ruby|php)\b(?:\s+-)?\s*(?=$|[;&|"'`)\n]))/gim,
  },
  {
    rule: 'download',
    severity: 'grave',
    pattern:
      /\b(?:ba|z|da)?sh\s+(?:-\w+\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)|\beval\s+["'`]?\$?\(?`?\s*(?:curl|wget)|(?:\bsource|(?:^|\s)\.)\s+<\(\s*(?:curl|wget)|\b(?:iex|invoke-expression)\b|\bdeno\s+run\s+[^\n]{0,60}https?:|\bnpx\s+[^\n]{0,40}https?:/gim,
  },
  {
    rule: 'download',
    severity: 'grave',
    pattern:
      /\b(?:exec|eval|compile|run_source)\s*\([^)\n]{0,160}(?:urlopen|requests\.get|httpx\.get|\.read\(\)|\.text\b|\.content\b)|\b(?:eval|new Function|vm\.runIn\w+)\s*\([^)\n]{0,80}(?:await|fetch|body|text\(\)|data|res)|\bimport\s*\(\s*["'`]https?:|\brequire\s*\(\s*["'`]https?:/gi,
    unless: /open\(/i,
  },
  {
    rule: 'download',
    severity: 'grave',
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}?(?:-o|-O|--output(?:-document)?|>)[ =]*["']?([\w./~$-]{2,80})["']?[\s\S]{0,300}?(?:chmod\s+(?:\+x|a\+x|u\+x|[0-7]*7[0-7]*)\s+["']?\1|\b(?:ba|z)?sh\s+["']?\1|\bpython3?\s+["']?\1|\bnode\s+["']?\1|(?:^|[;&\s])\.\/\1)/gim,
  },
  {
    rule: 'download',
    severity: 'grave',
    pattern:
      /\b(?:urlretrieve|urlopen|requests\.get|httpx\.get)\s*\([\s\S]{0,400}?(?:os\.chmod|subprocess\.\w+\(\s*\[?\s*["'](?:\.\/|\/tmp|(?:ba)?sh|python)|os\.(?:system|exec\w+|popen)\s*\()/gi,
  },
  {
    rule: 'download',
    severity: 'grave',
    pattern:
      /\bpip3?\s+install\b[^\n]{0,100}(?:git\+|https?:\/\/|--(?:extra-)?index-url)|\bnpm\s+(?:i|install)\b[^\n]{0,80}(?:https?:\/\/|git\+)|\bgo\s+run\s+[^\n]{0,40}@|\bcurl\b[^\n]{0,200}\|\s*tar\b[^\n]{0,80}&&\s*\.\//gi,
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern: new RegExp(
      `(?:\\b(?:cat|less|head|tail|cp|mv|tar|zip|base64|xxd|grep|find|strings|scp|rsync)\\b|\\bopen\\s*\\(|\\bread\\w*\\s*\\(|\\bPath\\s*\\(|\\bglob\\s*\\(|expanduser\\s*\\(|homedir\\s*\\(|join\\s*\\(|-T|--data-binary|@)[^\\n]{0,80}${credentialPath}`,
      'g',
    ),
    unless: /\.pub\b/,
    guard: (before, match) => /(?:^|\s)(?:#|\/\/)\s*(?:never|do not|don't)/i.test(before) || negated(match),
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern:
      /\bprintenv\b|\benv\s*\||\benv\s*>|\bexport\s+-p\b|dict\(\s*os\.environ\s*\)|os\.environ(?:\.copy\(\)|\.items\(\)|\s*[),}\]]|\s*$)|JSON\.stringify\(\s*process\.env\s*\)|\.\.\.process\.env\b|body:\s*process\.env\s*[,}]/gim,
    beside: new RegExp(sending, 'i'),
    unless: /env=\s*os\.environ/,
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern:
      /(?:\b(?:cat|cp|tar|zip|base64|grep)\b[^\n]{0,60}|\b(?:open|read_text|readFile\w*|Path)\s*\(?[^\n]{0,40}["'/])\.env\b(?!\.(?:example|sample|template))/g,
    beside:
      /(?:requests\.(?:post|put)|\bcurl\b[^\n]{0,200}(?:-d|--data|-F|-T|-X\s*P)|fetch\s*\([\s\S]{0,200}(?:POST|PUT)|\bnc\b|urlopen\s*\([^\n]{0,80}data|smtplib|socket\.)/i,
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern:
      /\bcurl\b[^\n]{0,200}(?:-d|--data(?:-binary|-raw|-urlencode)?|-F|-T|--upload-file|\?[\w=&]{0,40})[^\n]{0,60}(?:\$\(|`)\s*(?:env\b|printenv|cat\s+(?:~|\/etc|\$HOME|\/home)|history\b|find\b|tar\b|git\s+config|security\s+find|pbpaste|xclip)|\bcurl\b[^\n]{0,200}@(?:~|\/etc|\/home|\$HOME|\.ssh|\.env\b)/g,
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern:
      /\b(?:nslookup|dig|host|ping)\b[^\n]{0,60}(?:\$\(|`(?:whoami|hostname|id|env|cat|base64|uname)\b)|getaddrinfo\s*\([^\n]{0,40}(?:\+|f["'])|gethostbyname\s*\([^\n]{0,40}(?:\+|f["']|format)/g,
    unless: /\$\(hostname\)\s*$/,
  },
  {
    rule: 'secrets',
    severity: 'grave',
    pattern: /!\[[^\]\n]{0,200}\]\(\s*https?:\/\/[^)\n]{0,200}(?:\{|\$|<|%7b|\[(?:data|secret|text|base64|content))/gi,
  },
  {
    rule: 'destructive',
    severity: 'grave',
    pattern:
      /\brm\s+-(?:[a-z]*r[a-z]*f|[a-z]*f[a-z]*r)[a-z]*\s+(?:--no-preserve-root\s+)?["']?(?:\/(?=[\s*"';]|$)|~\/?(?=[\s*"';]|$)|\$\{?HOME\}?\/?(?=[\s*"';]|$)|\/(?:etc|home|usr|var|boot|root)\b)|\bmkfs\b|\bdd\b[^\n]{0,80}of=\/dev\/(?:sd|nvme|disk|hd|vd)|:\(\)\s*\{\s*:\|:&|>\s*\/dev\/(?:sd|nvme)|rmtree\s*\([^\n]{0,40}(?:expanduser|["']\/["']|Path\.home)|\bchmod\s+-R\s+[0-7]*777\s+(?:\/|~|\$HOME)(?:\s|$)|\bshred\b[^\n]{0,40}(?:~|\$HOME|\/home)|find\s+(?:~|\/|\$HOME)\s[^\n]{0,60}-delete/gim,
    guard: before => /(?:#|never|don't|do not)[^\n]*$/i.test(before) && /never|don't|do not/i.test(before),
  },
  {
    rule: 'persistence',
    severity: 'grave',
    pattern:
      /\|\s*crontab\b|\bcrontab\s+(?:-\s|\/)|authorized_keys|\/etc\/(?:cron|sudoers|ld\.so\.preload|rc\.local)|NOPASSWD|LaunchAgents|LaunchDaemons|\.config\/autostart|CurrentVersion\\\\?Run\b/g,
    guard: before => /never|don't|do not/i.test(before),
  },
  {
    rule: 'persistence',
    severity: 'grave',
    pattern:
      /(?:curl|wget|eval|base64|nc\s|\/tmp\/|python3?\s+-c|https?:)[^\n]{0,160}(?:>>|tee\s+-a)\s*["']?(?:~|\$\{?HOME\}?)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)|alias\s+(?:sudo|ssh|git)=[^\n]{0,200}\.(?:bashrc|zshrc|profile)/g,
  },
  {
    rule: 'shell',
    severity: 'grave',
    pattern:
      /\/dev\/tcp\/|\bnc(?:at)?\b[^\n]{0,60}\s-\w*[ec]\w*\s|\bbash\s+-i\b[^\n]{0,30}[>|&]|\bsocat\b[^\n]{0,120}exec|\bsocket\b[\s\S]{0,300}(?:\bdup2\b|pty\.spawn)|\bmkfifo\b[^\n]{0,120}\bnc\b|child_process[\s\S]{0,200}net\.(?:connect|Socket)[\s\S]{0,200}pipe/gi,
  },
  {
    rule: 'obfuscated',
    severity: 'grave',
    pattern:
      /\bbase64\s+(?:-d|--decode|-D)\b[^\n]{0,80}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|node|perl)\b|\b(?:exec|eval|compile|Function|loads|system|Popen|run)\s*\(\s*[^\n]{0,60}(?:b64decode|atob\s*\(|fromCharCode|unhexlify|fromhex|decompress|rot13|["'`]base64["'`]\s*\)|\[::-1\])|marshal\.loads|pickle\.loads\s*\(\s*(?:base64|b64|requests|urlopen)/gi,
  },
  {
    rule: 'obfuscated',
    severity: 'grave',
    pattern:
      /(?:\\x[0-9a-f]{2}){12,}|(?:\\u00[0-9a-f]{2}){12,}|(?:\\[0-7]{3}){8,}|\bpowershell\b[^\n]{0,60}\s-e(?:nc\w*)?\s+[A-Za-z0-9+/=]{20,}|getattr\s*\(\s*__(?:import__|builtins__)|__import__\s*\(\s*["'][^"'\n]{1,40}["']\s*\)\s*\.\s*(?:system|popen|exec|run)|\|\s*(?:rev|tr\s+\S+\s+\S+|xxd\s+-r[^|\n]{0,20}|gunzip[^|\n]{0,20}|openssl[^|\n]{0,60})\s*\|\s*(?:ba|z|da)?sh\b|\b(?:chr\(\d{2,3}\)\s*\+\s*){6,}/gi,
  },
  {
    rule: 'obfuscated',
    severity: 'grave',
    pattern: /(?<![\w+/=,])[A-Za-z0-9+/]{400,}={0,2}/g,
    guard: before =>
      /data:(?:image|font|audio)\/[\w+.-]{1,30};base64,?$/i.test(before.trimEnd()) || /base64,$/.test(before),
  },
  {
    rule: 'privilege',
    severity: 'grave',
    pattern: /\bchmod\s+(?:u\+s|g\+s|[24][0-7]{3})\b|\bsetcap\b|--privileged\b|\/var\/run\/docker\.sock/g,
    guard: negated,
  },
  { rule: 'privilege', severity: 'note', pattern: /(?:^|[;&|]\s*|`)sudo\s/gm },
  { rule: 'network', severity: 'note', pattern: new RegExp(sending, 'g') },
  {
    rule: 'install',
    severity: 'note',
    pattern: /\b(?:pip3?|npm|pnpm|yarn|brew|apt(?:-get)?|cargo|gem|go)\s+(?:install|add|i)\b/g,
  },
];

/** What stands in a text and is not shown where it is read as a page. */
export function unseenProblem(text: string): readonly { readonly at: number; readonly text: string }[] {
  const comments = [
    ...text.matchAll(/<!--([\s\S]{0,4000}?)-->/g),
    ...text.matchAll(/^\[\/\/\]:\s*#\s*[("']([^\n]{0,2000})[)"']\s*$/gm),
    ...text.matchAll(/^\[comment\]:\s*<?>?\s*#?\s*[("']([^\n]{0,2000})[)"']\s*$/gim),
  ].filter(({ 1: said = '' }) => speaksToAgent.test(said));
  const styled = [
    ...text.matchAll(
      /<[a-z]+\b[^>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|color\s*:\s*(?:white|#fff(?:fff)?\b|transparent)|opacity\s*:\s*0(?![.\d])|\bhidden\b(?!["'\w-]))[^>]{0,200}>/gi,
    ),
  ];
  return [...comments, ...styled].slice(0, 5).map(({ 0: found, index }) => ({ at: index, text: found }));
}

const speaksToAgent =
  /\b(?:assistant|agents?|ai|llm|model|chatbot|ignore (?:all|the|any|previous)|secret(?:ly|s)?|curl|wget|https?:\/\/|~\/|execute|run (?:the|this|it)|send|upload|password|token|api key|instructions?|system prompt|(?:tell|ask|inform) (?:the )?(?:user|owner)|you (?:must|should|have to|need to|will))\b/i;
