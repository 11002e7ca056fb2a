import { Button, Empty } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import { LiveWall } from './live-wall.tsx';
import { modPlacesFor } from './mod-places.ts';
import { RoomPanel } from './room-panel.tsx';
import { useNow } from './use-now.ts';
import { useRoomOn, useWall } from './use-wall.ts';

/** `/mod/live`: every live room, for all staff who look after people. */
export function LivePage() {
  const [query, setQuery] = useSearchParams();
  const user = useMember()?.user;
  const mayStop = modPlacesFor(user).some(({ who }) => who === 'site_mod');
  const roomName = query.get('room') ?? undefined;
  const choose = (chosen: Record<string, string>) =>
    setQuery(chosen, { replace: true, preventScrollReset: true });
  const wall = useWall();
  const { reload } = wall.desk;
  useNow(useCallback(() => reload(), [reload]));
  const room = useRoomOn(wall, roomName);
  return (
    <div className="mod-console mod-live" data-chosen={room !== undefined}>
      <LiveWall wall={wall} selected={roomName} onSelect={(username) => choose({ room: username })} />
      <div className="mod-side">
        {room ? (
          <>
            <Button kind="text" size="small" className="mod-back" onClick={() => choose({})}>
              <Trans>Back to the live rooms</Trans>
            </Button>
            <RoomPanel
              key={room.user.username}
              room={room}
              mayStop={mayStop}
              onStopped={() => {
                choose({});
                reload();
              }}
            />
          </>
        ) : (
          <Empty title={<Trans>Nothing chosen</Trans>}>
            <Trans>Choose a room that is live.</Trans>
          </Empty>
        )}
      </div>
    </div>
  );
}
