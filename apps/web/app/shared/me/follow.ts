import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { api } from '../api/client.ts';
import { explainError } from '../errors/explain-error.ts';
import { openModal } from '../modal/modal-store.ts';
import { meStore, useMe } from './me-store.ts';

/**
 * Whether the person follows a model, and the press that changes it; a guest is asked to join.
 * `onCount` hears how many follow then.
 */
export function useFollow(
  username: string,
  onCount?: (followers: number) => void,
): { readonly isFollowing: boolean; readonly toggle: () => void } {
  const { i18n } = useLingui();
  const me = useMe();
  const isFollowing =
    me.kind === 'member' && me.current.user.following.some(({ followname }) => followname === username);
  const toggle = () => {
    if (me.kind === 'guest') return openModal('signup', { reason: 'follow' });
    if (me.kind === 'unknown') return;
    // Shown at once, taken back when the server says no.
    meStore.dispatch({ type: 'followed', username, isFollowing: !isFollowing });
    const call = isFollowing ? api.unfollow : api.follow;
    call({ params: { username }, body: {} })
      .then(({ followers }) => onCount?.(followers))
      .catch((error: unknown) => {
        meStore.dispatch({ type: 'followed', username, isFollowing });
        showToast({ content: explainError(error, i18n), appearance: 'error' });
      });
  };
  return { isFollowing, toggle };
}
