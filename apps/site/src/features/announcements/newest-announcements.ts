import type { AnnouncementAudience } from '@klieg/contract';
import { notice } from '../../platform/events/index.ts';
import type { Account } from '../identity/index.ts';
import type { AnnouncementStore, KeptAnnouncement } from './announcement-store.ts';

/** Staff has changed the announcements; each node reads them again. */
export const announcementsChanged = notice<Readonly<Record<string, never>>>('announcements.changed');

/** What somebody is told, by what they are; guests are told nothing. */
export const audiencesOf = (account: Pick<Account, 'type'> | null): readonly AnnouncementAudience[] =>
  account === null ? [] : ['all', account.type === 'model' ? 'model' : 'viewer'];

/** The newest announcement for each kind of member in this node's memory, since every visit of a member asks for it. */
export function makeNewestAnnouncements(store: Pick<AnnouncementStore, 'list'>) {
  let known: readonly KeptAnnouncement[] = [];
  let latest = 0;
  return {
    async reload(): Promise<void> {
      const turn = ++latest;
      const ofEach = await Promise.all(
        (['model', 'viewer'] as const).map((one) =>
          store.list(['all', one], { before: undefined, limit: 1 }),
        ),
      );
      // A slower answer to an older question undoes nothing.
      if (turn === latest) known = ofEach.flat();
    },
    newestFor(account: Pick<Account, 'type'> | null): KeptAnnouncement | undefined {
      const audiences = audiencesOf(account);
      return known
        .filter(({ audience }) => audiences.includes(audience))
        .reduce<KeptAnnouncement | undefined>(
          (newest, one) => (newest === undefined || one.id > newest.id ? one : newest),
          undefined,
        );
    },
  };
}
