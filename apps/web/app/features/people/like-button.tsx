import { Button, showToast } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';

/** A like for the leaderboard of the week: five a day, one for each performer. */
export function LikeButton({ username }: { readonly username: string }) {
  const { i18n } = useLingui();
  const me = useMe();
  const [likes, setLikes] = useState<number>();
  const [isBusy, setBusy] = useState(false);
  const like = () => {
    if (me.kind === 'guest') return openModal('signup', { reason: 'follow' });
    if (me.kind === 'unknown') return;
    setBusy(true);
    lateApi
      .like({ params: { username }, body: {} })
      .then(
        ({ user_like_count: count, likes_left_today: left }) => {
          setLikes(count);
          showToast({
            content: <Plural value={left} one="# like left today" other="# likes left today" />,
            appearance: 'success',
          });
        },
        (error: unknown) => showToast({ content: explainError(error, i18n), appearance: 'error' }),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Button size="small" icon="trophy" busy={isBusy} disabled={likes !== undefined} onClick={like}>
      {likes === undefined ? (
        <Trans>Like this week</Trans>
      ) : (
        <Plural value={likes} one="# like this week" other="# likes this week" />
      )}
    </Button>
  );
}
