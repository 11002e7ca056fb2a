import type { Announcement } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, Empty, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { lateApi } from '#app/shared/api/late-client.ts';
import { LegalText } from '#app/shared/legal-text/legal-text.tsx';
import { useMorePages } from '#app/shared/use-more-pages.ts';

const readPage = (cursor: string | undefined, signal: AbortSignal) =>
  lateApi.listAnnouncements({ query: { ...(cursor !== undefined && { cursor }) }, signal });

function Post({ post }: { readonly post: Announcement }) {
  const { i18n } = useLingui();
  const heading = `announcement-${post.id}`;
  return (
    <article className="module grid gap-2 p-4" aria-labelledby={heading}>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={heading} className="grow">
          {post.title}
        </h2>
        <time className="small text-ink-3" dateTime={post.at}>
          {formatDayTime(post.at, i18n.locale)}
        </time>
      </div>
      <LegalText html={post.body_html} />
    </article>
  );
}

function Waiting() {
  return (
    <output className="grid gap-3" aria-busy="true">
      <span className="visually-hidden">
        <Trans>Loading the news</Trans>
      </span>
      {[1, 2].map((row) => (
        <span key={row} className="skeleton h-32" />
      ))}
    </output>
  );
}

/** `/announcements`: what our team tells members, newest first. */
export function AnnouncementsPage() {
  const { items, hasFailed, hasMore, isBusy, loadMore } = useMorePages(readPage);
  return (
    <main id="main" className="grid content-start gap-4 p-4">
      <h1>
        <Trans>News from our team</Trans>
      </h1>
      {items?.map((post) => (
        <Post key={post.id} post={post} />
      ))}
      {items === undefined && !hasFailed && <Waiting />}
      {items?.length === 0 && (
        <Empty title={<Trans>No news yet</Trans>}>
          <Trans>What changes on this site is announced here.</Trans>
        </Empty>
      )}
      {hasFailed && (
        <Notice
          tone="bad"
          title={<Trans>The news could not be loaded</Trans>}
          action={
            <Button size="small" onClick={loadMore}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
      {hasMore && !hasFailed && (
        <Button kind="line" busy={isBusy} onClick={loadMore}>
          <Trans>Older news</Trans>
        </Button>
      )}
    </main>
  );
}
