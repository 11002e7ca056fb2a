import type { Biller, LineState } from '@klieg/contract';
import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Actor, AuditLog } from '../audit/index.ts';
import type { BillerPort } from '../billing/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { type BookedLine, bookingsOf, findMissingThere, matchLines, placingOf } from './settlement-rules.ts';
import type { KeptLine, SettlementDeskStore } from './settlement-desk-store.ts';
import type { ToldMoneyStore } from './told-money-store.ts';
import type { UnreadRowStore } from './unread-row-store.ts';

interface Deps {
  readonly store: SettlementDeskStore;
  readonly unreadRows: Pick<UnreadRowStore, 'keep'>;
  readonly told: ToldMoneyStore;
  readonly billers: ReadonlyMap<Biller, Pick<BillerPort, 'readSettlement'>>;
  readonly numberOf: (biller: Biller) => number;
  readonly ledger: Pick<Ledger, 'together'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
}

/** A file as the operator gives it. */
export interface GivenFile {
  readonly biller: Biller;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Lines whose bookings are one batch of the ledger, which takes 500. */
const LINES_AT_ONCE = 100;
const UNTOLD_MAX = 500;

const asBooked = (line: KeptLine, numberOf: Deps['numberOf']): BookedLine => ({
  id: line.id,
  biller: numberOf(line.biller),
  kind: line.kind,
  transactionId: line.transactionId,
  state: line.state,
  amountCents: line.amountCents,
  feeCents: line.feeCents,
  toldCents: line.toldCents,
});

/** Reads settlement files, stores their lines compared with the posts, and books them. */
export function makeSettleFile(deps: Deps) {
  const { store, told, ledger, numberOf } = deps;

  /** Books stored lines not booked yet; the ledger knows the ids, so that a crash books nothing twice. */
  const bookOpen = async (): Promise<number> => {
    let count = 0;
    for (;;) {
      const lines = await store.listUnbooked(LINES_AT_ONCE);
      if (lines.length === 0) return count;
      const requests = lines.flatMap((line) => bookingsOf(asBooked(line, numberOf)));
      const refused = (await ledger.together(requests)).find(({ status }) => status === 'refused');
      if (refused) throw new Error(`lines of a settlement were refused: ${JSON.stringify(refused)}`);
      await store.markBooked(lines.map(({ id }) => id));
      count += lines.length;
    }
  };

  /** Moves lines to their place that a post has reported only later. */
  const placeLate = async (): Promise<void> => {
    const lines = await store.listUntold(UNTOLD_MAX);
    for (const [biller, its] of Map.groupBy(lines, (line) => line.biller)) {
      const facts = await told.listOf(
        biller,
        its.map(({ transactionId }) => transactionId),
      );
      for (const { line, state, told: found } of matchLines(its, facts)) {
        if (!found) continue;
        await ledger.together(placingOf(asBooked(line, numberOf), found.amountCents));
        await store.markTold(line.id, { state, cents: found.amountCents, orderId: found.orderId });
      }
    }
  };

  return {
    /** What a crash left, and what posts have reported since. */
    async resume(): Promise<void> {
      await bookOpen();
      await placeLate();
    },
    /**
     * Keeps and books a file. A line that an earlier file had is left as it is.
     * @throws money_desk.nothing_read
     */
    async settle(file: GivenFile, actor: Actor) {
      const { biller, from, to, text, name } = file;
      const { lines, unread } = deps.billers.get(biller)?.readSettlement(text) ?? { lines: [], unread: [] };
      if (lines.length === 0) throw new AppError('money_desk.nothing_read');
      const ids = [...new Set(lines.map(({ transactionId }) => transactionId))];
      const matched = matchLines(lines, await told.listOf(biller, ids));
      const toldThen = await told.listOn(biller, from, to);
      const known = await store.listNames(
        biller,
        toldThen.map(({ transactionId }) => transactionId),
      );
      const isKnown = new Set(known.map(({ kind, transactionId }) => `${kind} ${transactionId}`));
      const missing = findMissingThere(
        toldThen.filter(({ kind, transactionId }) => !isKnown.has(`${kind} ${transactionId}`)),
        lines,
      );
      const kept = { id: uuidv7(), biller, name, from, to, by: actor.account!.id };
      const count = (state: LineState): number => matched.filter((one) => one.state === state).length;
      const isNew = await deps.database.kysely.transaction().execute(async (transaction) => {
        await store.keepFile(transaction, kept);
        const added = await store.keepLines(transaction, kept, matched);
        await store.closeFound(transaction, biller, ids);
        await store.keepMissing(transaction, kept, missing);
        await deps.unreadRows.keep(transaction, kept.id, unread);
        await deps.auditLog.note(transaction, actor, {
          action: 'settlements.uploaded',
          target: `settlement:${kept.id}`,
          detail: { biller, name, from, to, lines: String(matched.length), new: String(added) },
        });
        return added;
      });
      await bookOpen();
      return {
        file_id: kept.id as Uuid,
        lines: matched.length,
        matched: count('matched'),
        missing_here: count('missing_here'),
        missing_there: missing.length,
        amount_differs: count('amount_differs'),
        other_currency: count('other_currency'),
        known: matched.length - isNew,
        unread: unread.length,
      };
    },
  };
}
