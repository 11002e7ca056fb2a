import { MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import { makeStoredPictures, serveReviewedPictures } from '../profile/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import type { ListReaders } from './fan-readers.ts';
import { makeLogos } from './logo/keep-logo.ts';
import { makeLogoNews, makeLogoReader } from './logo/logo-news.ts';
import { makeLogoReviews } from './logo/logo-reviews.ts';
import { makeLogoStore } from './logo/logo-store.ts';

/** The page that shows the logo of a club. */
const PAGE = /^\/([A-Za-z0-9_-]{3,30})\/fanclub\/?$/u;

interface Uses {
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly auditLog: AuditFeature['auditLog'];
  readonly notifyWithin: NotifyWithin;
  readonly sessions: Pick<SessionsFeature, 'resolveCaller'>;
  readonly hub: RoomsFeature['hub'];
  readonly listReaders: ListReaders;
  readonly blobs: BlobStore;
  readonly newPictures: () => Pictures;
  readonly now: () => number;
}

/** The logo of a fan club, which staff looks at before others see it. */
export function composeLogos(
  { database, feed, outbox, logged }: Pick<Kit, 'database' | 'feed' | 'outbox' | 'logged'>,
  uses: Uses,
) {
  const { blobs } = uses;
  const store = makeLogoStore(database);
  const news = makeLogoNews(outbox);
  const logos = makeLogos({
    database,
    store,
    blobs,
    pictures: uses.newPictures(),
    news,
    onFailure: logged('a logo of a fan club could not be kept or removed'),
  });
  const chores: readonly Chore[] = [
    {
      failure: 'old logos of fan clubs could not be dropped',
      everyMs: MINUTE_MS,
      on: 'one',
      run: logos.removeLoose,
    },
  ];
  return {
    logos: { ...logos, ownOf: store.ownOf, shownOf: store.shownOf },
    reviews: makeLogoReviews({ ...uses, database, store, news, onDropped: logos.removeSoon }),
    /** Logos, as complaints find them; a complaint that changes what others see tells them. */
    storedFiles: makeStoredPictures({
      kind: 'fan_logo',
      folder: 'fan-logos',
      page: PAGE,
      store: {
        ...store,
        async withhold(within, id) {
          const wasShown = await store.withhold(within, id);
          const owner = wasShown ? await store.findOwner(within, id) : undefined;
          if (owner !== undefined) await news.note(within, owner);
          return wasShown;
        },
        async giveBack(within, id, wasShown) {
          await store.giveBack(within, id, wasShown);
          const owner = wasShown ? await store.findOwner(within, id) : undefined;
          if (owner !== undefined) await news.note(within, owner);
        },
      },
    }),
    routes: (app: FastifyInstance) =>
      serveReviewedPictures(app, {
        folder: 'fan-logos',
        find: store.find,
        blobs,
        resolveCaller: uses.sessions.resolveCaller,
      }),
    factReader: makeLogoReader({
      ...uses,
      store,
      feed,
      listReaders: (owner) => uses.listReaders(owner, 'supporter'),
    }),
    chores,
  };
}
