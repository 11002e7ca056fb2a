import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Pictures } from '../../platform/images/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BrandFeature, Sites } from '../brand/index.ts';
import { bannersChanged, makeBannerList } from './banner-list.ts';
import { makeDropLoosePictures, makeKeepPicture, serveBannerPictures } from './banner-pictures.ts';
import { makeBannerStore } from './banner-store.ts';
import { makeBannersHandlers, presentBanner } from './banners.http.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Pictures with a link below the header of pages, and the staff page that sets them. */
export function composeBanners(
  { database, clock, notices, logged }: Pick<Kit, 'database' | 'clock' | 'notices' | 'logged'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly brand: Pick<BrandFeature, 'showBannersBy'>;
    readonly sites: Sites;
    readonly blobs: BlobStore;
    readonly newPictures: () => Pictures;
    readonly bannerHosts: readonly string[];
  },
) {
  const { blobs, sites } = uses;
  const store = makeBannerStore(database);
  const list = makeBannerList({ store, clock });
  const stop = notices.on(bannersChanged, () => {
    list.reload().catch(logged('the banners could not be read'));
  });
  uses.brand.showBannersBy(list.hasAny);
  /** Somebody's banners in order; a site may show none. */
  const listFor = (caller: SiteCaller) =>
    sites.brandOf(caller.site).custom.hide_banner ? [] : list.shownTo(caller.account).map(presentBanner);
  const chores: readonly Chore[] = [
    // News of other nodes may be lost.
    { failure: 'the banners could not be read', everyMs: MINUTE_MS, on: 'each', run: list.reload },
    {
      failure: 'pictures of no banner could not be dropped',
      everyMs: DAY_MS,
      on: 'one',
      run: makeDropLoosePictures({ store, blobs }),
    },
  ];
  return {
    chores,
    listFor,
    reload: list.reload,
    start: list.reload,
    stop: async () => stop(),
    routes: (app: FastifyInstance) => serveBannerPictures(app, blobs),
    handlers: makeBannersHandlers({
      store,
      list,
      keepPicture: makeKeepPicture({ store, pictures: uses.newPictures() }),
      hosts: uses.bannerHosts,
      listFor,
      auditLog: uses.audit.auditLog,
      database,
      notices,
      clock,
    }),
  };
}
