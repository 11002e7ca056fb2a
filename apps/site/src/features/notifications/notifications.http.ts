import type { callsByFeature } from '@klieg/contract';
import type { Clock, Uuid } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { NoticeStore } from './notice-store.ts';
import { presentNotice } from './present-notice.ts';
import type { SendCount } from './notify.ts';

interface Deps {
  readonly notices: NoticeStore;
  readonly sendCount: SendCount;
  readonly clock: Clock;
}

export function makeNotificationsHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['notifications'], SiteCaller> {
  return {
    async listNotifications({ query }, { caller }) {
      const { id } = caller.account!;
      const cursor = uuidCursor(query.cursor);
      const items = await deps.notices.list(id, cursor, query.limit + 1);
      const shown = items.slice(0, query.limit);
      return {
        items: shown.map((notice) => presentNotice(notice, caller.locale)),
        next_cursor: items.length > query.limit ? shown.at(-1)!.id : null,
        unread: await deps.notices.countUnread(id),
      };
    },
    async markNotificationsRead({ body }, { caller }) {
      const { id } = caller.account!;
      const unread = await deps.notices.markRead(id, body.ids as Uuid[] | undefined);
      deps.sendCount(id, { seq: deps.clock.now(), count: unread });
      return { status: 1, unread };
    },
  };
}
