import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { modalStore } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { mayRate, rememberReminder, wantsReminder } from './rating-reminder.ts';
import type { RatingPart } from './rating-state.ts';

/** How long the reminder waits after the tip that opened the rating, so that the thanks are seen first. */
const REMIND_AFTER_MS = 4_000;

/** The keyboard belongs to a field. */
const isWriting = (): boolean => document.activeElement?.matches('input, textarea, select') ?? false;

/** On a phone the row takes the place of the newest lines of the chat. */
const isNarrow = (): boolean => window.matchMedia('(max-width: 720px)').matches;

/** Shows the rating of a room's performer, and reminds once in 24 hours of a rating that is open. */
export default function RateButton({ part: { isShown }, room, now, tools }: SlotProps<RatingPart>) {
  const { recentTips, ratedToday } = now;
  const isOffline = now.status === 'offline';
  const { dispatch } = tools;
  const isOpen = isShown || room.viewer.can_rate || mayRate({ recentTips, ratedToday });
  useEffect(() => {
    if (!wantsReminder({ recentTips, ratedToday }, document.cookie)) return undefined;
    const timer = setInterval(() => {
      // The row moves what is below it: never while the person is doing something there.
      if (modalStore.get() || isWriting()) return;
      if (isNarrow() && !isOffline) return;
      clearInterval(timer);
      rememberReminder();
      dispatch({ name: 'page.rating-shown', payload: { isShown: true } });
    }, REMIND_AFTER_MS);
    return () => clearInterval(timer);
  }, [recentTips, ratedToday, isOffline, dispatch]);
  if (!isOpen) return null;
  return (
    <Button
      icon={ratedToday === null ? 'star' : 'star-fill'}
      aria-expanded={isShown}
      onClick={() => dispatch({ name: 'page.rating-shown', payload: { isShown: !isShown } })}
    >
      <span className="max-tablet:sr-only">
        {ratedToday === null ? <Trans>Rate</Trans> : <Trans>Rated {ratedToday} of 5</Trans>}
      </span>
    </Button>
  );
}
