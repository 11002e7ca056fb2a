import type { FanPost } from '@klieg/contract';
import { formatCount, formatDayTime } from '@klieg/i18n';
import { Button, Icon, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useIsInteractive } from '../../shared/use-client-value.ts';
import { MediaCards } from '../media-library/index.ts';
import { LEVEL_NAMES, LevelName } from './level-words.tsx';

/** When something was written, in the reader's time zone, which only the browser knows. */
function WrittenAt({ at }: { readonly at: string }) {
  const { i18n } = useLingui();
  return (
    <time dateTime={at} className="small text-ink-3">
      {useIsInteractive() ? formatDayTime(at, i18n.locale) : '\u00A0'}
    </time>
  );
}

function LikePost({
  post,
  onChange,
}: {
  readonly post: FanPost;
  readonly onChange: (change: Partial<FanPost>) => void;
}) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    const liked = !post.liked;
    try {
      const { likes } = await lateApi.likeFanPost({ params: { id: post.id }, body: { liked } });
      onChange({ likes, liked });
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      kind="text"
      icon={post.liked ? 'heart-fill' : 'heart'}
      aria-pressed={post.liked}
      aria-label={t`Like, ${formatCount(post.likes, i18n.locale)} so far`}
      busy={isBusy}
      onClick={() => void press()}
    >
      <span className="figure">{formatCount(post.likes, i18n.locale)}</span>
    </Button>
  );
}

export interface PostItemProps {
  readonly post: FanPost;
  /** Its author, where posts of several are mixed. */
  readonly from?: ReactNode;
  /** Absent where it cannot be liked, as one's own. */
  readonly onChange?: ((change: Partial<FanPost>) => void) | undefined;
  /** Link to what a locked post needs. */
  readonly unlock?: ReactNode;
  /** What else can be done with it. */
  readonly end?: ReactNode;
}

/** One post; a locked one only shows its level. */
export function PostItem({ post, from, onChange, unlock, end }: PostItemProps) {
  const { t, i18n } = useLingui();
  const name = t(LEVEL_NAMES[post.level]);
  return (
    <li className="club-post">
      <div className="club-post-head">
        {from}
        <WrittenAt at={post.at} />
        <span className="grow" />
        <span className="small text-ink-2">
          <LevelName level={post.level} />
        </span>
      </div>
      {post.locked ? (
        <div className="club-locked">
          <Icon name="lock-key" />
          <span className="grow">
            <b>
              <Trans>Locked</Trans>
            </b>{' '}
            {post.level === 'legend' ? (
              <Trans>For members of level {name}.</Trans>
            ) : (
              <Trans>For members of level {name} and above.</Trans>
            )}
          </span>
          {unlock}
        </div>
      ) : (
        <p className="club-words">{post.text}</p>
      )}
      {post.media.length > 0 && <MediaCards media={post.media} />}
      <div className="club-post-foot">
        {post.locked || !onChange ? (
          <span className="small flex items-center gap-1 text-ink-2">
            <Icon name="heart" size={14} label={t`Likes`} />
            <span className="figure">{formatCount(post.likes, i18n.locale)}</span>
          </span>
        ) : (
          <LikePost post={post} onChange={onChange} />
        )}
        <span className="grow" />
        {end}
      </div>
    </li>
  );
}
