import type { FanPost } from '@klieg/contract';
import { Button, Empty, ErrorBox, IconButton, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { PostItem } from '../post-item.tsx';
import { PostComposer } from './post-composer.tsx';

/** What the performer has written to members, and writes. */
export function OwnPosts({ username }: { readonly username: string }) {
  const { t, i18n } = useLingui();
  const [added, setAdded] = useState<readonly FanPost[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const read = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      const query = { profile: '0' as const, limit: '20', ...(cursor && { cursor }) };
      const { posts, next_cursor } = await lateApi.getFanClub({ params: { username }, query, signal });
      return { items: posts, next_cursor };
    },
    [username],
  );
  const { items, hasFailed, hasMore, isBusy, loadMore } = useMorePages<FanPost>(read);
  const isAdded = (id: string) => added.some((post) => post.id === id);
  const posts =
    items && [...added, ...items.filter(({ id }) => !isAdded(id))].filter(({ id }) => !removed.has(id));
  const remove = async (id: string) => {
    try {
      await lateApi.deleteFanPost({ params: { id } });
      setRemoved((old) => new Set([...old, id]));
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  const ask = ({ id }: FanPost) =>
    openModal('confirm', {
      title: t`Delete this post?`,
      text: t`Members can no longer read it, and its likes are lost.`,
      yes: t`Delete`,
      onYes: () => void remove(id),
    });
  return (
    <section className="club-blocks" aria-label={t`Posts`}>
      <h2>
        <Trans>Posts</Trans>
      </h2>
      <PostComposer onPosted={(post) => setAdded((old) => [post, ...old])} />
      {hasFailed && <ErrorBox title={<Trans>Your posts did not load</Trans>} onRetry={loadMore} />}
      {!posts && !hasFailed && <div className="skeleton h-24" aria-busy="true" />}
      {posts?.length === 0 && (
        <Empty title={<Trans>No posts yet</Trans>}>
          <Trans>Members see new posts at once, also on the page of all their clubs.</Trans>
        </Empty>
      )}
      {posts && posts.length > 0 && (
        <ul className="grid gap-3">
          {posts.map((post) => (
            <PostItem
              key={post.id}
              post={post}
              end={<IconButton icon="trash" label={t`Delete the post`} onClick={() => ask(post)} />}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <div>
          <Button kind="line" busy={isBusy} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
