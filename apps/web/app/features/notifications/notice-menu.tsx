import type { Notice } from '@klieg/contract';
import { formatMoment } from '@klieg/i18n';
import { IconButton, Menu, MenuItem } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { meStore } from '../../shared/me/me-store.ts';

const COUNT = '8';

/** The newest notices; seeing them marks them as read. */
function Notices() {
  const { i18n } = useLingui();
  const [items, setItems] = useState<readonly Notice[] | 'failed'>();
  useEffect(() => {
    const stop = new AbortController();
    const read = async () => {
      const { items: found, unread } = await lateApi.listNotifications({
        query: { limit: COUNT },
        signal: stop.signal,
      });
      setItems(found);
      if (unread === 0) return;
      const answer = await lateApi.markNotificationsRead({ body: {} });
      meStore.dispatch({ type: 'unread', count: answer.unread });
    };
    read().catch(() => !stop.signal.aborted && setItems('failed'));
    return () => stop.abort();
  }, []);
  if (items === undefined) return <div className="skeleton m-2 h-10" />;
  if (items === 'failed')
    return (
      <p className="p-2 text-ink-2">
        <Trans>The notifications did not load.</Trans>
      </p>
    );
  if (items.length === 0)
    return (
      <p className="p-2 text-ink-2">
        <Trans>Nothing new. News about rooms you follow appears here.</Trans>
      </p>
    );
  return items.map(({ id, title, body, url, created_at: at }) => {
    const words = (
      <>
        <span className="min-w-0 grow">
          <b className="block truncate">{title}</b>
          <span className="small block truncate text-ink-2">{body}</span>
        </span>
        <span className="small figure text-ink-3">{formatMoment(at, i18n.locale)}</span>
      </>
    );
    return (
      <MenuItem key={id} asLink>
        {url === null ? (
          <div className="menu-item h-auto! py-2!">{words}</div>
        ) : (
          <Link className="menu-item h-auto! py-2!" to={url}>
            {words}
          </Link>
        )}
      </MenuItem>
    );
  });
}

/** The bell: what has happened since the last look. */
export default function NoticeMenu({ unread }: { readonly unread: number }) {
  const { t } = useLingui();
  return (
    <Menu trigger={<IconButton icon="bell" label={t`Notifications, ${unread} unread`} unread={unread > 0} />}>
      <div className="w-[300px]">
        <Notices />
      </div>
    </Menu>
  );
}
