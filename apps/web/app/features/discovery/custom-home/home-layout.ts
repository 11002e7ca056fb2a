import type { Settings } from '@klieg/contract';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { writeCookie } from '#app/shared/cookie.ts';
import { useMe } from '#app/shared/me/me-store.ts';

export type HomeLayout = Settings['home_layout'];

/** The first page of the classic home page, for everybody. */
export const CLASSIC_HOME = '/?p=1';

/**
 * Layout of the home page: its member's choice; classic for guests, and on pages of the classic list.
 * @param served from the cookie sent to the server; valid until the page knows the visitor
 */
export function useHomeLayout(served: HomeLayout): HomeLayout {
  const me = useMe();
  const [query] = useSearchParams();
  const isForgotten = served === 'custom' && me.kind === 'guest';
  useEffect(() => {
    if (isForgotten) writeCookie('home', '', 0);
  }, [isForgotten]);
  if (query.has('p') || me.kind === 'guest') return 'classic';
  return me.kind === 'unknown' ? served : me.current.settings.home_layout;
}
