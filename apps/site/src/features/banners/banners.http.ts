import type { Banner, callsByFeature, DeskBanner } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Notices } from '../../platform/events/index.ts';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { bannersChanged, type BannerList } from './banner-list.ts';
import { BANNERS_MAX, bannerState, isAllowedLink } from './banner-rules.ts';
import type { BannerStore, SetBanner } from './banner-store.ts';

export const presentBanner = (one: SetBanner): Banner => ({
  id: one.id,
  image_url: one.imageUrl,
  image_mobile_url: one.imageMobileUrl,
  url: one.url,
  alt: one.alt,
  starts_at: toInstant(one.startsAt),
  ends_at: one.endsAt && toInstant(one.endsAt),
  audience: one.audience,
});

/** What the audit log says of a banner. */
const detailOf = (one: SetBanner): Record<string, string> => ({
  url: one.url,
  alt: one.alt,
  image: one.imageUrl,
  audience: one.audience,
  position: String(one.position),
  from: toInstant(one.startsAt),
  until: one.endsAt ? toInstant(one.endsAt) : '–',
});

interface Deps {
  readonly store: BannerStore;
  readonly list: BannerList;
  readonly keepPicture: (content: AsyncIterable<Uint8Array>) => Promise<string>;
  readonly hosts: readonly string[];
  readonly listFor: (caller: SiteCaller) => Banner[];
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly notices: Pick<Notices, 'tell'>;
  readonly clock: Clock;
}

/** The banners of pages, and where staff sets them. */
export function makeBannersHandlers(deps: Deps): Handlers<(typeof callsByFeature)['banners'], SiteCaller> {
  const items = async (): Promise<DeskBanner[]> =>
    (await deps.store.list()).map((one) => ({
      ...presentBanner(one),
      position: one.position,
      state: bannerState(one, deps.clock.now()),
    }));
  const changed = async () => {
    await deps.list.reload();
    deps.notices.tell(bannersChanged, {});
  };
  return {
    listBanners: (_input, { caller }) => ({ data: deps.listFor(caller) }),
    listDeskBanners: async () => ({ items: await items() }),
    async saveDeskBanner({ body }, { caller }) {
      const banner: SetBanner = {
        id: (body.id as Uuid | undefined) ?? uuidv7(),
        imageUrl: body.image_url,
        imageMobileUrl: body.image_mobile_url,
        url: body.url,
        alt: body.alt,
        audience: body.audience,
        position: body.position,
        startsAt: new Date(body.starts_at),
        endsAt: body.ends_at === null ? null : new Date(body.ends_at),
      };
      if (!isAllowedLink(banner.url, deps.hosts)) throw new AppError('banners.link_refused');
      if (banner.endsAt && banner.endsAt <= banner.startsAt) throw new AppError('banners.dates_invalid');
      await deps.database.kysely.transaction().execute(async (transaction) => {
        if (body.id !== undefined && !(await deps.store.lock(transaction, banner.id)))
          throw new AppError('common.not_found');
        if (!(await deps.store.put(transaction, banner, BANNERS_MAX))) throw new AppError('banners.full');
        await deps.auditLog.note(transaction, caller, {
          action: body.id === undefined ? 'banners.added' : 'banners.changed',
          target: `banner:${banner.id}`,
          detail: detailOf(banner),
        });
      });
      await changed();
      return { status: 1, items: await items() };
    },
    async removeDeskBanner({ params }, { caller }) {
      const id = params.id as Uuid;
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const banner = await deps.store.lock(transaction, id);
        if (!banner) throw new AppError('common.not_found');
        await deps.store.remove(transaction, id);
        const deed = { action: 'banners.removed', target: `banner:${id}`, detail: detailOf(banner) };
        await deps.auditLog.note(transaction, caller, deed);
      });
      await changed();
      return { status: 1 };
    },
    uploadBannerPicture: async ({ file }) => ({ status: 1, image_url: await deps.keepPicture(file.read()) }),
  };
}
