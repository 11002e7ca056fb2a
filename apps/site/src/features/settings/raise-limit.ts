import type { Settings } from '@klieg/contract';
import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account } from '../identity/index.ts';
import { isRaise, RAISE_WAIT_MS, raiseNeeds } from './limit-rules.ts';
import type { LimitRaiseStore } from './limit-raise-store.ts';

type Changes = Partial<Settings>;

/** The person's own limit of spending: lower ones count at once, higher ones later. */
export const makeRaiseLimit = ({
  raises,
  clock,
}: {
  readonly raises: LimitRaiseStore;
  readonly clock: Clock;
}) => ({
  /**
   * The changes that apply now. A raise is stored for later; a limit that is not higher cancels a stored one.
   * @param before the account, whose row is locked @throws billing.verify_first
   */
  async countingNow(changes: Changes, before: Account, within: Transaction): Promise<Changes> {
    const { daily_limit: wanted, ...others } = changes;
    if (wanted === undefined) return changes;
    if (!isRaise(before.settings.daily_limit, wanted)) {
      await raises.drop(before.id, within);
      return changes;
    }
    if (raiseNeeds(before) === 'verify') throw new AppError('billing.verify_first');
    await raises.keep(
      before.id,
      { limitTokens: wanted, dueAt: new Date(clock.now() + RAISE_WAIT_MS) },
      within,
    );
    return others;
  },
  /** The due raise, removed; nothing if it was cancelled or removed meanwhile. */
  async takeDue(id: AccountId, within: Transaction): Promise<Changes> {
    const raise = await raises.find(id, within);
    if (!raise || raise.dueAt.getTime() > clock.now()) return {};
    await raises.drop(id, within);
    return { daily_limit: raise.limitTokens };
  },
});

export type RaiseLimit = ReturnType<typeof makeRaiseLimit>;
