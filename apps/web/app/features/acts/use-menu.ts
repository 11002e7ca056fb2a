import { useState } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import { meStore } from '../../shared/me/me-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { MenuItem, MenuPart } from './menu-state.ts';

/** What is open of a menu: nothing, all of it, or the question before something is bought. */
export type OpenMenu =
  | { readonly kind: 'none' }
  | { readonly kind: 'all' }
  | { readonly kind: 'buy'; readonly item: MenuItem };

/** Opens the question before an item is bought; who has no account is asked to join first. */
export function useMenu({ now }: SlotProps<MenuPart>) {
  const [open, setOpen] = useState<OpenMenu>({ kind: 'none' });
  return {
    open,
    /** A show for somebody else, or a performer who is away, sells nothing. */
    isClosed: now.status !== 'online',
    close: () => setOpen({ kind: 'none' }),
    showAll: () => setOpen({ kind: 'all' }),
    choose(item: MenuItem) {
      if (meStore.get().kind === 'guest') return openModal('signup', { reason: 'tip' });
      setOpen({ kind: 'buy', item });
    },
  };
}

export type Menu = ReturnType<typeof useMenu>;
