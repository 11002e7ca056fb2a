import { AppError } from '@klieg/kernel';
import { type AccountStore, isApprovedModel } from '../../identity/index.ts';
import type { BroadcastControl } from '../life/broadcast-control.ts';
import type { Houses } from '../streams/houses.ts';
import type { StreamKeyStore } from './stream-key-store.ts';

/** Answers a media process that asks whose stream key it was shown. */
export type ExchangeStreamKey = (
  key: string,
) => Promise<
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: 'bad_key' | 'already_live' }
>;

/**
 * A publish token for the owner of a stream key. The encoder's call is the start of the broadcast where
 * the model has not started one (S201).
 */
export function makeExchangeStreamKey(deps: {
  readonly accounts: AccountStore;
  readonly keys: StreamKeyStore;
  readonly broadcasts: Pick<BroadcastControl, 'joinByKey'>;
  readonly houses: Pick<Houses, 'exchangeKey'>;
}): ExchangeStreamKey {
  return async (key) => {
    const camera = await deps.houses.exchangeKey(key);
    if (camera !== undefined) return { ok: true, token: camera };
    const ownerId = await deps.keys.findOwner(key);
    const owner = ownerId === undefined ? undefined : await deps.accounts.findById(ownerId);
    // A wrong key, and the key of somebody who may not broadcast, look the same from outside.
    if (!owner || !isApprovedModel(owner) || owner.suspendedAt !== null || owner.isVoyeurCam)
      return { ok: false, reason: 'bad_key' };
    try {
      return { ok: true, token: (await deps.broadcasts.joinByKey(owner)).token };
    } catch (error) {
      if (error instanceof AppError && error.code === 'broadcast.already_live')
        return { ok: false, reason: 'already_live' };
      if (error instanceof AppError && error.code === 'broadcast.banned')
        return { ok: false, reason: 'bad_key' };
      throw error;
    }
  };
}
