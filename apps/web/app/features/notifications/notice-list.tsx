import type { Notice } from '@klieg/contract';
import { formatMoment } from '@klieg/i18n';
import { Button, Empty, ErrorBox, Icon, type IconName } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { meStore } from '../../shared/me/me-store.ts';

const ICONS: Partial<Record<Notice['kind'], IconName>> = {
  new_follower: 'heart-fill',
  friend_request: 'user-plus',
  model_online: 'broadcast',
  pm: 'chat-circle-text',
  tip: 'coins',
};

interface Pages {
  readonly items: readonly Notice[];
  readonly cursor: string | null;
}

/** Every notice of the person, newest first; seeing them marks them as read. */
export function NoticeList() {
  const { t, i18n } = useLingui();
  const [pages, setPages] = useState<Pages | 'failed'>();
  const read = useCallback(async (after?: string) => {
    try {
      const answer = await lateApi.listNotifications({ query: after ? { cursor: after } : {} });
      setPages((old) => ({
        items: [...(after && typeof old === 'object' ? old.items : []), ...answer.items],
        cursor: answer.next_cursor,
      }));
      if (answer.unread === 0) return;
      const { unread } = await lateApi.markNotificationsRead({ body: {} });
      meStore.dispatch({ type: 'unread', count: unread });
    } catch {
      if (!after) setPages('failed');
    }
  }, []);
  useEffect(() => {
    const first = setTimeout(() => void read());
    return () => clearTimeout(first);
  }, [read]);
  if (pages === 'failed')
    return <ErrorBox title={<Trans>The notifications did not load.</Trans>} onRetry={() => void read()} />;
  if (!pages)
    return (
      <output className="grid gap-2 p-3" aria-busy="true" aria-label={t`Loading notifications`}>
        {[1, 2, 3].map((row) => (
          <div key={row} className="skeleton h-12" />
        ))}
      </output>
    );
  if (pages.items.length === 0)
    return (
      <Empty title={<Trans>No notifications</Trans>}>
        <Trans>News about rooms you follow appears here.</Trans>
      </Empty>
    );
  return (
    <>
      <ul aria-label={t`Notifications`}>
        {pages.items.map(({ id, kind, title, body, url, created_at: at, read_at: readAt }) => (
          <li key={id}>
            <Link className="list-row talk-row" to={url ?? '#'}>
              <Icon name={ICONS[kind] ?? 'bell'} size={18} />
              <span className="min-w-0 grow">
                {readAt === null ? (
                  <b className="block truncate">{title}</b>
                ) : (
                  <span className="block truncate">{title}</span>
                )}
                {body && <span className="small block truncate text-ink-2">{body}</span>}
              </span>
              <span className="small figure text-ink-3">{formatMoment(at, i18n.locale)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {pages.cursor && (
        <div className="grid justify-center p-3">
          <Button kind="line" size="small" onClick={() => void read(pages.cursor!)}>
            <Trans>Older notifications</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
