import type { Uuid } from '@klieg/kernel';
import { BANNERS_MAX, makeBannerStore } from '../features/banners/index.ts';
import type { Database } from '../platform/postgres/index.ts';

/** The banner of the demo has a fixed id, so that it is there once, however often the demo starts. */
const BANNER_ID = '01932b5e-8c00-7000-8000-000000000004' as Uuid;

/** One banner, which leads to the board of the week; a repeat changes nothing. */
export async function seedBanner(database: Database, nowMs: number): Promise<void> {
  const store = makeBannerStore(database);
  await database.kysely.transaction().execute(async (transaction) => {
    if (await store.lock(transaction, BANNER_ID)) return;
    const banner = {
      id: BANNER_ID,
      imageUrl: '/scenes/banner-week.png',
      imageMobileUrl: '/scenes/banner-week-narrow.png',
      url: '/most-liked',
      alt: 'Who leads the week? The busiest rooms on Klieg, counted from Monday on.',
      audience: 'all' as const,
      position: 10,
      startsAt: new Date(nowMs),
      endsAt: null,
    };
    await store.put(transaction, banner, BANNERS_MAX);
  });
}
