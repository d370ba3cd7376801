/**
 * Facts, and questions that ask for them in other words, among facts that do not answer.
 *
 * `tuned` was looked at while the synonym table grew, `household` in a second round; `unseen` was written before the
 * table and only measured.
 */

/** What was told, and what is asked. */
export type Pair = readonly [fact: string, question: string];

export const tuned: readonly Pair[] = [
  ["my sister's birthday is 4 May", 'when was my sister born?'],
  ['I drive a blue Volvo', 'what car do I have?'],
  ['my flat is on the third floor', 'which storey is my apartment on?'],
  ['I am allergic to peanuts', 'which food must I avoid?'],
  ["my wife's name is Anna", 'what is my spouse called?'],
  ['I work at Siemens as an engineer', 'who is my employer?'],
  ['my dentist is Dr. Huber', 'who looks after my teeth?'],
  ['the wifi password is on the fridge', 'where do I find the code for the internet?'],
  ['my landlord is Mr. Schmidt', 'who do I pay rent to?'],
  ['our dog is called Rex', 'what is the name of my pet?'],
  ['I take 50 mg of metoprolol every morning', 'which medicine do I swallow daily?'],
  ['my daughter goes to the Goethe primary school', 'where does my kid get her lessons?'],
  ['I prefer an aisle seat on planes', 'where do I like to sit when flying?'],
  ['my passport expires in March 2027', 'until when is my travel document valid?'],
  ["the plumber's number is 555 0134", 'how can I reach the man who fixes the pipes?'],
  ['my gym session is on Tuesdays at six', 'when do I work out?'],
  ['I usually get up at half past six', 'at what time do I wake?'],
  ['my favourite dish is lasagne', 'what do I like to eat most?'],
  ["I don't drink alcohol", 'do I like wine or beer?'],
  ['my mother lives in Graz', "where is my mum's home?"],
  ['we got married on 12 June 2010', 'when was our wedding?'],
  ['my boss is Karin Lang', 'who do I report to?'],
  ['the rubbish is collected on Thursdays', 'when do they pick up the trash?'],
  ['my bike is locked with the code 4471', 'what is the combination of my bicycle?'],
  ['I earn 4,200 euros a month', 'how high is my salary?'],
  ['my shoe size is 43', 'how large are the sneakers I wear?'],
  ['I was born in 1984', 'how old am I?'],
  ['my bank is Raiffeisen', 'where do I keep my money?'],
  ['I speak German, English and a little Spanish', 'which languages do I know?'],
  ["my doctor's practice is closed on Wednesdays", 'on which day is my physician not open?'],
  ['the spare key is with Mrs. Novak next door', 'which neighbour has my extra key?'],
  ['my son plays football on Saturdays', 'what sport does my boy do?'],
  ["the car's inspection is due in October", 'when must the vehicle go for its check?'],
  ['my laptop is a ThinkPad X1', 'which computer do I use?'],
  ['I support FC Barcelona', 'what is my soccer club?'],
  ['I am vegetarian', 'do I eat meat?'],
  ["my grandmother's strudel recipe is in the red book", "where did I put granny's baking instructions?"],
  ['we fly to Lisbon on 3 August', 'when does our trip to Lisbon begin?'],
  ['the heating engineer comes on 9 December', "when is the boiler man's appointment?"],
  ['I love jazz', 'what kind of music do I enjoy?'],
  ['my email address is tom@example.org', 'what is my electronic mail contact?'],
  ['my blood type is A positive', 'which blood group am I?'],
  ['my cousin Leo moved to Berlin', 'where did Leo relocate to?'],
  ['I park in garage spot 17', "what's the number of my parking space?"],
  ['we have two kids, Mia and Paul', 'what are our children called?'],
  ['the meeting with the tax adviser is on Monday at 10', 'when do I see my accountant?'],
  ['my glasses have minus 2.5 dioptres', 'how strong are my spectacles?'],
  ['I studied physics in Vienna', 'which subject did I take at university?'],
  ['meine Tante heißt Gerda', 'wie lautet der Name meiner Tante?'],
  ['ich fahre mit dem Zug zur Arbeit', 'womit pendle ich ins Büro?'],
  ['mein Vermieter ist Herr Gruber', 'wem zahle ich die Miete?'],
  ['unsere Katze heißt Minka', 'wie nennen wir unser Haustier?'],
  ['ich vertrage keine Laktose', 'welche Milchprodukte muss ich meiden?'],
  ['mein Bruder wohnt in Hamburg', 'wo lebt mein Bruder?'],
  ['der Hausarzt ist Dr. Weber', 'wer ist mein Doktor für alle Krankheiten?'],
  ['mein Kennzeichen ist W-1234X', 'welches Nummernschild hat mein Auto?'],
  ['der Müll wird am Freitag abgeholt', 'wann kommt der Abfall weg?'],
  ['mein Opa wurde 1931 geboren', 'wann hat mein Großvater Geburtstag?'],
];

export const unseen: readonly Pair[] = [
  ['my husband is a nurse', 'what is the job of my partner?'],
  ['I live at 12 Baker Street', 'what is my address?'],
  ["my brother's phone number is 0664 1234567", 'how do I call my brother?'],
  ['my flight to Oslo leaves at 7:40', 'at what time does the plane to Oslo depart?'],
  ['I weigh 78 kilos', 'how heavy am I?'],
  ['I am 182 cm tall', 'what is my height?'],
  ['our anniversary is on 9 September', 'when do we celebrate our marriage?'],
  ['the vet is Dr. Klein', 'who treats my cat when it is ill?'],
  ['I hate coriander', 'what herb do I dislike?'],
  ['my favourite colour is green', 'which hue do I like best?'],
  ['my parents live in Salzburg', 'where do mum and dad live?'],
  ['the rent is 950 euros', 'how much do I pay for the flat?'],
  ['I have an appointment at the hairdresser on Friday', 'when do I get my hair cut?'],
  ['my printer is a Brother HL-2350', 'what device do I print with?'],
  ['I keep my documents in the blue folder', 'where are my papers?'],
  ['my best friend is Jonas', "what's my closest pal called?"],
  ['I go swimming every Sunday', 'on which day do I swim?'],
  ['my PIN is in the safe', 'where do I store my secret number?'],
  ['I have a headache when I drink red wine', 'what drink makes my head hurt?'],
  ['my daughter is afraid of spiders', 'what does my girl fear?'],
  ['my train leaves from platform 7', 'from which track do I depart?'],
  ['the babysitter is called Lena', 'who minds the children?'],
  ['I drink my coffee black', 'how do I take my espresso?'],
  ['my lawyer is Mag. Steiner', 'who is my attorney?'],
  ['we moved here in 2019', 'since which year do we live in this place?'],
  ['our hotel in Rome is the Albergo Sole', 'where do we stay in Rome?'],
  ['mein Lieblingsessen ist Schnitzel', 'was esse ich am liebsten?'],
  ['meine Frau heißt Eva', 'wie ist der Name meiner Ehefrau?'],
  ['der Schlüssel liegt unter der Matte', 'wo finde ich den Hausschlüssel?'],
  ['ich arbeite bei der Post', 'wer ist mein Arbeitgeber?'],
];

/** One owner's facts, without a crowd around them. */
export const household: readonly Pair[] = [
  ['my cat is called Luna', 'what did I name my kitten?'],
  ['I am a software developer at Acme', 'what do I do for a living?'],
  ['my favorite color is teal', 'what colour do I like most?'],
  ['I live in Vienna', 'which city am I based in?'],
  ['my favourite book is Dune', 'what novel do I love?'],
  ['my mum is a retired teacher', "what was my mother's profession?"],
  ['the car is parked on level 3', 'on which floor did I leave the vehicle?'],
  ['my locker combination is 12-34-56', 'what numbers open my locker?'],
  ['my wife is lactose intolerant', 'what can my spouse not drink?'],
  ['my flight leaves at 9 am on Friday', 'when do I take off?'],
  ['I am 34 years old', 'what is my age?'],
  ['my brother is called Max', 'what is the name of my sibling?'],
  ['I have two cats and a dog', 'how many animals do I have?'],
  ['my doctor prescribed ibuprofen', 'which drug did the physician give me?'],
  ['I graduated from MIT in 2012', 'where did I go to university?'],
  ['my girlfriend hates olives', 'what does my partner dislike?'],
  ['our son was born on 3 March 2019', "when is our boy's birthday?"],
  ['my keys are in the kitchen drawer', 'where did I leave my keys?'],
  ["the neighbour's name is Frau Maier", 'who lives next door?'],
  ['my car needs new tyres in November', 'when should I change the wheels of my auto?'],
  ['I play the guitar', 'which instrument do I play?'],
  ['my favourite restaurant is Sakura', 'where do I like to dine?'],
  ['I am left-handed', 'which hand do I write with?'],
  ['my meeting with Bob is on Tuesday at 3pm', 'when do I see Bob?'],
  ['I bought a new fridge in 2022', 'when did I purchase the refrigerator?'],
  ['my father died in 2015', 'when did my dad pass away?'],
  ['I am scared of heights', 'what am I afraid of?'],
  ['my router password is hunter2', 'what is the wifi code?'],
  ['my sister is a vet', 'what is the job of my sister?'],
  ['I run five kilometres every morning', 'how far do I jog?'],
  ['the garage code is 7788', 'how do I open the garage?'],
  ['my grandma lives in Linz', "in which town is my grandmother's house?"],
  ['I go to bed at eleven', 'when do I usually sleep?'],
  ['my husband likes whisky', 'what does my partner drink?'],
  ['our holiday starts on 12 July', 'when do we go on vacation?'],
  ['my hobby is photography', 'what do I do in my spare time?'],
  ['I drink two cups of tea a day', 'how much tea do I have daily?'],
  ['my company is called Brightworks', 'what firm do I work for?'],
  ['my uncle Bob has a farm in Kent', 'who owns a farm?'],
  ['my nephew is six', "how old is my brother's son?"],
  ['meine Lieblingsfarbe ist Blau', 'welche Farbe mag ich am liebsten?'],
  ['mein Auto ist ein Skoda', 'was fahre ich für einen Wagen?'],
  ['ich wohne in Linz', 'in welcher Stadt lebe ich?'],
  ['mein Zahnarzttermin ist am 3. Juni', 'wann muss ich zum Zahnarzt?'],
  ['meine Mutter heißt Helga', 'wie heißt meine Mama?'],
  ['unser Hochzeitstag ist der 8. August', 'wann haben wir geheiratet?'],
  ['ich bin gegen Hausstaub allergisch', 'welche Allergie habe ich?'],
  ['mein Sohn geht in die 3. Klasse', 'in welche Schulstufe geht mein Bub?'],
  ['die WLAN-Zugangsdaten hängen am Kühlschrank', 'wo steht das Internetpasswort?'],
  ['meine Schuhgröße ist 42', 'welche Größe haben meine Schuhe?'],
];

export const distractors: readonly string[] = `
my brother's birthday is 17 November
my aunt's birthday is 2 February
my neighbour drives a red Fiat
my colleague Peter has a motorcycle
the office is on the fifth floor
my uncle is allergic to bees
my grandfather's name was Josef
my nephew's name is Felix
my sister works at the hospital
my cousin works for the city
the cleaner comes every second Monday
the printer at work jams often
the office wifi is called Guest
the neighbours' cat is called Tiger
my aunt has three horses
my uncle takes blood pressure pills
my niece goes to kindergarten
the school holidays start on 5 July
my father prefers the window
the train to Linz takes 75 minutes
my library card expires in June
my driving licence was issued in Graz
the electrician charges 80 euros an hour
the painter finished on Friday
the yoga class was cancelled in May
my alarm clock is broken
my son goes to bed at eight
my daughter's favourite colour is purple
my father loves goulash
my brother drinks only water
my aunt lives in Innsbruck
my grandparents lived on a farm
my friends Paul and Lisa marry in spring
my colleague's wedding is in Rome
my first boss was called Fritz
the director of the school is Mrs. Maier
the paper bin is emptied every month
the glass container is behind the supermarket
the gate code at work is 9921
the alarm code of the office is secret
my pension starts at 65
my sister earns more than I do
my jacket size is L
my ring size is 58
my father was a carpenter
my mother was a teacher
the tax office is in Main Street
the savings book is in the drawer
my brother speaks Italian
my daughter learns French
the pharmacy is open on Sundays
the bakery opens at six
the post office closes at five
the neighbour on the left is Mr. Bauer
the garage door sticks in winter
my daughter plays the piano
my nephew plays tennis on Mondays
my brother's team is Rapid
the bicycle shop is in Park Lane
the winter tyres are in the cellar
the oil change was in January
my phone is a Pixel 8
my tablet is broken
the television is a Samsung
the projector belongs to the club
my sister eats no fish
my brother is vegan
my aunt bakes the best bread
the cookbook from Italy is on the shelf
the red book belongs to Tom
the ferry to Corfu takes nine hours
the conference in Madrid is in October
the chimney sweep comes in spring
the washing machine was repaired in March
the dishwasher is from Bosch
I dislike techno
my brother listens to metal
my sister sings in a choir
the guitar belongs to my uncle
my old email account was hacked
the newsletter comes on Fridays
my father donated blood twice
my uncle had an operation on his knee
my cousin broke his arm in 2018
my cousin Nina studies in Munich
my colleague moved to the third desk
the parking ticket was 36 euros
the car park in the centre is expensive
my sister has one child
my boss has four children
the meeting room is called Neptune
the team meeting is at nine
the tax return is due in June
my sunglasses are in the car
the optician is in High Street
my sister studied law
my brother never went to university
my teacher in chemistry was strict
my physics notes are in the attic
meine Cousine heißt Sabine
mein Onkel fährt mit dem Bus
mein Kollege wohnt in Wels
die Hausverwaltung ist in der Ringstraße
der Hund der Nachbarn heißt Bello
meine Mutter verträgt keinen Kaffee
mein Vater isst keine Tomaten
meine Schwester wohnt in Bremen
der Zahnarzt hat am Montag geschlossen
der Tierarzt ist in der Gartengasse
das Auto meiner Mutter ist silbern
mein Fahrrad ist grün
das Altpapier wird am Mittwoch geholt
meine Oma wurde 90
mein Neffe hat im August Geburtstag
die Bäckerei öffnet um sechs Uhr
mein Chef ist im Urlaub
die Heizung wurde 2020 getauscht
der Kindergarten endet um drei
meine Tochter spielt Geige
der Urlaub in Kroatien war schön
das Passwort vom Laptop ist neu
der Schlüssel vom Keller hängt am Haken
die Versicherung heißt Uniqa
mein Friseur ist in der Altstadt
der Supermarkt ist am Samstag voll
die Steuererklärung ist fertig
meine Brille ist kaputt
der Strom kostet 90 Euro
unser Garten hat drei Apfelbäume
the lawn mower is in the shed
the roof was renewed in 2015
the garden has two cherry trees
the cellar is damp
the kitchen was painted yellow
the sofa came from Denmark
the balcony faces south
the bathroom tap drips
the attic is full of boxes
the house was built in 1972
my desk lamp is from IKEA
the curtains are at the dry cleaner's
the carpet has a stain
the neighbour's tree is too tall
the street is closed until Friday
the bus stops in front of the church
the tram number 5 goes to the station
the museum is free on Mondays
the theatre tickets are in my wallet
the concert was on 3 March
the film starts at eight
the book club meets on the first Tuesday
the chess club meets in the cafe
the choir practises on Wednesdays
the running event is in April
the swimming pool is closed in August
the ski pass is valid for three days
the tent is in the cellar
the camping stove needs gas
the suitcase has a broken wheel
the hotel in Paris was noisy
the restaurant Zum Hirschen is closed on Mondays
the pizza at Mario's is the best
the coffee machine needs descaling
the tea is in the left cupboard
the freezer is full of berries
the milk is almost gone
the cheese is for Sunday
the wine from Spain is for the party
the cake needs three eggs
the barbecue is at our place
the birthday cake is from the bakery
the present for Lukas is in the wardrobe
the candles are in the drawer
the Christmas tree comes from the forest
Easter is at my parents' place this year
the project Apollo ends in September
the project Zeus has a new manager
the client from Zurich pays late
the invoice 2041 is open
the contract with Meyer runs until 2030
the server is called thor
the backup runs at night
the website is built with Hugo
the domain is renewed in November
the router is in the hall
the camera needs new batteries
the drone weighs 249 grams
the headphones are in the blue bag
the old phone is in the drawer
the keyboard has a Swiss layout
the screen has 27 inches
the chair is from the flea market
the umbrella stays in the office
the gloves are in the pocket of the coat
the scarf is a gift from Eva
the boots need new laces
the watch runs five minutes fast
the piano was tuned in February
the plant in the corner needs little water
the aquarium has twelve fish
the hamster sleeps all day
the parrot can say hello
the dentist's receipt is in the folder
the X-ray pictures are on a CD
the flu jab was in October
the bandages are in the first aid box
the gym membership ends in December
the physiotherapist recommended more walking
the scales in the bathroom are wrong
`
  .trim()
  .split('\n');
