/** Why an undo leaves a file as it is: ends of sentences that begin with its path. And what is said of a turn. */
import type { Rows } from './rows.ts';

export const undone: Rows = [
  [/^has been changed since$/, 'hat sich seither geändert'],
  [/^has been deleted since$/, 'wurde seither gelöscht'],
  [/^was also changed by somebody else during the turn$/, 'wurde während der Runde auch von jemand anderem geändert'],
  [/^holds files that were made since$/, 'enthält Dateien, die seither entstanden sind'],
  [/^stood in a folder that is gone$/, 'lag in einem Ordner, den es nicht mehr gibt'],
  [/^was replaced in the same moment$/, 'wurde im selben Augenblick ersetzt'],
  [/^could not be changed \((.+)\)$/, 'ließ sich nicht ändern ($1)'],
  [
    /^is a pipe, socket or device, which is not kept$/,
    'ist eine Pipe, ein Socket oder ein Gerät und wird nicht aufbewahrt',
  ],
  [/^was larger than \[undo\] max_file_mb$/, 'war größer als [undo] max_file_mb'],
  [/^was not kept: \[undo\] max_mb was reached$/, 'wurde nicht aufbewahrt: [undo] max_mb war erreicht'],
  [/^was not kept: too little of the disk was free$/, 'wurde nicht aufbewahrt: Auf der Platte war zu wenig frei'],
  [/^could not be read, so it was not kept$/, 'ließ sich nicht lesen und wurde darum nicht aufbewahrt'],
  [/^is a folder that you let in, and it stays$/, 'ist ein Ordner, den du zugelassen hast, und er bleibt'],
  [
    /^lies in a folder that is not let in now as it was then$/,
    'liegt in einem Ordner, der jetzt nicht mehr so zugelassen ist wie damals',
  ],
  [
    /^Calls of turns? (.+) ran at the same time, so some of this may be theirs\.$/,
    'Zur selben Zeit liefen Aufrufe von Runde $1; manches hier stammt vielleicht von ihnen.',
  ],
  [
    /^The program ended while a call of this turn ran: all that changed until the next start is listed here\.$/,
    'Das Programm endete, während ein Aufruf dieser Runde lief: Hier stehen alle Änderungen bis zum nächsten Start.',
  ],
  [
    /^Not kept for undo: (.+) and (\d+) more \((.+)\)\.$/,
    'Lässt sich nicht rückgängig machen: $1 und $2 weitere ({3}).',
  ],
  [/^Not kept for undo: (.+) \((.+)\)\.$/, 'Lässt sich nicht rückgängig machen: $1 ({2}).'],
  [/^larger than \[undo\] max_file_mb$/, 'größer als [undo] max_file_mb'],
  [/^\[undo\] max_mb is reached$/, '[undo] max_mb ist erreicht'],
  [/^too little of the disk is free$/, 'auf der Platte ist zu wenig frei'],
  [/^not readable$/, 'nicht lesbar'],
  [/^it was written while it was read$/, 'es wurde geschrieben, während es gelesen wurde'],
  [
    /^The workspace has more than (\d+) files; those beyond are not kept for undo\.$/,
    'Der Arbeitsordner hat mehr als $1 Dateien; die übrigen lassen sich nicht rückgängig machen.',
  ],
  [
    /^the files have changed since this was shown; look at them as they are now$/,
    'die Dateien haben sich seither geändert; sieh sie dir an, wie sie jetzt sind',
  ],
];
