import type { Room } from '@klieg/contract';
import { useMemo } from 'react';
import { ChatComposer } from '../features/room-chat/chat-composer.tsx';
import { ChatPanel } from '../features/room-chat/chat-panel.tsx';
import { EmoticonsContext } from '../shared/emoticons/emoticon-text.ts';
import { namesHere } from '../features/room-chat/names-here.ts';
import { SoundSwitch } from '../features/tipping/sound-switch.tsx';
import type { LineActs } from '../features/room-chat/line-acts.tsx';
import { usePinLine } from '../features/room-chat/use-pin-line.ts';
import { useTranslateLine } from '../features/room-chat/use-translate-line.ts';
import { useRemoveLine } from '../features/room-chat/use-remove-line.ts';
import { RoomModeration } from './room-moderation.tsx';
import { useEmoticons } from './use-emoticons.ts';
import { usePersonCard } from './use-person-card.tsx';
import { useMember } from '../shared/me/me-store.ts';
import { RoomMessages } from './room-messages.tsx';
import { useRoomPage } from './use-room-page.ts';
import { useUserList } from './use-user-list.ts';

export interface StudioChatProps {
  readonly room: Room;
}

/** The chat of the own room, as the performer sees it. */
export function StudioChat({ room }: StudioChatProps) {
  const { state, client, sender, dispatch } = useRoomPage(room);
  const list = useUserList({ client, dispatch, isShown: true });
  const remove = useRemoveLine(room.user.username);
  const pin = usePinLine(room.user.username);
  const translate = useTranslateLine(room.user.username);
  const acts = useMemo<LineActs>(() => ({ remove, pin, translate }), [remove, pin, translate]);
  const card = usePersonCard(room.user.username);
  const unread = useMember()?.pm.unread ?? 0;
  return (
    <EmoticonsContext value={useEmoticons(room)}>
      <ChatPanel
        chat={state.chat}
        viewers={state.room.viewers}
        own={room.user.username}
        tools={<SoundSwitch />}
        messages={{ unread, panel: <RoomMessages /> }}
        {...list}
        onPerson={card.open}
        onGuest={() => undefined}
        onRetry={(clientId, text) => sender?.send(text, clientId)}
        onDrop={(clientId) => sender?.drop(clientId)}
        acts={acts}
        moderation={<RoomModeration room={room.user.username} isOwner revision={state.chat.moderated} />}
        foot={
          <div className="composer">
            <ChatComposer
              names={namesHere(state.chat)}
              own={room.user.username}
              rights={{ isStreamer: true, canModerate: true }}
              onSend={(text) => sender?.send(text)}
            />
          </div>
        }
      />
      {card.element}
    </EmoticonsContext>
  );
}
