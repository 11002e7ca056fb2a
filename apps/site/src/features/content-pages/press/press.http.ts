import { type callsByFeature, type DeskPressEntry, PRESS_PAGE_SIZE, type PressEntry } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Handlers } from '#site/platform/http/index.ts';
import type { Database } from '#site/platform/postgres/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { outletSlug } from './outlet-slug.ts';
import type { KeptEntry, PressStore } from './press-store.ts';

const ENTRIES_MAX = 2_000;
const DESK_PAGE_SIZE = 50;

type Calls = 'listPress' | 'listDeskPress' | 'saveDeskPress' | 'removeDeskPress';

const lastPage = (count: number, size: number): number => Math.max(1, Math.ceil(count / size));

const present = (entry: KeptEntry): PressEntry => ({
  id: entry.id,
  outlet: entry.outlet,
  outlet_name: entry.outlet_name,
  title: entry.title,
  excerpt: entry.excerpt,
  url: `/redir/${entry.link_key}`,
  image_url: entry.image_url,
  published_at: toInstant(entry.published_at),
});
const presentForDesk = (entry: KeptEntry): DeskPressEntry => ({ ...present(entry), link: entry.link });

const detailOf = (entry: Omit<KeptEntry, 'link_key'>): Record<string, string> => ({
  outlet: entry.outlet_name,
  title: entry.title,
  link: entry.link,
  published: toInstant(entry.published_at),
});

interface Deps {
  readonly store: PressStore;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly clock: Clock;
}

/** A page of press articles, and their outlets. */
export const makeReadPress =
  ({ store, clock }: Pick<Deps, 'store' | 'clock'>) =>
  async ({ page, outlet }: { readonly page: number; readonly outlet?: string | undefined }) => {
    const until = new Date(clock.now());
    const offset = (page - 1) * PRESS_PAGE_SIZE;
    const [{ entries, count }, outlets] = await Promise.all([
      store.list({ outlet, until, limit: PRESS_PAGE_SIZE, offset }),
      store.listOutlets(until),
    ]);
    return { data: entries.map(present), last_page: lastPage(count, PRESS_PAGE_SIZE), outlets };
  };

export type ReadPress = ReturnType<typeof makeReadPress>;

/** The press page, and where staff fills it. */
export function makePressHandlers(
  deps: Deps & { readonly readPress: ReadPress },
): Pick<Handlers<(typeof callsByFeature)['content-pages'], SiteCaller>, Calls> {
  const { store } = deps;
  return {
    listPress: ({ query }) => deps.readPress(query),
    async listDeskPress({ query: { page } }) {
      const offset = (page - 1) * DESK_PAGE_SIZE;
      const asked = { outlet: undefined, until: undefined, limit: DESK_PAGE_SIZE, offset };
      const { entries, count } = await store.list(asked);
      return { items: entries.map(presentForDesk), last_page: lastPage(count, DESK_PAGE_SIZE) };
    },
    async saveDeskPress({ body }, { caller }) {
      const entry = {
        ...body,
        id: (body.id as Uuid | undefined) ?? uuidv7(),
        outlet: outletSlug(body.outlet_name),
        published_at: new Date(body.published_at),
      };
      const kept = await deps.database.kysely.transaction().execute(async (transaction) => {
        if (body.id !== undefined && !(await store.lock(transaction, entry.id)))
          throw new AppError('common.not_found');
        if (!(await store.put(transaction, entry, ENTRIES_MAX))) throw new AppError('content_pages.full');
        await deps.auditLog.note(transaction, caller, {
          action: body.id === undefined ? 'press.added' : 'press.changed',
          target: `press:${entry.id}`,
          detail: detailOf(entry),
        });
        return store.lock(transaction, entry.id);
      });
      return { status: 1, entry: presentForDesk(kept!) };
    },
    async removeDeskPress({ params }, { caller }) {
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const entry = await store.lock(transaction, params.id as Uuid);
        if (!entry) throw new AppError('common.not_found');
        await store.remove(transaction, entry);
        const deed = { action: 'press.removed', target: `press:${entry.id}`, detail: detailOf(entry) };
        await deps.auditLog.note(transaction, caller, deed);
      });
      return { status: 1 };
    },
  };
}
