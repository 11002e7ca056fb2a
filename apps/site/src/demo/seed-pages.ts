import type { Uuid } from '@klieg/kernel';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { makePressStore } from '../features/content-pages/index.ts';
import { makeContestStore } from '../features/contests/index.ts';
import type { Database } from '../platform/postgres/index.ts';

const MANY = 1_000;

/** Fixed ids, so that each is there once, however often the demo starts. */
const idOf = (at: number) => `01932b5e-8c00-7000-8000-0000000001${String(at).padStart(2, '0')}` as Uuid;

/** Made up, on hosts that belong to nobody. */
const PRESS = [
  {
    outlet: 'stage-review',
    outlet_name: 'Stage Review',
    title: 'The live site where you can follow every token',
    excerpt:
      'We sent ten dollars through a new marketplace and asked where each cent went. The statement told us.',
    link: 'https://stage-review.example.com/klieg-every-token',
    image_url: '/scenes/s07.jpg',
    daysAgo: 3,
  },
  {
    outlet: 'open-source-weekly',
    outlet_name: 'Open Source Weekly',
    title: 'A video marketplace that fits on one machine',
    excerpt: 'One command, one database, one page of settings: we ran it for a week on a small server.',
    link: 'https://oss-weekly.example.org/2026/klieg',
    image_url: null,
    daysAgo: 12,
  },
  {
    outlet: 'stage-review',
    outlet_name: 'Stage Review',
    title: 'Five performers on what they would change',
    excerpt: 'Payouts, privacy, light: performers talk about the tools they work with.',
    link: 'https://stage-review.example.com/five-performers',
    image_url: null,
    daysAgo: 30,
  },
] as const;

/** Press entries and contests of the demo; a repeat changes nothing. */
export async function seedPages(database: Database, nowMs: number): Promise<void> {
  const press = makePressStore(database);
  const contests = makeContestStore(database);
  await database.kysely.transaction().execute(async (transaction) => {
    for (const [at, { daysAgo, ...entry }] of PRESS.entries()) {
      const id = idOf(at);
      if (await press.lock(transaction, id)) continue;
      await press.put(transaction, { ...entry, id, published_at: new Date(nowMs - daysAgo * DAY_MS) }, MANY);
    }
    const told = [
      {
        id: idOf(10),
        title: 'Lights of the month',
        body: 'Every like that a performer is given in these days is a point. Likes are free: five a day, one for each performer.\n\nThe first three places win. The house pays the prizes within a week after the end.',
        first_day: utcDayOf(nowMs - 6 * DAY_MS),
        last_day: utcDayOf(nowMs + 21 * DAY_MS),
        prizes: ['5,000 tokens', '2,000 tokens', '500 tokens'],
      },
      {
        id: idOf(11),
        title: 'The long night',
        body: 'One night, one day: who is liked by the most people?',
        first_day: utcDayOf(nowMs + 30 * DAY_MS),
        last_day: utcDayOf(nowMs + 31 * DAY_MS),
        prizes: ['A week on the home page'],
      },
    ];
    for (const contest of told)
      if (!(await contests.lock(transaction, contest.id))) await contests.put(transaction, contest, MANY);
  });
}
