import type { Room } from '@klieg/contract';
import { Avatar, joinClasses } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { languageCode, roomLook } from '../features/discovery/room-look.ts';
import { rememberViewed } from '../features/discovery/viewed-rooms.ts';
import { displayStatus } from '../features/playback/display-status.ts';
import { useGuestOverlay } from '../features/playback/guest-overlay.ts';
import { RoomPlayer } from '../features/playback/room-player.tsx';
import { ChatComposer } from '../features/room-chat/chat-composer.tsx';
import type { LineActs } from '../features/room-chat/line-acts.tsx';
import { usePinLine } from '../features/room-chat/use-pin-line.ts';
import { useRemoveLine } from '../features/room-chat/use-remove-line.ts';
import { useTranslateLine } from '../features/room-chat/use-translate-line.ts';
import { ChatPanel } from '../features/room-chat/chat-panel.tsx';
import { namesHere } from '../features/room-chat/names-here.ts';
import { AboutRack } from '../features/rooms/about-rack.tsx';
import { EmoticonsContext } from '../shared/emoticons/emoticon-text.ts';
import { hideLinesOf } from '../features/room-chat/hide-lines.ts';
import { ModelBar } from '../features/rooms/model-bar.tsx';
import { SoundSwitch } from '../features/tipping/sound-switch.tsx';
import { TipControl } from '../features/tipping/tip-control.tsx';
import { TipLowerThird } from '../features/tipping/tip-lower-third.tsx';
import { liveSources } from '../shared/live-sources.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { useIgnored } from '../shared/me/ignored.ts';
import { useMe } from '../shared/me/me-store.ts';
import { openModal } from '../shared/modal/modal-store.ts';
import { RoomMessages } from './room-messages.tsx';
import { RoomModeration } from './room-moderation.tsx';
import { usePersonCard } from './use-person-card.tsx';
import { useHighlight } from './use-highlight.tsx';
import { useEmoticons } from './use-emoticons.ts';
import { useBlockedText } from './use-blocked-text.ts';
import { useRating } from './use-rating.ts';
import { useRoomPage } from './use-room-page.ts';
import { useUserList } from './use-user-list.ts';

const loadBannedPage = withTexts(() => import('../features/room-chat/banned-page.tsx'));
const BannedPage = lazy(async () => ({ default: (await loadBannedPage()).BannedPage }));

/** The room of a performer: picture, bar, chat, tips. */
export function RoomFrame({ room: loaded }: { readonly room: Room }) {
  const { t } = useLingui();
  const me = useMe();
  const [query] = useSearchParams();
  const page = useRoomPage(loaded);
  const { state, room, client, sender, dispatch } = page;
  const { user, userSetting: setting } = room;
  const ignored = useIgnored();
  const chat = useMemo(() => hideLinesOf(state.chat, ignored), [state.chat, ignored]);
  const isOwn = room.viewer.is_owner;
  const status = displayStatus({
    entity: 'ready',
    isPasswordRequired: state.room.isPasswordRequired,
    status: state.room.status,
    isGuestOverlayShown: useGuestOverlay(me.kind === 'guest', query.get('vidstop')),
    isCardRequired: state.room.isCardRequired,
    mode: state.room.mode,
  });
  const list = useUserList({ client, dispatch, isShown: state.room.showsViewerList });
  const names = useMemo(() => [user.username, ...namesHere(state.chat)], [user.username, state.chat]);
  const own = me.kind === 'member' ? me.current.user.username : undefined;
  const card = usePersonCard(user.username);
  const remove = useRemoveLine(user.username);
  const pin = usePinLine(user.username);
  const translate = useTranslateLine(user.username);
  const onPaid = (tokens: number) => dispatch({ name: 'page.own-tip', payload: { tokens } });
  const highlight = useHighlight(user.username, onPaid);
  const canModerate = room.viewer.can_moderate;
  const mayPay = me.kind === 'member' && !isOwn;
  const acts = useMemo<LineActs>(
    () => ({ translate, ...(canModerate ? { remove, pin } : mayPay && { highlight: highlight.ask }) }),
    [translate, canModerate, remove, pin, mayPay, highlight.ask],
  );
  const rate = useRating({ room, state: state.room, dispatch });
  const isGuest = me.kind === 'guest';
  useEffect(() => {
    if (isGuest) rememberViewed(room);
    // oxlint-disable-next-line react/exhaustive-deps -- once per room
  }, [isGuest, user.username]);
  const tipOver = useCallback(() => dispatch({ name: 'page.tip-over', payload: {} }), [dispatch]);
  const blockedBy = useBlockedText(room, state.room.isPasswordRequired);
  const blocked = me.kind === 'member' ? blockedBy : undefined;
  const still =
    state.room.status === 'offline'
      ? user.offlinePictureUrl
      : (user.profilePictureUrl ?? `/api/v1/thumb/${user.username}.jpg`);
  const emoticons = useEmoticons(room);
  if (page.isBanned)
    return (
      <Suspense fallback={<main id="main" className="page-narrow" />}>
        <BannedPage user={user} />
      </Suspense>
    );
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
          onRoom={page.onPassed}
          person={{
            name: user.displayName,
            avatar: (
              <Avatar
                src={user.avatarUrl ?? user.profilePictureUrl}
                sources={liveSources(user.avatarUrl ?? user.profilePictureUrl)}
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
        <ModelBar
          room={room}
          subject={state.room.subject}
          languages={user.languages.map(languageCode)}
          followers={state.room.followers}
          star={state.room.star}
          rating={state.room.rating}
          ratedToday={state.room.ratedToday}
          onRate={rate}
          onFollowers={(followers) => dispatch({ name: 'page.followers', payload: { followers } })}
        />
        <AboutRack room={room} subject={state.room.subject} />
      </div>
      {query.get('nochat') !== '1' && (
        <aside className="room-side" aria-label={t`Chat`}>
          <EmoticonsContext value={emoticons}>
            <ChatPanel
              chat={chat}
              viewers={state.room.viewers}
              own={me.kind === 'unknown' ? undefined : me.current.user.username}
              welcome={room.chat.noticeText}
              tools={<SoundSwitch />}
              {...list}
              acts={acts}
              {...(canModerate && {
                moderation: (
                  <RoomModeration room={user.username} isOwner={isOwn} revision={state.chat.moderated} />
                ),
              })}
              onPerson={card.open}
              onGuest={() => openModal('signup', { reason: 'chat' })}
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
              onRetry={(clientId, text) => sender?.send(text, clientId)}
              onDrop={(clientId) => sender?.drop(clientId)}
              foot={
                <div className="composer">
                  {!isOwn && <TipControl receiverId={user.id} onSent={onPaid} />}
                  <ChatComposer
                    names={names}
                    own={own}
                    rights={{ isStreamer: isOwn, canModerate }}
                    {...(blocked && { blocked })}
                    {...(me.kind === 'guest' && { onGuest: () => openModal('signup', { reason: 'chat' }) })}
                    onSend={(text) => sender?.send(text)}
                  />
                </div>
              }
            />
          </EmoticonsContext>
        </aside>
      )}
      {card.element}
      {highlight.element}
    </main>
  );
}
