import type { CurrentUser, Settings } from '@klieg/contract';
import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../event-store.ts';

/** The visitor; unknown while rendering and until the first answer. */
export type Me =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'guest'; readonly current: CurrentUser }
  | { readonly kind: 'member'; readonly current: CurrentUser };

export type MeEvent =
  | { readonly type: 'loaded'; readonly current: CurrentUser }
  | { readonly type: 'balance'; readonly tokens: number }
  | { readonly type: 'settings'; readonly settings: Partial<Settings> }
  | { readonly type: 'unread'; readonly count: number }
  | { readonly type: 'messages'; readonly unread: number }
  /** Media that were bought, here or in another page. */
  | { readonly type: 'media'; readonly ids: readonly number[] }
  | { readonly type: 'followed'; readonly username: string; readonly isFollowing: boolean };

/** A guest is a user without an account, whose name starts with guest_ (S101). */
export const isGuestName = (username: string): boolean => username.startsWith('guest_');

const withCurrent = (me: Me, change: (current: CurrentUser) => CurrentUser): Me =>
  me.kind === 'unknown' ? me : { ...me, current: change(me.current) };

/** How news about the own account change the page's data. */
export function reduceMe(me: Me, event: MeEvent): Me {
  switch (event.type) {
    case 'loaded':
      return {
        kind: event.current.user.id === 0 || isGuestName(event.current.user.username) ? 'guest' : 'member',
        current: event.current,
      };
    case 'balance':
      return withCurrent(me, (current) =>
        current.user.type === 'model'
          ? { ...current, earnings: event.tokens }
          : { ...current, tokens: event.tokens },
      );
    case 'settings':
      return withCurrent(me, (current) => ({
        ...current,
        settings: { ...current.settings, ...event.settings },
      }));
    case 'unread':
      return withCurrent(me, (current) => ({
        ...current,
        user: { ...current.user, notificationUnreadCount: event.count },
      }));
    case 'messages':
      return me.kind === 'unknown' || me.current.pm.unread === event.unread
        ? me
        : withCurrent(me, (current) => ({ ...current, pm: { ...current.pm, unread: event.unread } }));
    case 'media':
      return withCurrent(me, (current) => ({
        ...current,
        media_ids: [...new Set([...event.ids, ...current.media_ids])],
      }));
    case 'followed':
      return withCurrent(me, (current) => {
        const others = current.user.following.filter(({ followname }) => followname !== event.username);
        const following = event.isFollowing ? [{ followname: event.username }, ...others] : others;
        return { ...current, user: { ...current.user, following } };
      });
  }
}

/** The one store of the page's person. */
export const meStore = makeEventStore<Me, MeEvent>({ kind: 'unknown' }, reduceMe);

const unknown: Me = { kind: 'unknown' };

/** The visitor; always unknown on the server, so that HTML is the same for everyone. */
export const useMe = (): Me => useSyncExternalStore(meStore.subscribe, meStore.get, () => unknown);

/** The account of a logged-in person, else undefined. */
export function useMember(): CurrentUser | undefined {
  const me = useMe();
  return me.kind === 'member' ? me.current : undefined;
}

/** Tokens to show: what a viewer can spend, what a model has earned. */
export const balanceOf = (current: CurrentUser): number =>
  current.user.type === 'model' ? current.earnings : current.tokens;

/** Somebody's staff office; undefined for others. */
export function deskOf({ isAdmin, isSuperAdmin, user_roles: roles }: CurrentUser['user']) {
  if (isAdmin || isSuperAdmin || roles.includes('auditor')) return '/admin';
  if (roles.includes('site_mod')) return '/mod';
  return roles.includes('model_admin') ? '/mod/review' : undefined;
}
