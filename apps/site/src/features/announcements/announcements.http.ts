import type { callsByFeature, DeskAnnouncement } from '@klieg/contract';
import { AppError, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { renderMarkdown } from '../content-pages/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AnnouncementStore, KeptAnnouncement } from './announcement-store.ts';
import { audiencesOf } from './newest-announcements.ts';

/** Announcements that there may be at once. */
const ANNOUNCEMENTS_MAX = 500;
const ALL = ['all', 'viewer', 'model'] as const;

const detailOf = ({ title, audience }: Pick<KeptAnnouncement, 'title' | 'audience'>) => ({ title, audience });

const presentHead = ({ id, title, audience, createdAt }: KeptAnnouncement) => ({
  id,
  title,
  audience,
  at: toInstant(createdAt),
});

/** Throws for a text that no page could show. @throws announcements.link_refused */
function checkText(body: string): void {
  try {
    renderMarkdown(body, {});
  } catch {
    throw new AppError('announcements.link_refused');
  }
}

interface Deps {
  readonly store: AnnouncementStore;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly onChanged: () => Promise<void>;
}

/** What members are told, and where staff writes it. */
export function makeAnnouncementsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['announcements'], SiteCaller> {
  const { store } = deps;
  const items = async (): Promise<DeskAnnouncement[]> =>
    (await store.list(ALL, { before: undefined, limit: ANNOUNCEMENTS_MAX })).map((one) => ({
      ...presentHead(one),
      body: one.body,
    }));
  return {
    async listAnnouncements({ query }, { caller }) {
      const found = await store.list(audiencesOf(caller.account), {
        before: query.cursor as Uuid | undefined,
        limit: query.limit + 1,
      });
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map((one) => ({ ...presentHead(one), body_html: renderMarkdown(one.body, {}) })),
        next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
      };
    },
    listDeskAnnouncements: async () => ({ items: await items() }),
    async saveDeskAnnouncement({ body }, { caller }) {
      checkText(body.body);
      const announcement = { ...body, id: (body.id as Uuid | undefined) ?? uuidv7() };
      await deps.database.kysely.transaction().execute(async (transaction) => {
        if (body.id !== undefined && !(await store.lock(transaction, announcement.id)))
          throw new AppError('common.not_found');
        if (!(await store.put(transaction, announcement, ANNOUNCEMENTS_MAX)))
          throw new AppError('announcements.full');
        await deps.auditLog.note(transaction, caller, {
          action: body.id === undefined ? 'announcements.added' : 'announcements.changed',
          target: `announcement:${announcement.id}`,
          detail: detailOf(announcement),
        });
      });
      await deps.onChanged();
      return { status: 1, items: await items() };
    },
    async removeDeskAnnouncement({ params }, { caller }) {
      await deps.database.kysely.transaction().execute(async (transaction) => {
        const announcement = await store.lock(transaction, params.id as Uuid);
        if (!announcement) throw new AppError('common.not_found');
        await store.remove(transaction, announcement.id);
        await deps.auditLog.note(transaction, caller, {
          action: 'announcements.removed',
          target: `announcement:${announcement.id}`,
          detail: detailOf(announcement),
        });
      });
      await deps.onChanged();
      return { status: 1 };
    },
  };
}
