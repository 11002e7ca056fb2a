import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BrandFeature } from '../brand/index.ts';
import { makeAnnouncementStore } from './announcement-store.ts';
import { makeAnnouncementsHandlers } from './announcements.http.ts';
import { announcementsChanged, makeNewestAnnouncements } from './newest-announcements.ts';

/** What the operator tells members: a page with all of it, the newest told once to each browser. */
export function composeAnnouncements(
  { database, notices, logged }: Pick<Kit, 'database' | 'notices' | 'logged'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly brand: Pick<BrandFeature, 'announceBy'>;
  },
) {
  const store = makeAnnouncementStore(database);
  const newest = makeNewestAnnouncements(store);
  const stop = notices.on(announcementsChanged, () => {
    newest.reload().catch(logged('the announcements could not be read'));
  });
  uses.brand.announceBy((account) => {
    const one = newest.newestFor(account);
    return one ? { id: one.id, title: one.title, url: '/announcements' } : null;
  });
  const chores: readonly Chore[] = [
    // News of other nodes may be lost.
    { failure: 'the announcements could not be read', everyMs: MINUTE_MS, on: 'each', run: newest.reload },
  ];
  return {
    chores,
    start: newest.reload,
    stop: async () => stop(),
    handlers: makeAnnouncementsHandlers({
      store,
      database,
      auditLog: uses.audit.auditLog,
      async onChanged() {
        await newest.reload();
        notices.tell(announcementsChanged, {});
      },
    }),
  };
}
