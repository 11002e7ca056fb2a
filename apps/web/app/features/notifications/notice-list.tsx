import type { Notice } from '@klieg/contract';
import { formatMoment } from '@klieg/i18n';
import { Button, Empty, ErrorBox, Icon, type IconName } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { useMorePages } from '../../shared/use-more-pages.ts';

const ICONS: Partial<Record<Notice['kind'], IconName>> = {
  new_follower: 'heart-fill',
  friend_request: 'user-plus',
  model_online: 'broadcast',
  pm: 'chat-circle-text',
  tip: 'coins',
};

/** A page of them; those that were seen are marked as read, which may come late or fail. */
async function readNotices(cursor: string | undefined, signal: AbortSignal) {
  const answer = await lateApi.listNotifications({ query: cursor ? { cursor } : {}, signal });
  if (answer.unread > 0 && !signal.aborted)
    void lateApi.markNotificationsRead({ body: {} }).then(
      ({ unread }) => meStore.dispatch({ type: 'unread', count: unread }),
      () => undefined,
    );
  return answer;
}

function Row({ notice }: { readonly notice: Notice }) {
  const { i18n } = useLingui();
  const { kind, title, body, url, created_at: at, read_at: readAt } = notice;
  const words = (
    <>
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
    </>
  );
  return (
    <li>
      {url === null ? (
        <div className="list-row talk-row">{words}</div>
      ) : (
        <Link className="list-row talk-row" to={url}>
          {words}
        </Link>
      )}
    </li>
  );
}

/** Every notice of the person, newest first; seeing them marks them as read. */
export function NoticeList() {
  const { t } = useLingui();
  const { items, hasFailed, hasMore, isBusy, loadMore } = useMorePages(readNotices);
  const failure = <ErrorBox title={<Trans>The notifications did not load.</Trans>} onRetry={loadMore} />;
  if (!items)
    return hasFailed ? (
      failure
    ) : (
      <output className="grid gap-2 p-3" aria-busy="true" aria-label={t`Loading notifications`}>
        {[1, 2, 3].map((row) => (
          <div key={row} className="skeleton h-12" />
        ))}
      </output>
    );
  if (items.length === 0)
    return (
      <Empty title={<Trans>No notifications</Trans>}>
        <Trans>News about rooms you follow appears here.</Trans>
      </Empty>
    );
  return (
    <>
      <ul aria-label={t`Notifications`}>
        {items.map((notice) => (
          <Row key={notice.id} notice={notice} />
        ))}
      </ul>
      {hasFailed && failure}
      {hasMore && (
        <div className="grid justify-center p-3">
          <Button kind="line" size="small" busy={isBusy} onClick={loadMore}>
            <Trans>Older notifications</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
