import type { Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { ActRow, ActStore } from './act-store.ts';

/** Returns the tokens of acts: because of the performer, the time, or an item that is gone. */
export interface ReturnActs {
  /** Tells the payer within the transaction of the decision. @returns tells their pages, after the commit */
  announce(
    transaction: Transaction,
    act: Pick<ActRow, 'payerId' | 'modelId' | 'label' | 'tokens'>,
  ): Promise<() => void>;
  /** The performer gives it back. A repeat does nothing. */
  giveBack(id: Uuid): Promise<void>;
  /** Returns what was owed for too long, and moves what is on its way. */
  sweep(): Promise<void>;
}

const SWEEP_MAX = 100;

export function makeReturnActs(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly acts: ActStore;
  readonly wallet: Pick<Wallet, 'refund'>;
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
  readonly logged: (what: string) => (error: unknown) => void;
}): ReturnActs {
  const { acts } = deps;

  const announce: ReturnActs['announce'] = async (transaction, { payerId, modelId, label, tokens }) => {
    const [model] = await deps.accounts.listByIds([modelId], transaction);
    return deps.notifyWithin(transaction, payerId, {
      kind: 'tip',
      code: 'act_returned',
      params: { name: model?.displayName ?? '', label, tokens: String(tokens) },
      url: '/account/shows',
    });
  };

  /**
   * Moves everything not yet returned. If a part was returned that this does not know of yet, nothing moves: the
   * ledger's feed reports it, and the next round moves the rest.
   */
  const move = async (act: ActRow): Promise<void> => {
    const { id, payerId: payer, tokens, returnedTokens } = act;
    const amountTokens = tokens - returnedTokens;
    const isMoved =
      amountTokens === 0 ||
      (await deps.wallet.refund({
        id: deriveTransferId(`acts:return:${returnedTokens}`, id),
        transferId: id,
        payer,
        amountTokens,
      }));
    if (isMoved) await acts.markReturned(id);
  };

  const decide = async (id: Uuid): Promise<void> => {
    const act = (await acts.find(id))!;
    const tell = await deps.database.kysely
      .transaction()
      .execute(async (transaction) =>
        (await acts.giveBack(transaction, id)) ? announce(transaction, act) : undefined,
      );
    tell?.();
  };

  return {
    announce,
    async giveBack(id) {
      await decide(id);
      const act = await acts.find(id);
      if (act?.state === 'returning') await move(act);
    },
    async sweep() {
      for (const id of await acts.listLate(SWEEP_MAX)) await decide(id);
      for (const act of await acts.listReturning(SWEEP_MAX))
        await move(act).catch(deps.logged('the tokens of an act did not go back, and are tried again'));
    },
  };
}
