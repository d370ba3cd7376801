/** What weakens security: what was found, `{names}` being what it is about, and what to do. */

import { type WeaknessKind, type WeaknessText, weaknessTexts } from '../../domain/security/weakness.ts';
import { catalog } from '../../domain/text/catalog.ts';

const setting = (text: string) => `in config.toml: ${text}`;

const german: Readonly<Record<WeaknessKind, WeaknessText>> = {
  chain: {
    found: 'das Audit-Protokoll ist gebrochen: „{names}“',
    advice: 'finde erst den Grund; der Befehl nimmt den Bruch hin',
  },
  open: { found: 'andere Benutzer dieses Rechners kommen an {names}' },
  env: { found: 'andere Benutzer dieses Rechners können die Geheimnisse in {names} lesen' },
  token: { found: 'andere können den Schlüssel der Seite lesen und als du handeln: {names}' },
  gate: { found: 'andere können das Programm einer Prüfung ändern: {names}' },
  address: {
    found: 'ein anderes Programm horcht am Port der Seite, offen für andere Rechner: {names}',
    advice:
      'Straylight horcht nur an 127.0.0.1 und ::1; halte jenes Programm an, oder setze einen anderen Port unter [channels.web]',
  },
  direct: {
    found: 'Befehle laufen ohne Sandbox, mit allem, was du darfst: „{names}“',
    advice: 'installiere bubblewrap oder Docker, und setze [sandbox] executor = "auto" in config.toml',
  },
  standing: { found: 'eine dauerhafte Freigabe ist zu weit: {names}' },
  longStanding: { found: 'eine dauerhafte Freigabe gilt lange oder oft: {names}' },
  oldToken: { found: 'der Schlüssel der Seite ist alt: {names}' },
  tool: {
    found: 'ein Werkzeug wurde geändert, nachdem ihm vertraut wurde, und braucht nun eine Freigabe: {names}',
    advice:
      'sieh es mit „straylight tools show NAME“ an; hast du es geändert, vertraut ihm „straylight tools enable NAME“',
  },
  gateMissing: {
    found: 'das Programm einer Prüfung kann nicht laufen, also ist alles gesperrt, was sie prüft: {names}',
    advice: 'installiere das Programm, oder nimm sein [[gates]] aus config.toml',
  },
  hook: { found: 'Git würde außerhalb der Sandbox diese Hooks des Arbeitsordners ausführen: {names}' },
  undo: {
    found: 'Rückgängig ist aus: Änderungen im Arbeitsordner lassen sich nicht zurücknehmen',
    advice: setting('[undo] enabled = true'),
  },
  expires: {
    found: 'Freigaben laufen nie ab: auch eine alte lässt sich noch erlauben',
    advice: setting('[approvals] expires_ms = 86400000'),
  },
  budget: {
    found: 'Modelle haben keine Grenze: {names} = "none"',
    advice: setting('nimm diese Zeilen aus [budget]'),
  },
  egress: {
    found: 'Daten dürfen ohne Freigabe an Hosts, die jeder haben kann: {names}',
    advice: setting('[egress] allowed_domains mit genauen Namen'),
  },
  modelKey: {
    found: 'ein Schlüssel geht an mehrere Server von Modellen, jeder könnte ihn bei den anderen benutzen: {names}',
    advice: setting('je [models.providers.NAME] eine andere Variable als key'),
  },
  modelAddress: {
    found: 'Gespräche gehen unverschlüsselt an einen anderen Rechner: {names}',
    advice: setting(
      'eine Adresse mit https://, oder eine auf 127.0.0.1 am Ende eines verschlüsselten Tunnels, mit remote = true',
    ),
  },
  telemetry: {
    found: 'Spuren gehen an einen anderen Rechner: {names}',
    advice: setting('[telemetry] endpoint auf 127.0.0.1 oder keines; auch in OTEL_EXPORTER_OTLP_ENDPOINT'),
  },
  stately: {
    found: 'der laufende Prozess schickt seine Zustandsbilder an eine andere Seite: {names}',
    advice: 'starte ihn ohne --stately neu',
  },
  synchronous: {
    found: 'ein Stromausfall kann die letzten Sekunden von Nachrichten und Freigaben kosten',
    advice: setting('[store] synchronous = "full"'),
  },
  telegram: {
    found: 'Telegram hat einen Schlüssel, aber keine allowed_users, also kann es niemand benutzen',
    advice: setting('[channels.telegram] allowed_users = [deine Nummer]'),
  },
  formerAgent: {
    found: 'eine alte Datei mit Einstellungen liegt noch da; sie zählt nicht, und Befehle können sie ändern: {names}',
  },
  ownNetwork: {
    found: 'Hosts deines eigenen Netzes sind erreichbar: {names}',
    advice: setting('[egress] allow_private ohne die, die du nicht brauchst'),
  },
  key: {
    found:
      'der Schlüssel zum Unterschreiben liegt in einer Datei, obwohl dieses System einen Schlüsselbund hat: {names}',
    advice: 'ein Schlüssel bleibt, wo er ist; ein neuer Ordner nimmt den Schlüsselbund mit [keys] store = "auto"',
  },
  packages: {
    found: 'Befehle in der Sandbox erreichen {names}',
    advice: setting('[packages] enabled = false, wenn du es nicht brauchst'),
  },
  environment: {
    found: 'Schlüssel stehen in der Umgebung, wo andere Programme sie lesen können: {names}',
    advice: 'leg sie aus der Shell oder dem Dienst in .env des Ordners',
  },
  users: {
    found: 'andere Benutzer dieses Rechners können den Port der Seite nehmen, solange Straylight steht: {names}',
    advice: setting('[channels.web] port = 0, so nimmt jeder Start einen anderen'),
  },
  unread: { found: 'ließ sich nicht prüfen: „{names}“', advice: '„straylight doctor“ zeigt vielleicht den Grund' },
};

export const weaknesses = catalog('commands/german/security', { en: weaknessTexts(), de: german });
