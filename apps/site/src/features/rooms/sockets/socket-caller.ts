import type { Clock } from '@klieg/kernel';
import type { Socket } from '#site/platform/sockets/index.ts';
import { isLoopback, networkOf } from '#site/platform/visitors/index.ts';
import type { Sites } from '../../brand/index.ts';
import { accountKey, guestKey, isSuspended } from '../../identity/index.ts';
import {
  guestNameOf,
  type NodeTokenStore,
  type SiteCaller,
  type TokenHolder,
  unknownBrowser,
} from '../../sessions/index.ts';

/** Redeems the token of v3.authorize: the caller behind it, or why not. */
export type SocketCaller =
  | { readonly ok: true; readonly caller: SiteCaller; readonly room: string | null }
  | { readonly ok: false; readonly errorType: string; readonly error: string; readonly closeCode: number };

export function makeRedeemSocketCaller(deps: {
  readonly nodeTokens: NodeTokenStore;
  readonly siteOf: Sites['siteOf'];
  readonly clock: Clock;
}): (token: string, socket: Socket) => Promise<SocketCaller> {
  const callerOf = (holder: TokenHolder, socket: Socket): SiteCaller => {
    const { account } = holder;
    const site = deps.siteOf({ host: socket.host });
    return {
      key: account ? accountKey(account.id) : guestKey(holder.guestId!),
      isLoggedIn: account !== null,
      isSuspended: account !== null && isSuspended(account, deps.clock.now()),
      cookie: undefined,
      address: socket.address,
      network: networkOf(socket.address),
      isLoopback: isLoopback(socket.address),
      site,
      locale: site.locale,
      account,
      browser: unknownBrowser,
      guestId: holder.guestId,
      guestName: holder.guestId ? guestNameOf(holder.guestId) : '',
      sessionId: holder.sessionId,
      sessionHash: null,
      // Nothing that needs a fresh password goes by socket.
      sudoUntil: 0,
      ...holder.place,
    };
  };

  return async (token, socket) => {
    const holder = await deps.nodeTokens.redeem(token);
    if (!holder)
      return {
        ok: false,
        errorType: 'unauthorized',
        error: 'This key is used or has expired',
        closeCode: 4401,
      };
    const caller = callerOf(holder, socket);
    if (caller.isSuspended)
      return { ok: false, errorType: 'suspended', error: 'Your account is suspended', closeCode: 4403 };
    return { ok: true, caller, room: holder.room };
  };
}
