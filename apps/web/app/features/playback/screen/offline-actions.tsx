import { formatDay } from '@klieg/i18n';
import { Button, buttonClass, Icon, joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useContext } from 'react';
import { Link } from 'react-router';
import { useFollow } from '#app/shared/me/follow.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { RoomViewContext, type RoomView } from '#app/shared/room-module/room-slot.tsx';

function Actions({ room, me, tools }: Pick<RoomView, 'room' | 'me' | 'tools'>) {
  const { i18n } = useLingui();
  const { username, last_online_at: lastOnlineAt } = room.user;
  const { isFollowing, toggle } = useFollow(username, (followers) =>
    tools.dispatch({ name: 'page.followers', payload: { followers } }),
  );
  return (
    <>
      {room.userSetting.followEnabled && (
        <Button
          kind={isFollowing ? 'neutral' : 'key'}
          className="h-11!"
          icon={isFollowing ? 'check-bold' : 'bell'}
          aria-pressed={isFollowing}
          onClick={toggle}
        >
          {isFollowing ? <Trans>You’ll be notified</Trans> : <Trans>Notify me when live</Trans>}
        </Button>
      )}
      <Link
        className={joinClasses(buttonClass(), 'h-11!')}
        to={`/inbox?with=${username}`}
        onClick={(event) => {
          if (me.kind !== 'guest') return;
          event.preventDefault();
          openModal('signup', { reason: 'chat' });
        }}
      >
        <Icon name="chat-circle-text" size={16} />
        <Trans>Leave a message</Trans>
      </Link>
      {lastOnlineAt !== null && (
        <p className="small self-center text-ink-3 max-desktop:hidden">
          <Trans>Last live {formatDay(Date.parse(lastOnlineAt), i18n.locale)}</Trans>
        </p>
      )}
    </>
  );
}

/** Actions while a room is closed: a notice when it opens, and a message. Not for its own performer. */
export function OfflineActions() {
  const view = useContext(RoomViewContext);
  return view && !view.room.viewer.is_owner && <Actions {...view} />;
}
