/** Which words say that which deed was done: the table behind claims.ts. */

/** What a tool can have done; each tool declares its own (src/domain/tools/declaration.ts). */
export type Deed =
  | 'remember'
  | 'keep'
  | 'searchMemory'
  | 'runCommand'
  | 'makeTool'
  | 'send'
  | 'fetchPage'
  | 'searchWeb'
  | 'schedule'
  | 'writeFile'
  | 'deleteFile';

/** What the records can prove: a deed, or that tests passed. */
export type Provable = Deed | 'passTests';

/** One kind of deed: a tool that declares it, called with success, makes the claim true. */
export interface ClaimKind {
  readonly deed: Deed;
  /** Names under which others usually bring a tool that does it, for tools that declare nothing. */
  readonly usual?: readonly string[];
  /** Matched against one clause whose subject is the reply's own I. */
  readonly patterns: readonly RegExp[];
  /** A run that ended with an error was a run all the same. */
  readonly ranIsEnough?: boolean;
  /** Only our own tools can do it, so an unknown tool's success proves nothing. */
  readonly ours?: boolean;
}

/** `I saved`, `I've just saved`, `I have now also successfully saved`. */
const i = String.raw`\bI(?:'ve| have)?(?: (?:just|now|also|then|gone ahead and|went ahead and|successfully|carefully|quickly|finally))*`;

export const claimKinds: readonly ClaimKind[] = [
  {
    deed: 'remember',
    ours: true,
    patterns: [
      says(
        `${i} (?:saved|stored|recorded|added|put|noted|written|wrote|committed|kept)\\b.{0,80}\\b(?:to|in|into) (?:my |your |the |long-term )*memor(?:y|ies)`,
      ),
      says(`${i} (?:noted|written|wrote|jotted) (?:it|that|this|them) down`),
      says(`${i} noted (?:it|this|that you|your)\\b`),
      says(String.raw`\bI(?:'ve| have) (?:just |now )*remembered (?:it|this|that(?! you| I| he| she| the))`),
      says(`${i} made a (?:mental )?note of\\b`),
      german('(?:gemerkt|notiert|eingeprägt)', '(?:mir|das|es|dies)'),
      german('(?:gespeichert|abgelegt|festgehalten|vermerkt)', '(?:Gedächtnis|Erinnerungen)'),
    ],
  },
  {
    // "Saved" without saying where: whatever keeps something will do.
    deed: 'keep',
    usual: ['memory_save', 'create_file', 'schedule'],
    patterns: [
      says(
        `${i} (?:saved|stored) (?:it|that|this|them|these|those|the (?:fact|info|information|note|details?|date|preference|answer|result|results)|your (?!(?:time|hope|day)\\b)\\S+)(?! (?:some|time)\\b)`,
      ),
      german('(?:gespeichert|abgelegt)', '(?:das|es|dies|dein\\w*|die|den|diese\\w*|alles)'),
    ],
  },
  {
    deed: 'searchMemory',
    ours: true,
    ranIsEnough: true,
    patterns: [
      says(
        `${i} (?:searched|looked|gone|went|queried)(?: through| in)? (?:my|your|the|all)(?: saved| stored| own)* memor(?:y|ies)`,
      ),
      german('(?:durchsucht|nachgesehen|nachgeschaut|gesucht)', '(?:Gedächtnis|Erinnerungen)'),
    ],
  },
  {
    deed: 'runCommand',
    usual: ['run_command', 'run_script', 'run_tool'],
    ranIsEnough: true,
    patterns: [
      says(
        `${i} (?:ran|run|executed|launched) (?:(?:the|this|that|your|a|both|following|shell|requested)\\s+){0,3}(?:commands?|scripts?|programs?|⟦code⟧)`,
      ),
      german('(?:ausgeführt|gestartet|laufen lassen)', '(?:Befehle?|Kommandos?|Skripte?|Programme?|⟦code⟧)'),
    ],
  },
  {
    deed: 'makeTool',
    usual: ['edit_tool'],
    patterns: [
      says(
        `${i} (?:created|built|made|written|wrote|added|installed) (?:(?:a|the|this|that|your|you|new|small|little|simple|custom)\\s+){0,4}tools?\\b`,
      ),
      german('(?:erstellt|gebaut|geschrieben|angelegt|installiert)', '(?:Werkzeuge?|Tools?)'),
    ],
  },
  {
    deed: 'send',
    usual: ['send_message', 'send_email', 'send_mail'],
    patterns: [
      says(
        `${i} (?:sent|forwarded|mailed)\\b(?: (?:you|him|her|them))?(?: (?:the|an?|this|that|your|it|my))?(?: (?!wrong|down)\\S+){0,2}? ?\\b(?:e-?mails?|mail|messages?|files?|letter|attachment|document|reports?|invitations?|inbox)\\b`,
      ),
      says(`${i} e-?mailed [A-Z⟦]\\S*|${i} e-?mailed (?:it|him|her|them|you|your)\\b`),
      german(
        '(?:gesendet|geschickt|verschickt|versendet|abgeschickt)',
        '(?:E-?Mails?|Mails?|Nachrichten?|Dateien|Datei|Dokument|Bericht)',
      ),
    ],
  },
  {
    deed: 'fetchPage',
    patterns: [
      says(
        `${i} (?:fetched|downloaded|visited|opened|retrieved|loaded) (?:(?:the|this|that|your|its|a)\\s+)?(?:web ?)?(?:pages?|sites?|websites?|url|link|homepage|https?:\\S+|⟦code⟧)`,
      ),
      german(
        '(?:abgerufen|geladen|heruntergeladen|besucht|aufgerufen)',
        '(?:Seiten?|Webseiten?|Website|Homepage|URL|https?:\\S+)',
      ),
    ],
  },
  {
    deed: 'searchWeb',
    usual: ['web_search'],
    patterns: [
      says(
        `${i} (?:searched|looked (?:it|that|this) up|googled)(?: (?:on|in|through))? (?:the )?(?:web|internet|online|google)`,
      ),
      german('(?:gesucht|nachgesehen|durchsucht|recherchiert)', '(?:Internet|Netz|Web)'),
    ],
  },
  {
    deed: 'schedule',
    usual: ['schedule', 'schedule_job', 'create_job', 'set_reminder'],
    patterns: [
      says(`${i} scheduled (?:a|an|the|your|this|that|it|daily|weekly)\\b`),
      says(
        `${i} (?:set|set up|created|added|put) (?:up )?(?:a|an|the|your|this) (?:\\S+ )?(?:reminder|alarm|timer|cron job|job)\\b`,
      ),
      german(
        '(?:eingeplant|geplant|eingerichtet|angelegt|gestellt)',
        '(?:Erinnerung|Termin|Aufgabe|Wecker|Job|Zeitplan)',
      ),
    ],
  },
  {
    deed: 'writeFile',
    usual: ['create_file'],
    patterns: [
      says(
        `${i} (?:created|wrote|written|edited|updated|saved|changed) (?:(?:the|a|an|this|that|your|new)\\s+){0,2}(?:file|folder|directory)\\b`,
      ),
      german('(?:erstellt|geschrieben|bearbeitet|angelegt|geändert)', '(?:Datei|Dateien|Ordner)'),
    ],
  },
  {
    deed: 'deleteFile',
    usual: ['delete_file', 'remove_file'],
    patterns: [
      says(
        `${i} (?:deleted|removed|erased) (?:(?:the|a|all|this|that|these|those|your|old)\\s+){0,3}(?:files?|folders?|director(?:y|ies))\\b`,
      ),
      german('(?:gelöscht|entfernt)', '(?:Datei|Dateien|Ordner)'),
    ],
  },
];

function says(pattern: string): RegExp {
  return new RegExp(pattern, 'i');
}

/** `Ich habe … OBJECT … gespeichert` and `OBJECT habe ich … gespeichert`, within one clause. */
function german(participle: string, object: string): RegExp {
  const word = `(?<![\\p{L}])${object}(?![\\p{L}])`;
  return new RegExp(
    `\\bich habe?\\b[^.!?]{0,120}?${word}[^.!?]{0,120}?\\b${participle}|${word}[^.!?]{0,60}?\\bhabe? ich\\b[^.!?]{0,120}?\\b${participle}|\\bhabe? ich\\b[^.!?]{0,120}?${word}[^.!?]{0,120}?\\b${participle}`,
    'iu',
  );
}
