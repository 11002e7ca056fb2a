import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffect } from 'react';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { mayRate, rememberReminder, wantsReminder } from './rating-reminder.ts';

/** How long the reminder waits after the tip that opened the rating, so that the thanks are seen first. */
const REMIND_AFTER_MS = 4_000;

/** Opens the rating of a room's performer, and reminds once in 24 hours of a rating that is open. */
export default function RateButton({ room, now, tools }: SlotProps) {
  const { username, displayName, avatarUrl, profilePictureUrl } = room.user;
  const { recentTips, ratedToday } = now;
  const { dispatch } = tools;
  const isOpen = room.viewer.can_rate || mayRate({ recentTips, ratedToday });
  const open = useCallback(
    () =>
      openModal('rating', {
        username,
        displayName,
        pictureUrl: avatarUrl ?? profilePictureUrl,
        stars: ratedToday,
        onRated: (stars, ratings) => dispatch({ name: 'page.rated', payload: { stars, ratings } }),
      }),
    [username, displayName, avatarUrl, profilePictureUrl, ratedToday, dispatch],
  );
  useEffect(() => {
    if (!wantsReminder({ recentTips, ratedToday }, document.cookie)) return undefined;
    const timer = setTimeout(() => {
      // Never over something that the person is doing.
      if (modalStore.get()) return;
      rememberReminder();
      open();
    }, REMIND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [recentTips, ratedToday, open]);
  if (!isOpen) return null;
  return (
    <Button icon={ratedToday === null ? 'star' : 'star-fill'} onClick={open}>
      <span className="max-tablet:sr-only">
        {ratedToday === null ? <Trans>Rate</Trans> : <Trans>Rated {ratedToday} of 5</Trans>}
      </span>
    </Button>
  );
}
