import { useEffect } from 'react';
import { rememberHomeLayout } from '../../features/discovery/custom-home/remember-layout.ts';
import { rememberHiddenGenders } from '../../features/discovery/hidden/remember-hidden.ts';
import { useMessageCenter } from '../../features/direct-messages/use-messages.ts';
import { useAccountOffers } from '../../features/identity/use-account-offers.ts';
import { useAnnouncement } from '../../features/announcements/use-announcement.ts';
import { useClubAnnouncement } from '../../features/fan-club/use-announcement.ts';
import { usePromoNews } from '../../features/promo/index.ts';
import { joinHidden } from '../../shared/me/hidden-models.ts';
import { reportSubscription } from '../../features/push/index.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { useConsole } from '../../features/tracking/index.ts';
import { useToastLog } from './use-toast-log.ts';
import { followAutosilences } from '../../shared/me/autosilences.ts';

/** A browser that gets push messages says so again, where they are offered (SHELL-029). */
function usePushReport(): void {
  const isOffered = useSiteConfig()?.switches.push ?? false;
  useEffect(() => {
    if (isOffered) void reportSubscription();
  }, [isOffered]);
}

/** Runs on every page of a logged-in person; guests never load its code. */
export default function MemberExtras() {
  useToastLog();
  useMessageCenter();
  usePromoNews();
  useAccountOffers();
  useClubAnnouncement();
  useAnnouncement();
  useEffect(followAutosilences, []);
  // Unsent reports are sent with the next page.
  useEffect(() => void joinHidden().catch(() => undefined), []);
  useEffect(rememberHomeLayout, []);
  useEffect(rememberHiddenGenders, []);
  useConsole();
  usePushReport();
  return null;
}
