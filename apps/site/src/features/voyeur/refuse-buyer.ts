import { AppError } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { refuseTip } from '../tipping/index.ts';

/** Refuses people who may not pay this performer, or whom she has blocked. @throws spend errors, rooms.not_found */
export type RefuseBuyer = (
  caller: SiteCaller & { readonly account: Account },
  owner: Account,
) => Promise<void>;

export const makeRefuseBuyer =
  (deps: {
    readonly blocks: Pick<BlockStore, 'listApart'>;
    readonly isBlockedCountry: (country: string | null) => boolean;
  }): RefuseBuyer =>
  async (caller, owner) => {
    if (caller.account.type === 'model') throw new AppError('ledger.model_cannot_spend');
    const refused = refuseTip({
      sender: caller.account,
      receiver: owner,
      senderCountry: caller.country,
      isBlockedCountry: deps.isBlockedCountry,
    });
    if (refused) throw new AppError(refused);
    const apart = await deps.blocks.listApart([[caller.account.id, owner.id]]);
    if (apart.size > 0) throw new AppError('rooms.not_found');
  };
