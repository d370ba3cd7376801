/** `straylight init`, and a home that is not there. */
export const init: Readonly<Record<string, string>> = {
  'cannot create the home {home}: {message}; fix that, or choose another home with --home or STRAYLIGHT_HOME':
    'der Ordner {home} lässt sich nicht anlegen: {message}; behebe das, oder wähle mit --home oder STRAYLIGHT_HOME einen anderen',
  'Home: {home}, kept as it is': 'Ordner: {home}, bleibt, wie er ist',
  'Home: {home}': 'Ordner: {home}',
  'Home: {home}{includes}': 'Ordner: {home}{includes}',
  ', created': ', angelegt',
  ', kept as it is': ', bleibt, wie er ist',
  '  created  {name}': '  angelegt  {name}',
  '  kept     {name}': '  bleibt    {name}',
  'Everything exists already; nothing was changed.': 'Alles ist schon da; nichts wurde geändert.',
  'Edit the settings in config.toml and put secrets into .env. Next: straylight start':
    'Ändere die Einstellungen in config.toml und leg Geheimes in .env. Weiter: straylight start',
  '  instead of {named}': '  statt {named}',
  '  config.toml: base_url = {url} in [models.providers.{name}], instead of {moved}':
    '  config.toml: base_url = {url} in [models.providers.{name}], statt {moved}',
  'the address of {name} stands in config.toml where init cannot change it; set base_url there':
    'die Adresse von {name} steht in config.toml so, dass init sie nicht ändern kann; setz base_url dort',
  '{provider} does not list a model {model}; it lists {listed}{more}. To take one: straylight init --model {provider}/{first}; to take {model} all the same: --no-check. Nothing was changed':
    '{provider} führt kein Modell {model}, sondern {listed}{more}. Um eines zu nehmen: straylight init --model {provider}/{first}; um trotzdem {model} zu nehmen: --no-check. Nichts wurde geändert',
  ' and {count} more': ' und {count} weitere',
  'Model: {answer}{value}': 'Modell: {answer}{value}',
  ', which responds': ', es antwortet',
  '; most servers want /v1 behind it: --url {url}/v1': '; die meisten Server wollen /v1 dahinter: --url {url}/v1',
  '{said}{hint}; nothing was changed': '{said}{hint}; nichts wurde geändert',
  ', and the table [models.providers.{name}]': ', und die Tabelle [models.providers.{name}]',
  '  config.toml: default = {readable} in [models]{table}': '  config.toml: default = {readable} in [models]{table}',
  'expected a model as "provider/model", got "{model}"':
    'erwartet wird ein Modell als „anbieter/modell“, nicht „{model}“',
  '{name} is not known; give its address with --url, as in --url http://127.0.0.1:8000/v1':
    '{name} ist nicht bekannt; gib seine Adresse mit --url an, wie --url http://127.0.0.1:8000/v1',
  '--url is for other servers; the address of {name} is set in [models.{name}]':
    '--url ist für andere Server; die Adresse von {name} steht in [models.{name}]',
  '{name} takes no key': '{name} nimmt keinen Schlüssel',
  'expected an address as in http://127.0.0.1:8000/v1, or unix:/run/llama.sock:/v1':
    'erwartet wird eine Adresse wie http://127.0.0.1:8000/v1 oder unix:/run/llama.sock:/v1',
  '{expected}, got "{typed}"': '{expected}, nicht „{typed}“',
  '{expected}, without user, password, query or fragment': '{expected}, ohne Namen, Passwort, Abfrage oder Sprungmarke',
  'Model: {step}, as config.toml says.': 'Modell: {step}, wie in config.toml.',
  'Looking for models on this machine': 'Sucht Modelle auf diesem Rechner',
  'Which model should answer?': 'Welches Modell soll antworten?',
  'No model was set: each start chooses one. "straylight init" asks again.':
    'Kein Modell ist gesetzt: jeder Start wählt eines. „straylight init“ fragt wieder.',
  'Asking {model} for one word': 'Bittet {model} um ein Wort',
  'It does not respond. Use it all the same?': 'Es antwortet nicht. Trotzdem nehmen?',
  'Keep it?': 'Behalten?',
  'Keep it': 'Behalten',
  'the demo model, too': 'auch das Demomodell',
  'Model: {step}, as before.': 'Modell: {step}, wie zuvor.',
  'Address: {url}': 'Adresse: {url}',
  'Choose another': 'Ein anderes wählen',
  'Use it': 'Nehmen',
  'Model: {answer}': 'Modell: {answer}',
  '{keyVariable} is set': '{keyVariable} ist gesetzt',
  'on this machine, free': 'auf diesem Rechner, kostenlos',
  'Enter an API key …': 'API-Schlüssel eingeben …',
  'Anthropic, OpenAI, OpenRouter, …': 'Anthropic, OpenAI, OpenRouter, …',
  'Another server (address) …': 'Anderer Server (Adresse) …',
  'llama.cpp, LM Studio, vLLM, a gateway, …': 'llama.cpp, LM Studio, vLLM, ein Gateway, …',
  'The demo model': 'Das Demomodell',
  'follows rules, no AI': 'folgt Regeln, keine KI',
  'Not now': 'Jetzt nicht',
  'A key of which provider?': 'Ein Schlüssel von welchem Anbieter?',
  '{keyVariable} (hidden, goes into .env)': '{keyVariable} (verdeckt, kommt in .env)',
  'Its address': 'Seine Adresse',
  'Asking {url} for its models': 'Fragt {url} nach seinen Modellen',
  'Its key, if it wants one (hidden, goes into .env)': 'Sein Schlüssel, falls nötig (verdeckt, kommt in .env)',
  'Which model of {name}?': 'Welches Modell von {name}?',
  'Asking {name} for its models': 'Fragt {name} nach seinen Modellen',
  'the image {name} cannot be made: {problem}': 'das Image {name} lässt sich nicht bauen: {problem}',
  'Sandbox: Docker has the image {docker} already.': 'Sandbox: Docker hat das Image {docker} schon.',
  'Trying the sandbox': 'Probiert die Sandbox',
  'Sandbox: {text}': 'Sandbox: {text}',
  'Sandbox: {readable}': 'Sandbox: {readable}',
  'Make it': 'Bauen',
  'takes a few minutes, and fetches packages of Debian': 'dauert ein paar Minuten und lädt Pakete von Debian',
  'Docker works here, but has no image {docker} for the sandbox. Make it?':
    'Docker geht hier, hat aber kein Image {docker} für die Sandbox. Bauen?',
  'systemd runs no services for this user here; keep "straylight start" running instead':
    'systemd führt hier keine Dienste für diesen Benutzer aus; lass stattdessen „straylight start“ laufen',
  '{file} exists already, and init changes nothing; edit it there':
    '{file} gibt es schon, und init ändert nichts; ändere es dort',
  'Service: {file} exists already.': 'Dienst: {file} gibt es schon.',
  'Run it as a service, from each login on?': 'Als Dienst laufen lassen, ab jeder Anmeldung?',
  Yes: 'Ja',
  No: 'Nein',
  'this program has no file to link; it was installed in another way':
    'dieses Programm hat keine Datei für einen Verweis; es ist anders installiert',
  '{file} exists already, and init changes nothing': '{file} gibt es schon, und init ändert nichts',
  'Command: straylight is on your path already.': 'Befehl: straylight ist schon in deinem Pfad.',
  'Command: {file} exists already.': 'Befehl: {file} gibt es schon.',
  'Make the command straylight, by a link at {file}?': 'Den Befehl straylight anlegen, als Verweis {file}?',
  'leads to {program}': 'führt zu {program}',
  'Command: straylight, by a link at {file}. To undo it: rm {file}':
    'Befehl: straylight, als Verweis {file}. Rückgängig: rm {file}',
  '  Your path lacks that folder. Log in again, or: export PATH="$HOME/.local/bin:$PATH"':
    '  Deinem Pfad fehlt dieser Ordner. Melde dich neu an, oder: export PATH="$HOME/.local/bin:$PATH"',
  'Service: created {file}': 'Dienst: {file} angelegt',
  'Service: running. To keep it running while you are logged out: loginctl enable-linger':
    'Dienst: läuft. Damit er läuft, auch wenn du abgemeldet bist: loginctl enable-linger',
  'Service: enabled. Straylight runs already; stop it, then: systemctl --user start straylight':
    'Dienst: eingeschaltet. Straylight läuft schon; halt es an, dann: systemctl --user start straylight',
  '{variable} is set already, and init changes nothing; edit .env to replace it':
    '{variable} ist schon gesetzt, und init ändert nichts; ersetz es in .env',
  'Telegram: {value}': 'Telegram: {value}',
  'the token is kept': 'das Token ist aufgehoben',
  'the bot {bot}': 'der Bot {bot}',
  'To pair your account while Straylight runs: straylight telegram pair':
    'Dein Konto verbinden, während Straylight läuft: straylight telegram pair',
  'Straylight runs with its earlier settings. Restart it, then pair your account: straylight telegram pair':
    'Straylight läuft mit den früheren Einstellungen. Starte es neu, dann verbinde dein Konto: straylight telegram pair',
  'Telegram: set up, and an account is paired.': 'Telegram: eingerichtet, und ein Konto ist verbunden.',
  'Pair your Telegram account now?': 'Dein Telegram-Konto jetzt verbinden?',
  'shows a code that you send to the bot': 'zeigt einen Code, den du dem Bot schickst',
  'Talk to it on Telegram, too?': 'Auch auf Telegram mit ihm sprechen?',
  '@BotFather makes you a bot and gives you its token': '@BotFather macht dir einen Bot und gibt dir sein Token',
  'Token of your bot (hidden, goes into .env as {variable})':
    'Token deines Bots (verdeckt, kommt als {variable} in .env)',
  'Asking Telegram for the bot': 'Fragt Telegram nach dem Bot',
  'Telegram: the bot {bot}': 'Telegram: der Bot {bot}',
  '--{name} goes with --{join}; "straylight init" alone asks in a terminal':
    '--{name} gehört zu --{join}; „straylight init“ allein fragt im Terminal',
  '--key-stdin and --telegram-stdin both read standard input; run init once for each':
    '--key-stdin und --telegram-stdin lesen beide die Standardeingabe; ruf init für jedes einmal auf',
  'What was answered is kept; "straylight init" asks for the rest.':
    'Was beantwortet ist, bleibt; „straylight init“ fragt nach dem Rest.',
  'Next: straylight {value}': 'Weiter: straylight {value}',
  'straylight: there is no home at {here}; "straylight init --home {here}" creates one':
    'straylight: unter {here} gibt es keinen Ordner von Straylight; „straylight init --home {here}“ legt einen an',
  'There is no home at {here}. Create one? [y/N] ':
    'Unter {here} gibt es keinen Ordner von Straylight. Anlegen? [j/N] ',
  'Nothing was created.': 'Nichts wurde angelegt.',
  'straylight: other users of this machine could read {closed}; this is fixed. ':
    'straylight: andere Benutzer dieses Rechners konnten {closed} lesen; das ist behoben. ',
  'If others use this machine, replace the keys and tokens in those files':
    'Wenn andere diesen Rechner benutzen, ersetz die Schlüssel und Tokens in diesen Dateien',
};
