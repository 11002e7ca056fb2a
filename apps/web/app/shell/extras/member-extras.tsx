import { useEffect } from 'react';
import { rememberHomeLayout } from '../../features/discovery/custom-home/remember-layout.ts';
import { useMessageCenter } from '../../features/direct-messages/use-messages.ts';
import { usePromoNews } from '../../features/promo/index.ts';
import { joinHidden } from '../../shared/me/hidden-models.ts';
import { followAutosilences } from '../../shared/me/autosilences.ts';

/** What runs on every page of somebody who is logged in; guests never fetch its code. */
export default function MemberExtras() {
  useMessageCenter();
  usePromoNews();
  useEffect(followAutosilences, []);
  // What could not be told is told with the next page.
  useEffect(() => void joinHidden().catch(() => undefined), []);
  useEffect(rememberHomeLayout, []);
  return null;
}
