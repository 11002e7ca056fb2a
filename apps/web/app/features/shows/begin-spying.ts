import type { Room } from '@klieg/contract';
import { api } from '../../shared/api/client.ts';
import { meStore } from '../../shared/me/me-store.ts';
import type { RoomTools } from '../../shared/room-module/room-module.ts';
import type { I18n } from '@lingui/core';
import { changedPrice, startSpy } from './calls.ts';
import { tellRefusal } from './tell-refusal.ts';

export interface SpyIntent {
  readonly room: Room;
  readonly tools: Pick<RoomTools, 'dispatch'>;
  /** Tokens, as shown on the button. */
  readonly pricePerMinute: number;
  readonly i18n: I18n;
  /** Pays at once, such as after the preview. */
  readonly isPaid?: boolean;
}

/** Whether this person has a free look left at this show; not needed by people who spy for free. */
async function hasPreview({ room, isPaid }: SpyIntent): Promise<boolean> {
  const { username } = room.user;
  if (isPaid || room.viewer.spy_free) return false;
  const { seconds } = await api.getSpyPreviewDuration({ params: { username } });
  return seconds > 0;
}

let isBeginning = false;

/** Whether a paid look is starting (a free look ending now turns into it). */
export const isBeginningToSpy = (): boolean => isBeginning;

/**
 * Looks into the private, first for free where that is left. The page's mode changes with the answer, never before;
 * a refusal says why (SHOWS-028) (SHOWS-035).
 */
export async function beginSpying(intent: SpyIntent): Promise<void> {
  const { room, tools, pricePerMinute, i18n } = intent;
  const { username } = room.user;
  isBeginning = true;
  try {
    const preview = await hasPreview(intent);
    const { tokens, ...told } = await startSpy(username, pricePerMinute, preview);
    meStore.dispatch({ type: 'balance', tokens });
    tools.dispatch({ name: 'page.spying', payload: told });
  } catch (error) {
    tellRefusal(error, i18n);
    // The button gets the price that holds.
    if (changedPrice(error)) {
      const payload = await api.getRoom({ params: { username } }).catch(() => undefined);
      if (payload) tools.dispatch({ name: 'page.loaded', payload });
    }
  } finally {
    isBeginning = false;
  }
}
