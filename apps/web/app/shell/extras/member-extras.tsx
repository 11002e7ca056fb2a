import { useMessageCenter } from '../../features/direct-messages/use-messages.ts';

/** What runs on every page of somebody who is logged in; guests never fetch its code. */
export default function MemberExtras() {
  useMessageCenter();
  return null;
}
