import type { Gender } from '@klieg/contract';

/** Password of every demo account; they exist only with DEMO=1. */
export const DEMO_PASSWORD = 'demo-password';
/** Models of the demo, the six named accounts apart. */
export const DEMO_MODELS = 300;
/** Drawn scenes that stand in for pictures. */
const SCENES = 60;

export interface DemoPerson {
  readonly username: string;
  readonly displayName: string;
  readonly gender: Gender;
  readonly type: 'model' | 'other';
  readonly birthDate: string;
  /** Days since the account was made, up to 40; for 30 of them a performer is new. */
  readonly joinedDaysAgo: number;
  readonly country: string;
  readonly region: string | null;
  readonly languages: readonly string[];
  readonly tags: readonly string[];
  readonly roles: readonly string[];
  readonly membership: 'vip' | 'super_vip' | 'premium' | null;
  readonly isAdmin: boolean;
  readonly isStudioOwner: boolean;
  readonly picture: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly subject: string;
  /** What somebody says of themselves. */
  readonly about: string;
}

/** A repeatable sequence of numbers from 0 to 1. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

const firstNames =
  'Marlowe Ines Teo Saoirse Kasimir Nadja Rafael Aiko Juno Wilhelmina Elio Mika Dalia Arlo Noor Cosmo Freya Odessa Lior Vesna Beau Priya Zora Hana Ezra Lucia Tomasz Amara Sunniva Caspian Mirela Otis Yara Linnea Bruno Kira Selma Anton Maren Iris Jonas Petra Felix Greta Hugo Ida Leon Mila Oskar Paula Ruben Stella Tilda Viktor Wanda Yannis Zelda Aurel Bianca Cyril'.split(
    ' ',
  );
const lastNames =
  'Vance Okafor Lindqvist Daly Petrescu Monte Tanaka Abara Ferri Sorensen Haddad Wren Jansen Reyes Novak Blake Amsel Kralj Martin Anand Finn Kovac Holt Bellini Wilk Diallo Berg Roy Stan Grey Sol Holm Sachs Volkova Moreau Lund Keller Marsh Ortiz Quist Rossi Silva Thorn Vidal Winter'.split(
    ' ',
  );
const places = [
  ['US', 'usa', 'english'],
  ['GB', 'europe', 'english'],
  ['DE', 'europe', 'german'],
  ['FR', 'europe', 'french'],
  ['IT', 'europe', 'italian'],
  ['NL', 'europe', 'dutch'],
  ['ES', 'europe', 'spanish'],
  ['RO', 'eastern-europe', 'romanian'],
  ['PL', 'eastern-europe', 'polish'],
  ['UA', 'eastern-europe', 'ukrainian'],
  ['CO', 'central-south-america', 'spanish'],
  ['BR', 'central-south-america', 'portuguese'],
  ['JP', 'asia', 'japanese'],
  ['KR', 'asia', 'korean'],
  ['ZA', 'africa', 'english'],
] as const;
const topics =
  'vinyl guitar talk fitness dance cooking cosplay boxing gaming painting yoga piano fashion jazz acoustic club cozy chess poetry language ceramics drums travel film books'.split(
    ' ',
  );
const subjects = [
  'Late records, side B at the goal',
  'New songs, requests open',
  'Cooking together tonight',
  'Quiet evening, talk about books',
  'Drawing portraits live',
  'Stretch and breathe, all levels',
  'Learning a new piece on the piano',
  'Board games with the room',
];
const openings = [
  'Mostly {topic}, some {other}, and long answers to short questions.',
  'I began with {topic} to have something to do in winter, and never stopped.',
  'Here for {topic}. The {other} happens when the evening gets late.',
  'Three evenings a week of {topic}, with the door open for {other}.',
  'Teacher by day, {topic} by night, and {other} when somebody asks nicely.',
  'If you came for {other}, stay for {topic}.',
];
const closings = [
  'Tips go into strings, paper and lamp oil, in that order.',
  'I read every line, so say hello.',
  'Privates are for those who like it quiet.',
  'The goal is always something we do together.',
  'Ask before you record, I usually say yes.',
  '{first} to everybody, no titles please.',
];
const rates = [6, 12, 18, 24, 30, 60, 90];
const genders: readonly Gender[] = ['f', 'f', 'f', 'f', 'm', 'm', 't', 'c'];

const scenePath = (i: number): string => `/scenes/s${String(i % SCENES).padStart(2, '0')}.jpg`;
const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');

const birthDateOf = (random: () => number): string =>
  `${1972 + Math.floor(random() * 32)}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;

/** A first sentence by what the room is about, and a second one that everybody could say. */
function aboutOf(i: number, first: string, tags: readonly string[]): string {
  const opening = openings[i % openings.length]!;
  const closing = closings[Math.floor(i / openings.length) % closings.length]!;
  const topics = opening.replace('{topic}', tags[0]!).replace('{other}', tags.at(-1)!);
  return `${topics} ${closing.replace('{first}', first)}`;
}

/** Every tenth performer has a fan club. */
const hasClub = (i: number): boolean => i % 10 === 0;

/** Three prices that rise, a little dearer where more people watch. */
function clubOf(i: number): Readonly<Record<string, unknown>> {
  if (!hasClub(i)) return {};
  const supporter = i < 100 ? 150 : 100;
  const prices = { supporter, insider: supporter * 2, legend: supporter * 5 };
  return { fanclub_enabled: true, fanclub_prices: prices };
}

/** Spread over the forty days, the same in every demo; who is on air first is new. */
const joinedDaysAgo = (i: number): number => (i * 7) % 40;

function model(i: number, random: () => number, used: Set<string>): DemoPerson {
  const first = i < firstNames.length ? firstNames[i]! : pick(firstNames, random);
  const isCouple = genders[i % genders.length] === 'c';
  let displayName = isCouple
    ? `${first} & ${pick(firstNames, random)}`
    : `${first} ${pick(lastNames, random)}`;
  let username = slug(displayName).slice(0, 18);
  while (used.has(username)) {
    displayName = `${pick(firstNames, random)} ${pick(lastNames, random)}`;
    username = `${slug(displayName).slice(0, 16)}_${i}`.slice(0, 20);
  }
  used.add(username);
  const [country, region, language] = pick(places, random);
  const second = random() < 0.4 && language !== 'english' ? ['english'] : [];
  const tags = new Set([pick(topics, random), pick(topics, random), pick(topics, random)]);
  return {
    username,
    displayName,
    gender: genders[i % genders.length]!,
    type: 'model',
    birthDate: birthDateOf(random),
    joinedDaysAgo: joinedDaysAgo(i),
    country,
    region,
    languages: [language, ...second],
    tags: [...tags],
    roles: [],
    membership: null,
    isAdmin: false,
    isStudioOwner: false,
    picture: scenePath(i),
    settings: { private_cost: pick(rates, random), spy_cost: 6, chat_allowed: 'all', ...clubOf(i) },
    subject: pick(subjects, random),
    about: aboutOf(i, first, [...tags]),
  };
}

const account = (username: string, displayName: string, more: Partial<DemoPerson> = {}): DemoPerson => ({
  username,
  displayName,
  gender: 'f',
  type: 'other',
  birthDate: '1990-05-01',
  joinedDaysAgo: 20,
  country: 'DE',
  region: null,
  languages: ['english'],
  tags: [],
  roles: [],
  membership: null,
  isAdmin: false,
  isStudioOwner: false,
  picture: null,
  settings: {},
  subject: '',
  about: '',
  ...more,
});

/** The six accounts that the start prints. */
export const namedPeople: readonly DemoPerson[] = [
  account('demo_viewer', 'Demo Viewer', { gender: 'm' }),
  account('demo_model', 'Demo Model', {
    type: 'model',
    region: 'europe',
    tags: ['talk', 'vinyl'],
    picture: '/scenes/s59.jpg',
    settings: { chat_allowed: 'all', private_cost: 30, fanclub_enabled: true },
    subject: 'Say hello',
    about: 'This is the performer of the demo. Go live at /broadcast and see your own room from both sides.',
  }),
  account('demo_studio', 'Demo Studio', { isStudioOwner: true }),
  account('demo_moderator', 'Demo Moderator', { roles: ['site_mod'] }),
  account('demo_admin', 'Demo Admin', { roles: ['site_mod', 'model_admin'], isAdmin: true }),
  account('demo_webmaster', 'Demo Webmaster'),
];

const viewerNames =
  'mattias_r linden_w otter_lamp pilar_v quietstorm elena_k niko_87 holzfaeller92 kaffee_kurt sol_arc brass_owl tidewater'.split(
    ' ',
  );

/** Viewers of the demo who chat and tip. */
export const chattingViewers: readonly DemoPerson[] = viewerNames.map((username, i) =>
  account(username, username, {
    gender: i % 2 ? 'f' : 'm',
    membership: i === 6 ? 'super_vip' : i === 3 ? 'vip' : null,
  }),
);

const firstParts =
  'amber north quiet late paper silver velvet copper river plain lucky soft blue winter noon'.split(' ');
const secondParts = 'fox lantern anchor reader walker kettle harbor violet signal otter comet meadow'.split(
  ' ',
);
/** People of the audience; each pair of words is one. */
const AUDIENCE = firstParts.length * secondParts.length;

/** Viewers of the demo who follow and rate, and some of whom sit in rooms. */
export const audience: readonly DemoPerson[] = Array.from({ length: AUDIENCE }, (_, i) => {
  const username = `${firstParts[i % firstParts.length]!}_${secondParts[Math.floor(i / firstParts.length)]!}`;
  return account(username, username, { gender: i % 3 ? 'm' : 'f' });
});

/** The demo's models, the same at every start. */
export function demoModels(): DemoPerson[] {
  const random = makeRandom(20_261_120);
  const used = new Set<string>();
  return Array.from({ length: DEMO_MODELS }, (_, i) => model(i, random, used));
}
