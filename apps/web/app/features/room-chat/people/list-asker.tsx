import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '../state/chat-state.ts';
import { useListAsking } from './use-list-asking.ts';

/** Keeps the list requested, even while another tab is shown briefly. Renders nothing. */
export default function ListAsker(props: SlotProps<ChatState>): null {
  useListAsking(props);
  return null;
}
