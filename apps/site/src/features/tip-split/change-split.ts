import type { Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import { type TipDetail, TIP_SHARE_PERCENT } from '../tipping/index.ts';
import type { Payment, Wallet } from '../wallet/index.ts';
import type { ListKeptOut } from './kept-out.ts';
import type { SplitNews } from './split-news.ts';
import { failToSettle, forgetFreed, seatedOf, type Split, type SplitPart, succeed } from './split-rules.ts';
import type { SplitRow, SplitStore } from './split-store.ts';

/** Changes splits, with all consequences: payments, refunds, notices. */
export interface ChangeSplit {
  /**
   * Changes a split under its lock; `turn` may throw, and returns the same object where nothing changes. Consequences
   * are carried out before this resolves, or later by the sweep; their failure undoes nothing.
   */
  change(id: Uuid, turn: (split: Split, now: number) => Split): Promise<Split | undefined>;
  /** Completes what is left undone of a split. */
  finish(id: Uuid): Promise<void>;
}

type Held = Payment & { readonly holdId: Uuid };

/** The payment of one part; its id is always the same, so that a repeat pays nothing. */
function paymentOf(split: Split, { accountId, holdId }: SplitPart): Held {
  const isProposer = accountId === split.proposerId;
  const totalTokens = split.splitAmount * split.targetSplitters;
  const detail: TipDetail = { type: 'split', ...(isProposer && { split: { id: split.id, totalTokens } }) };
  return {
    id: deriveTransferId(`tip_split:${split.id}:${holdId}`, split.id),
    holdId,
    kind: 'tip',
    payer: accountId,
    receiver: split.roomId,
    amountTokens: split.splitAmount,
    sharePercent: TIP_SHARE_PERCENT,
    note: {
      ref: { type: 'tip_split', id: split.id },
      ...(isProposer && split.comment !== null && { comment: split.comment }),
      detail: { ...detail },
    },
  };
}

const freedOf = ({ parts }: Split): readonly SplitPart[] => parts.filter(({ state }) => state === 'freed');

export function makeChangeSplit(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: SplitStore;
  readonly wallet: Pick<Wallet, 'postTogether' | 'release'>;
  readonly news: SplitNews;
  readonly listKeptOut: ListKeptOut;
  /** Counts a tip by its tokens. */
  readonly countTip: (tokens: number) => void;
  readonly logged: (what: string) => (error: unknown) => void;
}): ChangeSplit {
  const { database, store, wallet, news } = deps;

  const write = (id: Uuid, turn: (split: Split, now: number) => Split) =>
    database.kysely.transaction().execute(async (transaction) => {
      const before = await store.lock(transaction, id);
      if (!before) return undefined;
      const after = turn(before, await store.now(transaction));
      if (after.state === 'opening' && after.parts.length === 0) await store.remove(transaction, id);
      else if (after !== before) await store.save(transaction, after);
      return { before, after };
    });

  /** All parts in one batch: everybody pays, or nobody (S805). */
  const settle = async (split: Split): Promise<void> => {
    const seated = seatedOf(split);
    const keptOut = await deps.listKeptOut(split);
    // The ledger decides: what another node, or this one before a crash, has paid is no longer released.
    await Promise.all(
      seated
        .filter(({ holdId }) => keptOut.has(holdId))
        .map(({ holdId, accountId }) => wallet.release({ holdId, payer: accountId })),
    );
    const lost = new Set(await wallet.postTogether(seated.map((part) => paymentOf(split, part))));
    let isFirst = false;
    await change(split.id, (now, at) => {
      const next = lost.size === 0 ? succeed(now, at) : failToSettle(now, lost, at);
      isFirst = next !== now;
      return next;
    });
    if (isFirst && lost.size === 0) deps.countTip(split.splitAmount * split.targetSplitters);
  };

  const giveBack = async (id: Uuid, parts: readonly SplitPart[]): Promise<void> => {
    await Promise.all(parts.map(({ holdId, accountId }) => wallet.release({ holdId, payer: accountId })));
    const given = new Set(parts.map(({ holdId }) => holdId));
    await write(id, (split) => forgetFreed(split, given));
  };

  const follow = async (
    split: Split,
    { settles, freed, hasNews }: { settles: boolean; freed: readonly SplitPart[]; hasNews: boolean },
  ): Promise<void> => {
    const work = [
      ...(settles ? [settle(split)] : []),
      ...(freed.length > 0 ? [giveBack(split.id, freed)] : []),
      ...(hasNews ? [news.tell(split.id)] : []),
    ];
    for (const result of await Promise.allSettled(work))
      if (result.status === 'rejected')
        deps.logged('what follows from a tip split was left to the sweep')(result.reason);
  };

  const change: ChangeSplit['change'] = async (id, turn) => {
    const written = await write(id, turn);
    if (!written || written.after === written.before) return written?.after;
    const { before, after } = written;
    const known = new Set(freedOf(before).map(({ holdId }) => holdId));
    const freed = freedOf(after).filter(({ holdId }) => !known.has(holdId));
    const settles = after.state === 'settling' && before.state !== 'settling';
    await follow(after, { settles, freed, hasNews: after.news > before.news });
    return after;
  };

  const isUntold = ({ news: all, toldNews }: SplitRow): boolean => all > toldNews;
  return {
    change,
    async finish(id) {
      const split = await store.find(id);
      if (!split) return;
      const settles = split.state === 'settling';
      await follow(split, { settles, freed: freedOf(split), hasNews: isUntold(split) });
    },
  };
}
