/**
 * A thousand tools as forty servers of the kind people add bring them: for each of five things of a server what is done
 * with them, in words as servers use them.
 */

/** A server, and its things: each with what it is. */
const servers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  github: {
    issue: 'a bug report, task or feature request',
    pull_request: 'proposed code changes for review',
    repository: 'a code project',
    release: 'a published version with notes',
    workflow_run: 'a CI build or test run',
  },
  jira: {
    ticket: 'a unit of work with assignee and status',
    sprint: 'a planned iteration of the team',
    epic: 'a large body of work',
    board: 'columns of tickets',
    worklog: 'time that was spent on a ticket',
  },
  slack: {
    message: 'a post in a channel or thread',
    channel: 'a place where a team talks',
    reaction: 'an emoji on a message',
    reminder: 'a note at a later time',
    user_status: 'what a member is doing, with an emoji',
  },
  gmail: {
    email: 'a mail with subject and body',
    draft: 'a mail that is not sent yet',
    label: 'a tag for mails',
    filter: 'a rule for incoming mail',
    attachment: 'a file that came with a mail',
  },
  calendar: {
    event: 'an appointment or meeting with guests',
    invitation: 'a guest of an event and the answer',
    availability: 'free and busy times',
    calendar: 'a list of events with a colour',
    recurrence: 'how an event repeats',
  },
  drive: {
    file: 'a document, sheet or picture in the cloud',
    folder: 'where files lie',
    permission: 'who may open or edit a file',
    comment: 'a remark on a file',
    revision: 'an earlier version of a file',
  },
  notion: {
    page: 'a document of a workspace',
    database: 'a table of pages',
    block: 'a paragraph or list of a page',
    template: 'a page to begin from',
    mention: 'a link to a person or page',
  },
  spotify: {
    playlist: 'a list of songs',
    track: 'a song',
    playback: 'what is playing now, with volume and position',
    album: 'a record by an artist',
    podcast: 'a show with episodes',
  },
  homeassistant: {
    light: 'a lamp with brightness and colour',
    thermostat: 'the heating and its temperature',
    automation: 'what happens by itself',
    scene: 'a state of many devices',
    sensor: 'a measured value such as humidity',
  },
  postgres: {
    table: 'rows and columns of the database',
    query: 'an SQL statement',
    index: 'what makes lookups fast',
    role: 'a database user with rights',
    backup: 'a dump of the database',
  },
  stripe: {
    payment: 'money that a customer paid by card',
    invoice: 'a bill with items',
    subscription: 'a plan that renews',
    refund: 'money given back',
    customer: 'who buys',
  },
  shopify: {
    product: 'an article of the shop',
    order: 'what somebody bought',
    discount: 'a coupon code',
    inventory_level: 'how many are in stock',
    shipment: 'a parcel with tracking',
  },
  weather: {
    forecast: 'the weather of the next days',
    observation: 'the weather at a station now',
    alert: 'a warning of storm, flood or heat',
    location: 'a saved place',
    history: 'the weather of past days',
  },
  maps: {
    route: 'the way from one place to another',
    place: 'a restaurant, shop or sight',
    travel_time: 'how long a way takes',
    geocode: 'the coordinates of an address',
    traffic: 'jams and closures on roads',
  },
  flights: {
    flight: 'a plane connection with fares',
    booking: 'a reserved seat',
    boarding_pass: 'what is shown at the gate',
    fare_alert: 'a watch on ticket prices',
    airport: 'where planes land',
  },
  trains: {
    connection: 'a rail journey with changes',
    ticket: 'a paid rail trip',
    delay: 'how late a train is',
    seat_reservation: 'a place on a train',
    station: 'where trains stop',
  },
  hotels: {
    room: 'a bed for the night with its price',
    reservation: 'a booked stay',
    review: 'what guests wrote',
    amenity: 'pool, breakfast or parking',
    loyalty_account: 'points of a guest',
  },
  contacts: {
    person: 'name, phone and address of somebody',
    group: 'people together',
    birthday: 'the day somebody was born',
    phone_number: 'how to call somebody',
    note: 'a remark about somebody',
  },
  todoist: {
    task: 'something to do with a due date',
    project: 'tasks together',
    section: 'a part of a project',
    priority: 'how urgent a task is',
    productivity_report: 'how many tasks were finished',
  },
  aws: {
    instance: 'a virtual server',
    bucket: 'object storage',
    function: 'serverless code',
    cost_report: 'what the cloud account spends',
    security_group: 'firewall rules',
  },
  kubernetes: {
    pod: 'running containers',
    deployment: 'replicas of a service',
    log: 'what a container printed',
    secret: 'credentials of a namespace',
    node: 'a machine of the cluster',
  },
  docker: {
    container: 'a running image',
    image: 'a packaged program',
    volume: 'data that stays',
    network: 'how containers reach each other',
    registry: 'where images are pushed',
  },
  sentry: {
    error: 'an exception with its stack trace',
    alert_rule: 'when somebody is told of errors',
    performance_trace: 'how long a request took',
    session_replay: 'what a user saw before an error',
    deploy: 'a version that went live',
  },
  figma: {
    frame: 'a design on the canvas',
    component: 'a reusable design element',
    export: 'a picture of a design as PNG or SVG',
    style: 'colours and fonts',
    prototype: 'clickable screens',
  },
  youtube: {
    video: 'a clip with title and views',
    transcript: 'what is said in a video',
    subscriber: 'who follows a channel',
    thumbnail: 'the preview picture',
    live_stream: 'a broadcast',
  },
  browser: {
    tab: 'an open web page',
    screenshot: 'a picture of the page',
    form: 'fields that are filled in and sent',
    cookie: 'what a site keeps',
    download: 'a file from a site',
  },
  filesystem: {
    text_file: 'a file on this machine',
    directory: 'a folder on this machine',
    symlink: 'a link to a file',
    archive: 'a zip or tar',
    checksum: 'a hash that shows whether a file changed',
  },
  git: {
    commit: 'a recorded change',
    branch: 'a line of development',
    tag: 'a named commit',
    stash: 'changes put aside',
    diff: 'what differs between versions',
  },
  memory: {
    entity: 'a person or thing in the knowledge graph',
    relation: 'how two entities belong together',
    fact: 'something known of an entity',
    timeline: 'facts in order of time',
    graph: 'all that is known',
  },
  translate: {
    translation: 'a text in another language',
    glossary: 'fixed words for a translation',
    language: 'which language a text is in',
    pronunciation: 'how a word is spoken',
    dictionary_entry: 'what a word means',
  },
  finance: {
    stock_quote: 'the price of a share',
    portfolio: 'what is held',
    exchange_rate: 'one currency in another',
    dividend: 'what a share pays',
    watchlist: 'shares that are followed',
  },
  banking: {
    account: 'a bank account with its balance',
    transaction: 'money in or out',
    transfer: 'money sent to somebody',
    standing_order: 'a transfer that repeats',
    statement: 'a month of an account',
  },
  fitness: {
    workout: 'a run, ride or training',
    heart_rate: 'pulse over time',
    sleep: 'how long and well somebody slept',
    weight: 'body weight',
    goal: 'what to reach, such as steps a day',
  },
  recipes: {
    recipe: 'ingredients and steps of a dish',
    meal_plan: 'what is eaten on which day',
    shopping_list: 'groceries to buy',
    nutrition: 'calories and protein',
    pantry_item: 'food at home',
  },
  news: {
    article: 'a report of a newspaper',
    headline: 'the top stories',
    topic: 'a subject that is followed',
    source: 'a newspaper or site',
    digest: 'a summary of the day',
  },
  crm: {
    lead: 'somebody who may buy',
    deal: 'a sale under way',
    company: 'a business customer',
    call: 'a phone conversation with a customer',
    pipeline: 'stages of sales',
  },
  hr: {
    employee: 'somebody on the staff',
    vacation: 'days off',
    payslip: 'the pay of a month',
    applicant: 'somebody who wants a job',
    expense: 'what an employee paid for the company',
  },
  printer: {
    print_job: 'pages sent to paper',
    scanner: 'paper made a picture',
    toner: 'how much ink is left',
    paper_tray: 'paper in the printer',
    print_queue: 'jobs that wait',
  },
  camera: {
    snapshot: 'a still picture of a camera',
    recording: 'video of a camera',
    motion: 'when something moved',
    zone: 'a watched area',
    doorbell: 'who rang at the door',
  },
  ebooks: {
    book: 'a title of the library',
    highlight: 'a marked passage',
    reading_position: 'the page somebody is at',
    collection: 'books together',
    loan: 'a borrowed title',
  },
};

const verbs: Readonly<Record<string, (thing: string, server: string) => string>> = {
  create: (thing, server) => `Create or add a new ${thing} in ${server}.`,
  get: thing => `Get the details of one ${thing}.`,
  list: thing => `List and search every ${thing}, filtered by date, status or words.`,
  update: thing => `Change an existing ${thing}.`,
  delete: thing => `Delete or cancel a ${thing} for good.`,
};

export interface Offered {
  readonly server: string;
  readonly tool: string;
  readonly description: string;
}

export const offered: readonly Offered[] = Object.entries(servers).flatMap(([server, things]) =>
  Object.entries(things).flatMap(([thing, what]) =>
    Object.entries(verbs).map(([verb, said]) => ({
      server,
      tool: `${verb}_${thing}`,
      description: `${said(thing.replaceAll('_', ' '), server)} A ${thing.replaceAll('_', ' ')} is ${what}.`,
    })),
  ),
);
