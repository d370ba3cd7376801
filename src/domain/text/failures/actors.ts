/** Why an owner's act on an actor, a conversation or files of a turn comes to nothing. */
import type { Forms } from './forms.ts';

export const actors: Forms = {
  'Straylight died while {1} was under way; it may or may not have happened':
    'Straylight wurde beendet, während das lief; vielleicht ist es geschehen, vielleicht nicht',
  '{1} did not answer within {2} s; it may or may not have happened':
    'nach {2} s war es nicht fertig; vielleicht ist es geschehen, vielleicht nicht',
  '{1} did not answer within {2} s': 'nach {2} s war es nicht fertig',
  'the verb {1} is not possible for the supervisor: nothing would be left to undo it':
    '{1} geht beim Supervisor nicht: Nichts wäre da, das es zurücknähme',
  '{1} cannot be stopped because Straylight needs it. Use "suspend" to pause it until "resume", or "restart" to start it again':
    '{1} lässt sich nicht anhalten, weil Straylight es braucht. „suspend“ hält es bis „resume“ an, „restart“ startet es neu',
  'there is no actor {1}': 'es gibt keinen Akteur „{1}“',
  '{1} has no failed messages to retry': '{1} hat keine gescheiterten Nachrichten, die sich wiederholen ließen',
  '{1} is {2}; for this it has to be {3}': '{1} ist {2}; dafür muss es {3} sein',
  '{1} can be rewound to a step from 1 to {2}, not to {3}':
    '{1} lässt sich auf Schritt 1 bis {2} zurücksetzen, nicht auf {3}',
  '{1} has changed since you looked (step {2} now); look again':
    '{1} hat sich verändert, seit du nachgesehen hast (jetzt Schritt {2}); sieh noch einmal nach',
  'an effect of {1} had already started by then; it cannot be rewound to before that':
    'eine Wirkung von {1} hatte da schon begonnen; davor lässt es sich nicht zurücksetzen',
  '{1} belongs to a job, which goes on in it; remove the job instead':
    '{1} gehört zu einem Job, der darin weitermacht; entfern stattdessen den Job',
  '{1} is at work; stop its turn, or wait for its end, and delete it then':
    '{1} arbeitet gerade; halt die Runde an oder wart ihr Ende ab, und lösch es dann',
  'the conversation is at work; wait until its turn has ended, or stop it first':
    'das Gespräch arbeitet gerade; warte, bis seine Runde zu Ende ist, oder halt sie erst an',
  'only a conversation of yours can belong to an agent; {1} is none':
    'nur ein Gespräch von dir kann einem Agenten gehören; {1} ist keines',
  'there is no agent {1}; there are {2}': 'es gibt keinen Agenten {1}; es gibt {2}',
  'no model {1} is in use; in use: {2}': 'ein Modell {1} ist nicht in Gebrauch; in Gebrauch: {2}',
  'expected a model as "provider/model", got "{1}"; in use: {2}':
    'erwartet wird ein Modell als „anbieter/modell“, nicht „{1}“; in Gebrauch: {2}',
  'there is no other model to ask; name some in models.fallbacks of config.toml':
    'es gibt kein anderes Modell, das sich fragen ließe; nenne welche in models.fallbacks von config.toml',
  'this question is already answered; nothing was done': 'diese Frage ist schon beantwortet; nichts wurde getan',
  // an undo, and why it leaves a file as it is
  'undo is off; switch it on with [undo] enabled = true in config.toml':
    'das Zurücknehmen ist aus; schalt es mit [undo] enabled = true in config.toml ein',
  'the files have changed since this was shown; look at them as they are now':
    'die Dateien haben sich seither geändert; sieh sie dir an, wie sie jetzt sind',
  'has been changed since': 'hat sich seither geändert',
  'has been deleted since': 'wurde seither gelöscht',
  'was also changed by somebody else during the turn': 'wurde während der Runde auch von jemand anderem geändert',
  'holds files that were made since': 'enthält Dateien, die seither entstanden sind',
  'stood in a folder that is gone': 'lag in einem Ordner, den es nicht mehr gibt',
  'was replaced in the same moment': 'wurde im selben Augenblick ersetzt',
  'could not be changed ({1})': 'ließ sich nicht ändern ({1})',
  'is a pipe, socket or device, which is not kept':
    'ist eine Pipe, ein Socket oder ein Gerät und wird nicht aufbewahrt',
  'was larger than [undo] max_file_mb': 'war größer als [undo] max_file_mb',
  'was not kept: [undo] max_mb was reached': 'wurde nicht aufbewahrt: [undo] max_mb war erreicht',
  'was not kept: too little of the disk was free': 'wurde nicht aufbewahrt: Auf der Platte war zu wenig frei',
  'could not be read, so it was not kept': 'ließ sich nicht lesen und wurde darum nicht aufbewahrt',
  'is a folder that you let in, and it stays': 'ist ein Ordner, den du zugelassen hast, und er bleibt',
  'lies in a folder that is not let in now as it was then':
    'liegt in einem Ordner, der jetzt nicht mehr so zugelassen ist wie damals',
};
