import { buttonClass, Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { ASK_PRIVATE } from '../../shared/room/ask-private.ts';

/** From another page to a private: the room opens with the question that its own button asks. Guests join first. */
export function AskPrivateLink({ username }: { readonly username: string }) {
  const me = useMe();
  if (me.kind === 'member' && me.current.user.username === username) return null;
  return (
    <Link
      className={buttonClass({ kind: 'private', full: true })}
      to={`/${username}${ASK_PRIVATE}`}
      onClick={(event) => {
        if (me.kind !== 'guest') return;
        event.preventDefault();
        openModal('signup', { reason: 'private' });
      }}
    >
      <Icon name="lock-simple-fill" size={16} />
      <Trans>Ask for a private</Trans>
    </Link>
  );
}
