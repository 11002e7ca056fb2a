import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '#app/features/room-chat/state/chat-state.ts';
import { useListAsking } from './use-list-asking.ts';

/** Keeps the list asked for, also while another tab is looked at in between. Draws nothing. */
export default function ListAsker(props: SlotProps<ChatState>): null {
  useListAsking(props);
  return null;
}
