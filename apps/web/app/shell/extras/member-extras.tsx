import { useMessageCenter } from '../../features/direct-messages/use-messages.ts';
import { useAutosilences } from '../../shared/me/use-autosilences.ts';

/** What runs on every page of somebody who is logged in; guests never fetch its code. */
export default function MemberExtras() {
  useMessageCenter();
  useAutosilences();
  return null;
}
