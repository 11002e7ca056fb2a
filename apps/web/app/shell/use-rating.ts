import type { Room } from '@klieg/contract';
import { useCallback, useEffect } from 'react';
import { mayRate, rememberReminder, wantsReminder } from '../features/ratings/rating-reminder.ts';
import type { RoomState } from '../features/rooms/room-state.ts';
import { useMember } from '../shared/me/me-store.ts';
import { modalStore, openModal } from '../shared/modal/modal-store.ts';
import type { RoomPage } from './use-room-page.ts';

/** How long the reminder waits after the tip that opened the rating, so that the thanks are seen first. */
const REMIND_AFTER_MS = 4_000;

/**
 * Opens the rating of a room's performer, and reminds once in 24 hours of a rating that is open.
 * @returns undefined while the person may not rate
 */
export function useRating(options: {
  readonly room: Room;
  readonly state: RoomState;
  readonly dispatch: RoomPage['dispatch'];
}): (() => void) | undefined {
  const { room, state, dispatch } = options;
  const isViewer = useMember() !== undefined && !room.viewer.is_owner;
  const { username, displayName, avatarUrl, profilePictureUrl } = room.user;
  const { recentTips, ratedToday } = state;
  const isOpen = isViewer && (room.viewer.can_rate || mayRate({ recentTips, ratedToday }));
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
    if (!isViewer || !wantsReminder({ recentTips, ratedToday }, document.cookie)) return undefined;
    const timer = setTimeout(() => {
      // Never over something that the person is doing.
      if (modalStore.get()) return;
      rememberReminder();
      open();
    }, REMIND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isViewer, recentTips, ratedToday, open]);
  return isOpen ? open : undefined;
}
