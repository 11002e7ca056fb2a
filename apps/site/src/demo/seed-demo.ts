import { type Uuid } from '@klieg/kernel';
import { makeOrderStore } from '../features/billing/index.ts';
import { hashPassword } from '../features/identity/index.ts';
import { deriveTransferId, type Ledger } from '../features/ledger/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import { audience, chattingViewers, DEMO_PASSWORD, demoModels, namedPeople } from './demo-people.ts';
import { makeDemoStore } from './demo-store.ts';
import { seedBanner } from './seed-banner.ts';
import { seedPlayback } from './seed-playback.ts';
import { seedClubs } from './seed-clubs.ts';
import { seedMenus } from './seed-menus.ts';
import { seedPages } from './seed-pages.ts';
import { seedSchedule } from './seed-schedule.ts';
import { seedTalks } from './seed-talks.ts';

/** Tokens that demo_viewer starts with. */
export const VIEWER_TOKENS = 5_000;
const CHATTER_TOKENS = 40_000;
/** So many of the audience have tokens to tip with, which is enough for 24 live rooms; the others only watch. */
const PAYING_AUDIENCE = 66;
const AWAY_COUNT = 6;
/** A fixed key: the demo's first tokens are given once, however often it starts. */
const SEED_KEY = '01932b5e-8c00-7000-8000-000000000001' as Uuid;

/** Makes the demo's people, rooms, first tokens and the card on file; a repeat changes nothing. */
export async function seedDemo(parts: {
  readonly database: Database;
  readonly ledger: Ledger;
}): Promise<void> {
  const store = makeDemoStore(parts.database);
  const models = demoModels();
  const people = [...namedPeople, ...chattingViewers, ...audience, ...models];
  const ids = await store.seed(people, await hashPassword(DEMO_PASSWORD));
  const gifts = [
    { username: 'demo_viewer', tokens: VIEWER_TOKENS },
    ...[...chattingViewers, ...audience.slice(0, PAYING_AUDIENCE)].map(({ username }) => ({
      username,
      tokens: CHATTER_TOKENS,
    })),
  ];
  await Promise.all(
    gifts.map(({ username, tokens }) =>
      parts.ledger.credit({
        id: deriveTransferId(`demo:${username}`, SEED_KEY),
        kind: 'promotion',
        source: 'promotions',
        to: ids.get(username)!,
        amountTokens: tokens,
        note: { comment: 'Demo tokens' },
      }),
    ),
  );
  await makeOrderStore(parts.database).keepCard(ids.get('demo_viewer')!, {
    biller: 'sandbox',
    token: 'sbx_4424242',
    brand: 'Visa',
    last4: '4242',
  });
  const idsOf = (list: readonly { readonly username: string }[]) =>
    list.map(({ username }) => ids.get(username)!);
  await store.fillWorld(idsOf(models), idsOf(audience));
  await seedClubs(store, { models: [...namedPeople, ...models], ids, nowMs: Date.now() });
  await seedMenus(store, idsOf([...models, ...namedPeople.filter(({ type }) => type === 'model')]));
  await seedTalks(parts.database, ids);
  await seedBanner(parts.database, Date.now());
  await seedPlayback(parts.database, Date.now());
  await seedPages(parts.database, Date.now());
  // The last of them are on air in no demo.
  const away = people.slice(-AWAY_COUNT).map(({ username }) => ids.get(username)!);
  await seedSchedule(parts.database, away, Date.now());
}
