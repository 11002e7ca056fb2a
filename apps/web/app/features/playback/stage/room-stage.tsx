import { Avatar } from '@klieg/ui';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { Room } from '@klieg/contract';
import { liveSources } from '#app/shared/live-sources.ts';
import { mustVerifyAge } from '#app/shared/me/must-verify-age.ts';
import { useStreamRestarts } from '#app/shared/room/stream-restart.ts';
import { roomLook } from '#app/shared/room/room-look.ts';
import { RoomSlot, type RoomView } from '#app/shared/room-module/room-slot.tsx';
import { displayStatus } from '../screen/display-status.ts';
import { useGuestOverlay } from '../screen/guest-overlay.ts';
import { RoomPlayer } from './room-player.tsx';

/** The picture of the open room, with the lower third along its edge. */
export function RoomStage({ view }: { readonly view: RoomView }) {
  const { room, now, me, tools } = view;
  const [query] = useSearchParams();
  const restarts = useStreamRestarts();
  const { user, userSetting } = room;
  const shown = displayStatus({
    entity: 'ready',
    isPasswordRequired: now.isPasswordRequired,
    status: now.status,
    isGuestOverlayShown: useGuestOverlay(me.kind === 'guest', query.get('vidstop')),
    isCardRequired: now.isCardRequired,
    mode: now.mode,
  });
  // An age that is not checked takes the place of whatever there would be to see.
  const isClosed = shown === 'password_required' || shown === 'offline';
  const status = mustVerifyAge(me) && !isClosed ? 'age_required' : shown;
  const { dispatch, client } = tools;
  const onPassed = useCallback(
    (passed: Room) => {
      dispatch({ name: 'page.loaded', payload: passed });
      client?.open({ epoch: passed.epoch, seq: passed.seq });
    },
    [dispatch, client],
  );
  const picture = user.avatarUrl ?? user.profilePictureUrl;
  const still =
    now.status === 'offline'
      ? user.offlinePictureUrl
      : (user.profilePictureUrl ?? `/api/v1/thumb/${user.username}.jpg`);
  return (
    <div className="room-pictures">
      <RoomPlayer
        username={user.username}
        status={status}
        look={
          // The payer is not offered to spy on it.
          now.mode === 'private'
            ? 'private'
            : roomLook(now.status, userSetting.spy.enabled ? userSetting.spy.cost : null, now.hasGroup)
        }
        mode={now.mode}
        viewers={now.viewers}
        liveSinceMs={now.liveSinceMs}
        // A house has no stream of its own; the server says which camera is shown.
        streamName={user.is_voyeur ? `house ${restarts}` : now.streamName}
        stillUrl={still}
        pastMinutes={now.mode === 'public' && !user.is_voyeur ? now.pastMinutes : 0}
        ratio={room.stream.ratio}
        onRoom={onPassed}
        person={{
          name: user.displayName,
          avatar: (
            <Avatar src={picture} sources={liveSources(picture)} name={user.displayName} size={48} square />
          ),
          ticketTokens: now.ticketTokens,
        }}
      >
        <RoomSlot name="stage.lowerThird" />
      </RoomPlayer>
      {(status === 'online' || status === 'connected') && <RoomSlot name="stage.beside" />}
    </div>
  );
}
