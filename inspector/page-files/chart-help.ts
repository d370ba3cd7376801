/**
 * What the states of the charts say of themselves, as the owner reads it: in German, and in English where the chart
 * speaks of the owner in the third person.
 */
import { phrases } from '../../src/domain/text/catalog.ts';

/** In English, where the chart speaks of its owner. */
export const ownersHelp: Readonly<Record<string, string>> = {
  'As many cards as may be are before the owner; others wait.': 'As many cards as may be are before you; others wait.',
  'It asked its owner a question.': 'It asked you a question.',
  'It looks whether the owner has said something to this already.':
    'It looks whether you have said something to this already.',
  'It merges, links and archives, and marks contradictions for the owner.':
    'It merges, links and archives, and marks contradictions for you.',
  'It waits for its next instant, or for its owner.': 'It waits for its next instant, or for you.',
  'It waits until its owner has decided.': 'It waits until you have decided.',
  'It writes the report down, tells the owner, and sees that something is done.':
    'It writes the report down, tells you, and sees that something is done.',
  'Its card goes to every chat where the owner is asked.': 'Its card goes to every chat where you are asked.',
  'Its card is put before the owner, or the yes is used up.': 'Its card is put before you, or the yes is used up.',
  'Its agent has asked the owner something.': 'Its agent has asked you something.',
  'The owner is asked.': 'You are asked.',
  'Its owner wants its earlier messages summarised.': 'You want its earlier messages summarised.',
  'Nothing helped. The owner has to choose.': 'Nothing helped. You have to choose.',
  'Others are before the owner; it waits for its turn.': 'Others are before you; it waits for its turn.',
  'The gates of the owner are asked.': 'Your gates are asked.',
  'The owner has changed the call; it is frozen again.': 'You have changed the call; it is frozen again.',
  'The owner has not answered yet.': 'You have not answered yet.',
  'The owner has undone what it did.': 'You have undone what it did.',
  'The owner has undone what it learned.': 'You have undone what it learned.',
  'The owner is asked whether this may run.': 'You are asked whether this may run.',
  'The owner left it as it is.': 'You left it as it is.',
  'The owner said yes, and may take it back before the act begins.':
    'You said yes, and may take it back before the act begins.',
  'The owner said yes.': 'You said yes.',
  'The owner was asked a question.': 'You were asked a question.',
  'What was learned waits for the owner.': 'What was learned waits for you.',
};

export const chartHelp = phrases(
  'inspector/page-files/chart-help',
  {
    'A model judges pairs of memories of which rules are not sure.':
      'Ein Modell beurteilt Paare von Erinnerungen, bei denen die Regeln unsicher sind.',
    'A model looks for what is worth keeping.': 'Ein Modell sucht, was zu behalten ist.',
    'A remedy is being chosen.': 'Ein Mittel wird gewählt.',
    'As many cards as may be are before the owner; others wait.':
      'So viele Karten wie erlaubt liegen vor dir; andere warten.',
    'Did it help? It is given a moment.': 'Hat es geholfen? Es bekommt einen Moment.',
    'It asked its owner a question.': 'Er hat dich etwas gefragt.',
    'It asks whether the other side answers.': 'Er fragt, ob die andere Seite antwortet.',
    'It could not go on; what it has done stays.': 'Er konnte nicht weiter; was er getan hat, bleibt.',
    'It counts what it heard.': 'Er zählt, was er gehört hat.',
    'It deals with what a run came to.': 'Er verarbeitet, was ein Lauf ergeben hat.',
    'It failed too often. Its calls are refused until it may be tried again.':
      'Er ist zu oft gescheitert. Seine Aufrufe werden abgewiesen, bis er es wieder versuchen darf.',
    'It is not connected; what is to be sent waits.': 'Er ist nicht verbunden; was zu senden ist, wartet.',
    'It is over.': 'Er ist vorbei.',
    'It is paused, and runs only when that is asked for.': 'Er ruht und läuft nur auf Wunsch.',
    'It listens.': 'Er hört zu.',
    'It looks for memories that may say the same or contradict each other.':
      'Er sucht Erinnerungen, die dasselbe sagen oder sich widersprechen.',
    'It looks into its memory.': 'Er sieht in seinem Gedächtnis nach.',
    'It looks whether the owner has said something to this already.':
      'Er sieht nach, ob du dazu schon etwas gesagt hast.',
    'It looks who is next.': 'Er sieht nach, wer an der Reihe ist.',
    'It merges, links and archives, and marks contradictions for the owner.':
      'Er legt zusammen, verknüpft, archiviert und markiert Widersprüche für dich.',
    'It stages what is new, and strengthens what is known.': 'Er legt Neues bereit und stärkt Bekanntes.',
    'It waits for a conversation.': 'Er wartet auf ein Gespräch.',
    'It waits for a message.': 'Er wartet auf eine Nachricht.',
    'It waits for its next instant, or for its owner.': 'Er wartet auf seinen nächsten Zeitpunkt oder auf dich.',
    'It waits to be asked for.': 'Er wartet, bis er gebraucht wird.',
    'It waits until its owner has decided.': 'Er wartet, bis du entschieden hast.',
    'It was removed.': 'Er wurde entfernt.',
    'It was told to stop.': 'Ihm wurde gesagt, er soll aufhören.',
    'It weighs a report.': 'Er wägt eine Meldung ab.',
    'It weighs whether anybody still waits.': 'Er wägt ab, ob noch jemand wartet.',
    'It works out which runs are due.': 'Er rechnet aus, welche Läufe fällig sind.',
    'It works; its calls go through.': 'Er arbeitet; seine Aufrufe gehen durch.',
    'It writes the report down, tells the owner, and sees that something is done.':
      'Er schreibt die Meldung auf, sagt es dir und sorgt dafür, dass etwas geschieht.',
    'Its card goes to every chat where the owner is asked.': 'Seine Karte geht in jeden Chat, in dem du gefragt wirst.',
    'Its card is put before the owner, or the yes is used up.':
      'Seine Karte wird dir vorgelegt, oder das Ja wird verbraucht.',
    'Its earlier messages are summarised, so that all fits.':
      'Seine früheren Nachrichten werden zusammengefasst, damit alles passt.',
    'Its owner wants its earlier messages summarised.': 'Du willst seine früheren Nachrichten zusammengefasst haben.',
    'Its reply is compared with what was done.': 'Seine Antwort wird mit dem verglichen, was getan wurde.',
    'Its runs are under way.': 'Seine Läufe sind im Gang.',
    'Its tools run.': 'Seine Werkzeuge laufen.',
    'No instant is left.': 'Es gibt keinen Zeitpunkt mehr.',
    'No model answered; the next look includes this one.':
      'Kein Modell hat geantwortet; der nächste Blick nimmt das mit.',
    'No model answers; it is asked again later.': 'Kein Modell antwortet; später wird wieder gefragt.',
    'Nobody waits for a turn.': 'Niemand wartet auf eine Antwort.',
    'Nothing helped. The owner has to choose.': 'Nichts hat geholfen. Du musst wählen.',
    'Nothing needs it.': 'Nichts braucht ihn.',
    'Others are before the owner; it waits for its turn.': 'Andere liegen vor dir; er wartet, bis er dran ist.',
    'Somebody else listens with the same credentials. Messages still go out.':
      'Jemand anders hört mit denselben Zugangsdaten zu. Nachrichten gehen trotzdem hinaus.',
    'The answer is being checked.': 'Die Antwort wird geprüft.',
    'The call is being judged.': 'Der Aufruf wird beurteilt.',
    'The card is being written.': 'Die Karte wird geschrieben.',
    'The conversation is looked through.': 'Das Gespräch wird durchgesehen.',
    'The gates of the owner are asked.': 'Deine Prüfungen werden gefragt.',
    'What it was for, a job or a piece of work, has its answer.':
      'Wofür es war, ein Job oder eine Arbeit, hat seine Antwort.',
    'It looks whether the work goes on, with its agent or another one.':
      'Er sieht nach, ob die Arbeit weitergeht, mit ihrem Agenten oder einem anderen.',
    'It looks whether the work may be given.': 'Er sieht nach, ob die Arbeit gegeben werden darf.',
    'Its agent works on it.': 'Sein Agent arbeitet daran.',
    'An agent works on it.': 'Ein Agent arbeitet daran.',
    'Agents carry out its plan.': 'Agenten führen seinen Plan aus.',
    'It looks which step comes next.': 'Er sieht nach, welcher Schritt als Nächstes kommt.',
    'It is compared with what was approved.': 'Er wird mit dem verglichen, was freigegeben wurde.',
    'The work of the next step is put together.': 'Die Arbeit des nächsten Schritts wird zusammengestellt.',
    'Agents work on its steps.': 'Agenten arbeiten an seinen Schritten.',
    'A step waits for an answer.': 'Ein Schritt wartet auf eine Antwort.',
    'What it came to is checked.': 'Was daraus wurde, wird geprüft.',
    'Its checks are run before the work, which shows that they can fail, and copies are tried.':
      'Seine Prüfungen laufen vor der Arbeit, was zeigt, dass sie scheitern können, und Kopien werden versucht.',
    'The copies that its steps worked on are removed.':
      'Die Kopien, auf denen seine Schritte gearbeitet haben, werden entfernt.',
    'What its steps came to is put together.': 'Was aus seinen Schritten wurde, wird zusammengestellt.',
    'Its agent has asked the owner something.': 'Sein Agent hat dich etwas gefragt.',
    'What became of it is written down.': 'Was daraus wurde, wird aufgeschrieben.',
    'Models compare its reply with what was done.': 'Modelle vergleichen seine Antwort mit dem, was geschehen ist.',
    'No work was given to it yet.': 'Ihm wurde noch keine Arbeit gegeben.',
    'It is made ready, or what its program asks is judged.':
      'Es wird vorbereitet, oder was sein Programm fragt, wird beurteilt.',
    'A copy of the folder is made, and the checks are run on it.':
      'Der Ordner wird kopiert, und die Prüfungen laufen darauf.',
    'Its program is started, and begins a thread or takes its own up again.':
      'Sein Programm wird gestartet und beginnt eine Sitzung oder nimmt seine wieder auf.',
    'What its program asks permission for is judged.': 'Worum sein Programm bittet, wird beurteilt.',
    'Its program works.': 'Sein Programm arbeitet.',
    'The owner is asked.': 'Du wirst gefragt.',
    'Its card reached nobody; it can be shown again.':
      'Seine Karte erreichte niemanden; sie kann noch einmal gezeigt werden.',
    'What it has done is looked at, or taken.': 'Was es getan hat, wird angesehen oder übernommen.',
    'The diff of its copy is made.': 'Der Unterschied seiner Kopie wird festgestellt.',
    'Its checks are run on what it has done.': 'Seine Prüfungen laufen auf dem, was es getan hat.',
    'The diff is put into the folder; undo has what was there before.':
      'Der Unterschied kommt in den Ordner; rückgängig machen lässt er sich.',
    'Its program is ended, and its copy is removed.': 'Sein Programm wird beendet, und seine Kopie wird entfernt.',
    'The memories are in order.': 'Die Erinnerungen sind aufgeräumt.',
    'The model did not answer; it is asked again after a pause.':
      'Das Modell hat nicht geantwortet; nach einer Pause wird es wieder gefragt.',
    'The model does not answer; it is asked again in a moment.':
      'Das Modell antwortet nicht; gleich wird es wieder gefragt.',
    'The model thinks.': 'Das Modell denkt.',
    'The model writes.': 'Das Modell schreibt.',
    'The next call is a try: it decides whether it works again.':
      'Der nächste Aufruf ist ein Versuch: er entscheidet, ob es wieder geht.',
    'The other side does not answer, or refuses; it is tried again.':
      'Die andere Seite antwortet nicht oder lehnt ab; es wird wieder versucht.',
    'The outcome is being recorded.': 'Der Ausgang wird festgehalten.',
    'The owner has changed the call; it is frozen again.': 'Du hast den Aufruf geändert; er wird neu festgelegt.',
    'The owner has not answered yet.': 'Du hast noch nicht geantwortet.',
    'The owner has undone what it did.': 'Du hast rückgängig gemacht, was er getan hat.',
    'The owner has undone what it learned.': 'Du hast rückgängig gemacht, was er gelernt hat.',
    'The owner is asked whether this may run.': 'Du wirst gefragt, ob das laufen darf.',
    'The owner left it as it is.': 'Du hast es so gelassen.',
    'The owner said yes, and may take it back before the act begins.':
      'Du hast ja gesagt und kannst es zurücknehmen, bevor es beginnt.',
    'The owner said yes.': 'Du hast ja gesagt.',
    'The owner was asked a question.': 'Du wurdest etwas gefragt.',
    'The remedy is being applied.': 'Das Mittel wird angewandt.',
    'The signature of the yes is being checked.': 'Die Unterschrift unter dem Ja wird geprüft.',
    'The tool runs.': 'Das Werkzeug läuft.',
    'The yes is being checked once more before it is used up.':
      'Das Ja wird noch einmal geprüft, bevor es verbraucht ist.',
    'The yes is written down for the one call that it is for.':
      'Das Ja wird für den einen Aufruf festgehalten, für den es gilt.',
    'What was found is checked against the memories as they are now.':
      'Was gefunden wurde, wird mit den jetzigen Erinnerungen verglichen.',
    'What was found is compared with what is known.': 'Was gefunden wurde, wird mit Bekanntem verglichen.',
    'What was learned waits for the owner.': 'Was gelernt wurde, wartet auf dich.',
  },
  ownersHelp,
);
