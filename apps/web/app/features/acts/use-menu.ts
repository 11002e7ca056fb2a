import { useEffect, useState } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { MenuItem, MenuPart } from './menu-state.ts';

/** What is open of a menu: nothing, all of it, or the question before something is bought. */
export type OpenMenu =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | { readonly kind: 'buy'; readonly item: MenuItem };

const NONE: OpenMenu = { kind: 'none' };

/** Opens the question before an item is bought; who has no account is asked to join first. */
export function useMenu({ now, me }: Pick<SlotProps<MenuPart>, 'now' | 'me'>) {
  const [asked, setAsked] = useState<OpenMenu>(NONE);
  // A press before it is known who looks waits for that.
  const open = asked.kind === 'buy' && me.kind !== 'member' ? NONE : asked;
  const isGuestAsking = asked.kind === 'buy' && me.kind === 'guest';
  useEffect(() => {
    if (isGuestAsking) openModal('signup', { reason: 'tip' });
  }, [isGuestAsking]);
  return {
    open,
    /** A show for somebody else, or a performer who is away, sells nothing. */
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
