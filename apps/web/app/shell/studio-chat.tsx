import type { Room } from '@klieg/contract';
import { useCallback } from 'react';
import { ChatComposer } from '../features/room-chat/chat-composer.tsx';
import { ChatPanel } from '../features/room-chat/chat-panel.tsx';
import { SoundSwitch } from '../features/tipping/sound-switch.tsx';
import { useRoomPage } from './use-room-page.ts';

export interface StudioChatProps {
  readonly room: Room;
}

/** The chat of the own room, as the performer sees it. */
export function StudioChat({ room }: StudioChatProps) {
  const { state, client, sender, dispatch } = useRoomPage(room);
  const setListVisible = useCallback(
    (isVisible: boolean) => {
      if (isVisible) client?.send('v3.chat.userlist.start', { sort: 'tokens' });
      else {
        client?.send('v3.chat.userlist.stop', {});
        dispatch({ name: 'page.list-closed', payload: {} });
      }
    },
    [client, dispatch],
  );
  return (
    <ChatPanel
      chat={state.chat}
      viewers={state.room.viewers}
      own={room.user.username}
      tools={<SoundSwitch />}
      onListVisible={setListVisible}
      onRetry={(clientId, text) => sender?.send(text, clientId)}
      onDrop={(clientId) => sender?.drop(clientId)}
      foot={
        <div className="composer">
          <ChatComposer onSend={(text) => sender?.send(text)} />
        </div>
      }
    />
  );
}
