import { AppError, type AccountId, type Clock, type Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { coversBroadcast } from './consent-rules.ts';
import type { ConsentStore } from './consent-store.ts';

/** Who takes part in a broadcast besides its model. */
export interface CoPerformers {
  /**
   * Stores them with the broadcast; meanwhile none of them can withdraw unnoticed.
   * @param within the transaction that starts it; absent: one of its own
   * @throws compliance.consent_missing unless each is the model's own, given, checked and valid today
   */
  name(modelId: AccountId, broadcastId: Uuid, ids: readonly Uuid[], within?: Transaction): Promise<void>;
  /**
   * The same for a broadcast that nobody has seen yet: people named for it before but not now are removed.
   * @throws compliance.consent_missing, and changes nothing then
   */
  nameOnly(modelId: AccountId, broadcastId: Uuid, ids: readonly Uuid[]): Promise<void>;
  /**
   * The same without a broadcast: none of them can withdraw unnoticed before the end of the transaction.
   * @throws compliance.consent_missing
   */
  check(within: Transaction, modelId: AccountId, ids: readonly Uuid[]): Promise<void>;
  /** Consents of the people named in a broadcast. */
  listNamed(within: Transaction, broadcastId: Uuid): Promise<Uuid[]>;
}

export function makeCoPerformers(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly consents: Pick<ConsentStore, 'lockShared' | 'nameIn' | 'unnameOthers' | 'listNamed'>;
  readonly clock: Clock;
}): CoPerformers {
  const { consents, clock } = deps;
  const check: CoPerformers['check'] = async (within, modelId, wanted) => {
    const found = await consents.lockShared(within, wanted);
    const good = found.filter((one) => one.modelId === modelId && coversBroadcast(one, clock.now()));
    if (good.length < wanted.length) throw new AppError('compliance.consent_missing');
  };
  const name: CoPerformers['name'] = async (modelId, broadcastId, ids, within) => {
    if (!within)
      return deps.database.kysely.transaction().execute((own) => name(modelId, broadcastId, ids, own));
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return;
    await check(within, modelId, wanted);
    await consents.nameIn(within, broadcastId, modelId, wanted, new Date(clock.now()));
  };
  const nameOnly: CoPerformers['nameOnly'] = (modelId, broadcastId, ids) =>
    deps.database.kysely.transaction().execute(async (own) => {
      await name(modelId, broadcastId, ids, own);
      await consents.unnameOthers(own, broadcastId, ids);
    });
  return { name, nameOnly, check, listNamed: consents.listNamed };
}
