export {
  accountOf,
  type Holder,
  holderOf,
  moneyAccount,
  type Purse,
  systemAccount,
  type SystemName,
} from './accounts.ts';
export { composeLedger, type LedgerFeature } from './compose.ts';
export { type AccountBalance, type EarnedPurses, sumOfEarned } from './reads/balance-store.ts';
export { type BalanceAfter, type Outcome, type RefusalReason, type TransferNote } from './commands.ts';
export { type FindLiveMachines } from './holds/expire-holds.ts';
export { type FeedReader, type FeedReaders } from './feed/feed-readers.ts';
export { type FeedItem } from './feed/feed-store.ts';
export { type BatchObservation } from './apply/group-commit.ts';
export {
  type HistoryPage,
  type HistoryQuery,
  type HistoryRow,
  type Posting,
  type TransferTrace,
} from './reads/history-store.ts';
export { type OpenHold } from './holds/hold-store.ts';
export { keepMonths, MonthError, type Months, type ReachesInto } from './months/keep-months.ts';
export { type LedgerMonth, listMonths } from './months/month-store.ts';
export { codeOfKind, kindOfCode, type LedgerKind } from './kinds.ts';
export type { Lot } from './lots/lot-store.ts';
export { type Ledger, type LedgerParts, makeLedger } from './make-ledger.ts';
export { type Finding, type ReconcileReport, type ReconcileScope } from './reconcile/reconcile-store.ts';
export {
  type CreditRequest,
  type DebitRequest,
  type HoldRequest,
  type LedgerRequest,
  type Payee,
  type PostRequest,
  type RefundRequest,
  type SpendRequest,
  type SplitRequest,
  type VoidRequest,
} from './requests.ts';
export { makeReadAbouts, type MediaNamesOf, type ReadAbouts } from './reads/present-about.ts';
export { addDays, RIPE_DAYS } from './lots/ripe-from.ts';
export { deriveTransferId } from './transfer-id.ts';
export { serveLedger } from './serve-ledger.ts';
export { balancesOrRefuse } from './spend-errors.ts';
