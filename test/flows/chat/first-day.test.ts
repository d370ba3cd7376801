/** What somebody says to the demo model on the first day, one after another: each is answered rightly, or honestly not. */
import assert from 'node:assert/strict';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const days = {
  en: [
    ['hi', /demo model[\s\S]*?Hello\./],
    ['my name is Jonas', /Saved: “my name is Jonas”/],
    ['what is my name?', /My memory says: “my name is Jonas”/],
    ['call me Joe', /Saved: “I want to be called Joe”/],
    ['I live in Graz and I like black coffee', /Shall I remember/],
    ['yes', /Saved: “I live in Graz”\.\s+Saved: “I like black coffee”/],
    ['what do I like?', /My memory says: “I like black coffee”/],
    [
      "remember that my sister's birthday is 4 May and that my brother lives in Linz",
      /Saved: “my sister's birthday is 4 May”\.\s+Saved: “my brother lives in Linz”/,
    ],
    ['when is my sisters birthday?', /“my sister's birthday is 4 May”/],
    ["no, it's 5 May", /Corrected: “my sister's birthday is 5 May”/],
    ['make a shopping list with milk, bread and eggs', /“shopping-list\.txt” is written/],
    ['add butter', /Added to “shopping-list\.txt”: “butter”/],
    ['whats on my list', /milk\s+bread\s+eggs\s+butter/],
    ['no wait, remove the eggs', /“eggs” is taken out/],
    ['undo that', /Undone: turn \d+/],
    ['how much is 12 * 7?', /12 × 7 = 84/],
    ['whats the weather tomorrow?', /I cannot do that: I am rules/],
    ['and on Sunday?', /I cannot do that: I am rules/],
    ['remind me tomorrow at 9 to water the plants', /The job is set\.\s+water-the-plants:/],
    ['and the day after tomorrow too', /The job is set\.[\s\S]*?09:00/],
    ['what reminders do i have', /water-the-plants \(active\)[\s\S]*?water-the-plants-2 \(active\)/],
    ['move the reminder to 10', /Which one\? Nothing is moved yet/],
    ['the first', /The job is changed\.\s+water-the-plants: once, on \w+, \d+ \w+ \d+, 10:00/],
    ['what waits?', /Jobs due within a day:\n- water-the-plants: /],
    ['cancel it', /Which one\? Nothing is cancelled yet/],
    ['the second', /The job water-the-plants-2 is removed/],
    ['move it to half past ten', /The job is changed\.[\s\S]*?10:30/],
    ['remind me on Thursday at 8 to call Ada', /The job is set\./],
    ['no, I meant Friday', /The job is changed\.\s+call-ada: once, on Fri, [^,]*, 08:00/],
    ['later', /All right\./],
    ['which files do I have?', /shopping-list\.txt/],
    ['delete the list', /“shopping-list\.txt” is deleted/],
    ['forget my brother', /Forgotten\./],
    ['forget everything about me', /Nothing is forgotten yet[\s\S]*?memory forget --all/],
    ['translate good morning to German', /I cannot do that[\s\S]*?straylight init/],
    ['thnaks', /You are welcome/],
    ['run echo hey and tell me the date', /`echo hey` gave:[\s\S]*?It is \w+day, /],
    ['do it again', /`echo hey` gave:[\s\S]*?It is \w+day, /],
    ['who made you?', /built-in demo model/],
    ["I don't understand", /You can say such things[\s\S]*“help” shows all/],
  ],
  de: [
    ['hallo', /Demomodell[\s\S]*?Hallo\./],
    ['ich heiße Jonas', /Gespeichert: „ich heiße Jonas“/],
    ['wie heiße ich?', /Mein Gedächtnis sagt: „ich heiße Jonas“/],
    ['nenn mich Jo', /Gespeichert: „ich möchte Jo genannt werden“/],
    ['ich wohne in Graz und trinke gern schwarzen Kaffee', /Soll ich mir/],
    ['ja', /Gespeichert: „ich wohne in Graz“\.\s+Gespeichert: „ich trinke gern schwarzen Kaffee“/],
    ['was trinke ich gern?', /Mein Gedächtnis sagt: „ich trinke gern schwarzen Kaffee“/],
    [
      'merk dir, dass meine Schwester am 4. Mai Geburtstag hat und mein Bruder in Linz wohnt',
      /„meine Schwester hat am 4\. Mai Geburtstag“\.\s+Gespeichert: „mein Bruder wohnt in Linz“/,
    ],
    ['wann hat meine Schwester Geburtstag?', /„meine Schwester hat am 4\. Mai Geburtstag“/],
    ['nein, am 5. Mai', /Berichtigt: „meine Schwester hat am 5\. Mai Geburtstag“/],
    ['mach eine Einkaufsliste mit Milch, Brot und Eiern', /„einkaufsliste\.txt“ ist geschrieben/],
    ['Butter auch noch', /Zu „einkaufsliste\.txt“ dazugeschrieben: „Butter“/],
    ['was steht auf der Liste', /Milch\s+Brot\s+Eier\s+Butter/],
    ['nein, streich die Eier', /„Eier“ steht nicht mehr in/],
    ['mach das rückgängig', /Rückgängig gemacht: Runde \d+/],
    ['wie viel ist 12 mal 7?', /12 × 7 = 84/],
    ['wie wird das Wetter morgen?', /Das kann ich nicht: Ich bestehe aus Regeln/],
    ['und übermorgen?', /Das kann ich nicht: Ich bestehe aus Regeln/],
    [
      'erinnere mich morgen um 9 ans Blumengießen',
      /Der Job ist eingerichtet\.\s+blumengiessen:[\s\S]*?sagt „Blumengießen“/,
    ],
    ['und übermorgen auch', /Der Job ist eingerichtet\.[\s\S]*?09:00/],
    ['welche Erinnerungen habe ich', /blumengiessen \(aktiv\)[\s\S]*?blumengiessen-2 \(aktiv\)/],
    ['verschieb die Erinnerung auf 10 Uhr', /Welchen\? Noch ist nichts verschoben/],
    ['die erste', /Der Job ist geändert\.\s+blumengiessen: [\s\S]*?10:00/],
    ['was wartet?', /Jobs der nächsten 24 Stunden:\n- blumengiessen: /],
    ['sag sie ab', /Welchen\? Noch ist nichts beendet/],
    ['die zweite', /Der Job blumengiessen-2 ist entfernt/],
    ['verschieb sie auf halb elf', /Der Job ist geändert\.[\s\S]*?10:30/],
    ['erinnere mich am Donnerstag um 8 an den Anruf', /Der Job ist eingerichtet\./],
    ['nein, ich meinte Freitag', /Der Job ist geändert\.\s+anruf: einmal, am Fr\., [\s\S]*?08:00/],
    ['schon gut', /In Ordnung|Alles klar|Gut\./],
    ['welche Dateien gibt es?', /1 Eintrag\s+einkaufsliste\.txt/],
    ['lösch die Liste', /„einkaufsliste\.txt“ ist gelöscht/],
    ['vergiss meinen Bruder', /Vergessen\./],
    ['vergiss alles über mich', /Noch ist nichts vergessen[\s\S]*?memory forget --all/],
    ['übersetze guten Morgen ins Englische', /Das kann ich nicht[\s\S]*?straylight init/],
    ['dnake', /Gern geschehen/],
    ['führe echo hey aus und sag mir wie spät es ist', /`echo hey` ergab:[\s\S]*?Es ist \w+tag, /],
    ['mach das noch einmal', /`echo hey` ergab:[\s\S]*?Es ist \w+tag, /],
    ['wer hat dich gemacht?', /eingebaute Demomodell/],
    ['das verstehe ich nicht', /Solches kannst du sagen[\s\S]*„hilfe“ zeigt alles/],
  ],
} as const;

/** A zone where it is noon: at any hour of the clock tomorrow morning is within a day, and no midnight is near. */
const noonOffset = 12 - new Date().getUTCHours();
const zoneAtNoon = `Etc/GMT${noonOffset > 0 ? '-' : '+'}${Math.abs(noonOffset)}`;

for (const language of ['en', 'de'] as const)
  test(`given a first day with the demo model (${language}), when ${days[language].length} things are said, then each is answered in its turn`, () =>
    withAgent(
      { config: `[owner]\nlanguage = "${language}"\ntime_zone = "${zoneAtNoon}"\n`, hasForgotten: true },
      async agent => {
        const said = days[language].map(([sentence]) => sentence);
        const { out, code, err } = await agent.straylightWith(`${said.join('\n')}\n`, 'chat');
        assert.equal(code, 0, err);
        let rest = out;
        for (const [sentence, answer] of days[language]) {
          const found = answer.exec(rest);
          assert.ok(found, `${sentence}\n\n${rest.slice(0, 1500)}`);
          rest = rest.slice(found.index + found[0].length);
        }
      },
    ));
