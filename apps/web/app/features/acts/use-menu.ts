import { useEffect, useState } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { MenuItem, MenuPart } from './menu-state.ts';

/** The open part of a menu: nothing, all of it, or the confirmation of a purchase. */
export type OpenMenu =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | { readonly kind: 'buy'; readonly item: MenuItem };

const NONE: OpenMenu = { kind: 'none' };

/** Opens the confirmation for an item; people without an account are asked to join first. */
export function useMenu({ now, me }: Pick<SlotProps<MenuPart>, 'now' | 'me'>) {
  const [asked, setAsked] = useState<OpenMenu>(NONE);
  // A press before the visitor is known waits for that.
  const open = asked.kind === 'buy' && me.kind !== 'member' ? NONE : asked;
  const isGuestAsking = asked.kind === 'buy' && me.kind === 'guest';
  useEffect(() => {
    if (isGuestAsking) openModal('signup', { reason: 'tip' });
  }, [isGuestAsking]);
  return {
    open,
    /** During a show for others, or while the performer is away, nothing is sold. */
    isClosed: now.status !== 'online',
    close: () => setAsked(NONE),
    showAll: () => setAsked({ kind: 'all' }),
    choose(item: MenuItem) {
      if (me.kind === 'guest') return openModal('signup', { reason: 'tip' });
      setAsked({ kind: 'buy', item });
    },
  };
}

export type Menu = ReturnType<typeof useMenu>;
