import type { Room } from '@klieg/contract';
import { Avatar, joinClasses } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { languageCode, roomLook } from '../features/discovery/room-look.ts';
import { displayStatus } from '../features/playback/display-status.ts';
import { useGuestOverlay } from '../features/playback/guest-overlay.ts';
import { RoomPlayer } from '../features/playback/room-player.tsx';
import { ChatComposer } from '../features/room-chat/chat-composer.tsx';
import { ChatPanel } from '../features/room-chat/chat-panel.tsx';
import { AboutRack } from '../features/rooms/about-rack.tsx';
import { ModelBar } from '../features/rooms/model-bar.tsx';
import { SoundSwitch } from '../features/tipping/sound-switch.tsx';
import { TipControl } from '../features/tipping/tip-control.tsx';
import { TipLowerThird } from '../features/tipping/tip-lower-third.tsx';
import { useMe } from '../shared/me/me-store.ts';
import { openModal } from '../shared/modal/modal-store.ts';
import { RoomMessages } from './room-messages.tsx';
import { useRoomPage } from './use-room-page.ts';
import '../features/rooms/room.css';

const nothing = (): (() => void) => () => {};

/** The room of a performer: picture, bar, chat, tips. */
export function RoomFrame({ room: loaded }: { readonly room: Room }) {
  const { t } = useLingui();
  const me = useMe();
  const [query] = useSearchParams();
  const page = useRoomPage(loaded);
  const { state, room, client, sender, dispatch } = page;
  const { user, userSetting: setting } = room;
  const isOwn = room.viewer.is_owner;
  const phase = useSyncExternalStore(
    client?.subscribe ?? nothing,
    () => client?.get().kind ?? 'off',
    () => 'off' as const,
  );
  const status = displayStatus({
    entity: 'ready',
    isPasswordRequired: state.room.isPasswordRequired,
    status: state.room.status,
    isGuestOverlayShown: useGuestOverlay(me.kind === 'guest', query.get('vidstop')),
    isCardRequired: state.room.isCardRequired,
    mode: state.room.mode,
  });
  const setListVisible = useCallback(
    (isVisible: boolean) => {
      if (isVisible) client?.send('v3.chat.userlist.start', { sort: 'tokens' });
      else {
        client?.send('v3.chat.userlist.stop', {});
        dispatch({ name: 'page.list-closed', payload: {} });
      }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- joining again must ask again
    [client, dispatch, phase],
  );
  const onRoom = useCallback((now: Room) => dispatch({ name: 'page.loaded', payload: now }), [dispatch]);
  const tipOver = useCallback(() => dispatch({ name: 'page.tip-over', payload: {} }), [dispatch]);
  const blocked =
    me.kind === 'member' && !isOwn && !room.chat.can_write.ok
      ? t`Only viewers with tokens write in this room`
      : undefined;
  const still =
    state.room.status === 'offline'
      ? user.offlinePictureUrl
      : (user.profilePictureUrl ?? `/api/v1/thumb/${user.username}.jpg`);
  return (
    <main
      id="main"
      className={joinClasses(
        'room',
        query.get('iframe') === '1' && 'room-bare',
        query.get('nochat') === '1' && 'room-alone',
      )}
    >
      <div className="room-stage">
        <RoomPlayer
          username={user.username}
          status={status}
          look={roomLook(state.room.status, setting.spy.enabled ? setting.spy.cost : null)}
          viewers={state.room.viewers}
          streamName={state.room.streamName}
          stillUrl={still}
          ratio={room.stream.ratio}
          onRoom={onRoom}
          person={{
            name: user.displayName,
            avatar: (
              <Avatar
                src={user.avatarUrl ?? user.profilePictureUrl}
                name={user.displayName}
                size={48}
                square
              />
            ),
            ticketTokens: null,
          }}
        >
          <TipLowerThird state={state.tips} onOver={tipOver} />
        </RoomPlayer>
        <ModelBar room={room} subject={state.room.subject} languages={user.languages.map(languageCode)} />
        <AboutRack room={room} subject={state.room.subject} />
      </div>
      {query.get('nochat') !== '1' && (
        <aside className="room-side" aria-label={t`Chat`}>
          <ChatPanel
            chat={state.chat}
            viewers={state.room.viewers}
            own={me.kind === 'unknown' ? undefined : me.current.user.username}
            welcome={room.chat.noticeText}
            tools={<SoundSwitch />}
            {...(me.kind === 'member' && {
              messages: {
                unread: me.current.pm.unread,
                panel: (
                  <RoomMessages
                    {...(!isOwn && { offer: { username: user.username, displayName: user.displayName } })}
                  />
                ),
              },
            })}
            onListVisible={setListVisible}
            onRetry={(clientId, text) => sender?.send(text, clientId)}
            onDrop={(clientId) => sender?.drop(clientId)}
            foot={
              <div className="composer">
                {!isOwn && <TipControl receiverId={user.id} />}
                <ChatComposer
                  {...(blocked && { blocked })}
                  {...(me.kind === 'guest' && { onGuest: () => openModal('signup', { reason: 'chat' }) })}
                  onSend={(text) => sender?.send(text)}
                />
              </div>
            }
          />
        </aside>
      )}
    </main>
  );
}
