import type { Room } from '@klieg/contract';
import { type ChatEvent, type ChatState, chatState, reduceChat } from '../features/room-chat/chat-state.ts';
import { reduceRoom, type RoomState, type RoomStateEvent, roomState } from '../features/rooms/room-state.ts';
import { type LowerThirdState, noLowerThird } from '../features/tipping/lower-third-queue.ts';
import { reduceTips, type TipEvent } from '../features/tipping/tip-state.ts';

/** Everything that changes by events while a room is open, one part per feature. */
export interface RoomPageState {
  readonly room: RoomState;
  readonly chat: ChatState;
  readonly tips: LowerThirdState;
}

export type RoomPageEvent = RoomStateEvent | ChatEvent | TipEvent;

/** The state of a room page as its first answer gives it. */
export const roomPageState = (room: Room): RoomPageState => ({
  room: roomState(room),
  chat: chatState(room),
  tips: noLowerThird,
});

/** What may come many times a second and is drawn with the next frame; answers to own acts are drawn at once. */
export const canWaitForFrame = ({ name }: RoomPageEvent): boolean =>
  !name.startsWith('page.') && name !== 'v3.ack';

/** Every part sees every event; one event is one update of the page. */
export function reduceRoomPage(state: RoomPageState, event: RoomPageEvent): RoomPageState {
  const room = reduceRoom(state.room, event as RoomStateEvent);
  const chat = reduceChat(state.chat, event as ChatEvent);
  const tips = reduceTips(state.tips, event as TipEvent);
  return room === state.room && chat === state.chat && tips === state.tips ? state : { room, chat, tips };
}
