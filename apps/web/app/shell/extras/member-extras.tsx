import { useEffect } from 'react';
import { useMessageCenter } from '../../features/direct-messages/use-messages.ts';
import { followAutosilences } from '../../shared/me/autosilences.ts';

/** What runs on every page of somebody who is logged in; guests never fetch its code. */
export default function MemberExtras() {
  useMessageCenter();
  useEffect(followAutosilences, []);
  return null;
}
