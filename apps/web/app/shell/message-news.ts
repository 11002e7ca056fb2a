import { useMessageCenter } from '../features/direct-messages/use-messages.ts';

/** Runs a member's private messages on every page; draws nothing. */
export default function MessageNews() {
  useMessageCenter();
  return null;
}
