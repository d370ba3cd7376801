/** Which words say that which tool was used: the table behind claims.ts. */

/** One kind of deed. */
export interface ClaimKind {
  /** Any of these, called with success, makes the claim true. The first is the usual one. */
  readonly tools: readonly string[];
  /** Matched against one clause whose subject is the reply's own I. */
  readonly patterns: readonly RegExp[];
  /** A run that ended with an error was a run all the same. */
  readonly ranIsEnough?: boolean;
  /** Only our own tools can do it, so an unknown tool's success proves nothing. */
  readonly ours?: boolean;
}

/** `I saved`, `I've just saved`, `I have now also successfully saved`. */
const i = String.raw`\bI(?:'ve| have)?(?: (?:just|now|also|then|gone ahead and|went ahead and|successfully|carefully|quickly|finally))*`;

/** Commands can do whatever a program can, so they may stand for most deeds outside of our own tables. */
const shell = 'execute_command';

export const claimKinds: readonly ClaimKind[] = [
  {
    tools: ['memory_save'],
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
    tools: ['memory_save', 'write_file', 'create_file', 'edit_file', 'create_tool', 'schedule', 'web_fetch', shell],
    patterns: [
      says(
        `${i} (?:saved|stored) (?:it|that|this|them|these|those|the (?:fact|info|information|note|details?|date|preference|answer|result|results)|your (?!(?:time|hope|day)\\b)\\S+)(?! (?:some|time)\\b)`,
      ),
      german('(?:gespeichert|abgelegt)', '(?:das|es|dies|dein\\w*|die|den|diese\\w*|alles)'),
    ],
  },
  {
    tools: ['memory_search'],
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
    tools: [shell, 'run_command', 'run_script', 'run_tool'],
    ranIsEnough: true,
    patterns: [
      says(
        `${i} (?:ran|run|executed|launched) (?:(?:the|this|that|your|a|both|following|shell|requested)\\s+){0,3}(?:commands?|scripts?|programs?|⟦code⟧)`,
      ),
      german('(?:ausgeführt|gestartet|laufen lassen)', '(?:Befehle?|Kommandos?|Skripte?|Programme?|⟦code⟧)'),
    ],
  },
  {
    tools: ['create_tool', 'edit_tool', 'write_file', shell],
    patterns: [
      says(
        `${i} (?:created|built|made|written|wrote|added|installed) (?:(?:a|the|this|that|your|you|new|small|little|simple|custom)\\s+){0,4}tools?\\b`,
      ),
      german('(?:erstellt|gebaut|geschrieben|angelegt|installiert)', '(?:Werkzeuge?|Tools?)'),
    ],
  },
  {
    tools: ['send_message', 'send_email', 'send_mail', 'send_file', 'web_request', shell],
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
    tools: ['web_fetch', 'web_request', 'browser', shell],
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
    tools: ['web_search', 'web_fetch', 'browser', shell],
    patterns: [
      says(
        `${i} (?:searched|looked (?:it|that|this) up|googled)(?: (?:on|in|through))? (?:the )?(?:web|internet|online|google)`,
      ),
      german('(?:gesucht|nachgesehen|durchsucht|recherchiert)', '(?:Internet|Netz|Web)'),
    ],
  },
  {
    tools: ['schedule', 'schedule_job', 'create_job', 'set_reminder', shell],
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
    tools: ['write_file', 'create_file', 'edit_file', 'create_tool', shell],
    patterns: [
      says(
        `${i} (?:created|wrote|written|edited|updated|saved|changed) (?:(?:the|a|an|this|that|your|new)\\s+){0,2}(?:file|folder|directory)\\b`,
      ),
      german('(?:erstellt|geschrieben|bearbeitet|angelegt|geändert)', '(?:Datei|Dateien|Ordner)'),
    ],
  },
  {
    tools: ['delete_file', 'remove_file', shell],
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
