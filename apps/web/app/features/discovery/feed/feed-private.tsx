import { buttonClass, Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useMe } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { ASK_PRIVATE } from '#app/shared/room/ask-private.ts';
import { roomLook } from '#app/shared/room/room-look.ts';
import { useRoomStatus } from '../cards/use-room-status.ts';
import type { FeedRoom } from './feed-room.ts';

/** Leads to the room's dialog for a private, where one can be asked for now; guests are asked to join. */
export function FeedPrivate({ room: { username, name, status, minuteTokens } }: { readonly room: FeedRoom }) {
  const { t } = useLingui();
  const me = useMe();
  const look = roomLook(useRoomStatus(username)?.status ?? status, null);
  if (minuteTokens === null || (look !== 'live' && look !== 'standby')) return null;
  return (
    <Link
      className={buttonClass({ kind: 'private' })}
      to={`/${username}${ASK_PRIVATE}`}
      aria-label={t`Private with ${name}`}
      onClick={(event) => {
        if (me.kind !== 'guest') return;
        event.preventDefault();
        openModal('signup', { reason: 'private' });
      }}
    >
      <Icon name="lock-simple-fill" size={16} />
      <Trans>Private</Trans>
    </Link>
  );
}
