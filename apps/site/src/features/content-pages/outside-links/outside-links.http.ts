import type { callsByFeature, DeskLink } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Handlers } from '#site/platform/http/index.ts';
import type { Database } from '#site/platform/postgres/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { type KeptLink, newLinkKey, type OutsideLinkStore } from './outside-link-store.ts';

/** Links that staff may have made by hand at once. */
const LINKS_MAX = 500;
const LIFE_MAX_MS = 366 * DAY_MS;

type Calls = 'verifyOutsideLink' | 'listDeskLinks' | 'addDeskLink' | 'removeDeskLink';

/** Whether a link can still be used by somebody new. */
function linkState(
  { uses_max: most, uses, expires_at: until }: Pick<KeptLink, 'uses_max' | 'uses' | 'expires_at'>,
  nowMs: number,
): DeskLink['state'] {
  if (until !== null && until.getTime() <= nowMs) return 'expired';
  return most !== null && uses >= most ? 'used_up' : 'open';
}

/** The page between this site and another one, and where staff makes links for it. */
export function makeOutsideLinkHandlers(deps: {
  readonly store: OutsideLinkStore;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
}): Pick<Handlers<(typeof callsByFeature)['content-pages'], SiteCaller>, Calls> {
  const { store, clock } = deps;
  const items = async (): Promise<DeskLink[]> =>
    (await store.listByHand()).map((link) => ({
      ...link,
      expires_at: link.expires_at && toInstant(link.expires_at),
      state: linkState(link, clock.now()),
    }));
  return {
    async verifyOutsideLink({ params }, { caller }) {
      const url = await store.use(params.key, caller.key, new Date(clock.now()));
      if (url === undefined) return { verified: false, url: null, host: null };
      return { verified: true, url, host: new URL(url).host };
    },
    listDeskLinks: async () => ({ items: await items() }),
    async addDeskLink({ body }, { caller }) {
      const left = Date.parse(body.expires_at) - clock.now();
      if (left <= 0 || left > LIFE_MAX_MS) throw new AppError('content_pages.expiry_invalid');
      const link = {
        key: newLinkKey(),
        url: body.url,
        usesMax: body.uses ?? null,
        expiresAt: new Date(body.expires_at),
      };
      await deps.database.kysely.transaction().execute(async (transaction) => {
        if (!(await store.addByHand(transaction, link, LINKS_MAX))) throw new AppError('content_pages.full');
        await deps.auditLog.note(transaction, caller, {
          action: 'links.added',
          target: `redir:${link.key}`,
          detail: { url: link.url, uses: String(link.usesMax ?? '–'), until: body.expires_at },
        });
      });
      return { status: 1, key: link.key, items: await items() };
    },
    async removeDeskLink({ params: { key } }, { caller }) {
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const url = await store.removeByHand(transaction, key);
        if (url === undefined) throw new AppError('common.not_found');
        const deed = { action: 'links.removed', target: `redir:${key}`, detail: { url } };
        await deps.auditLog.note(transaction, caller, deed);
      });
      return { status: 1 };
    },
  };
}
