export { type Holder, type Purse, type SystemName } from './accounts.ts';
export { composeLedger, type LedgerFeature } from './compose.ts';
export { type AccountBalance } from './balance-store.ts';
export { type BalanceAfter, type Outcome, type RefusalReason, type TransferNote } from './commands.ts';
export { type FindLiveMachines } from './expire-holds.ts';
export { type FeedReader, type FeedReaders } from './feed-readers.ts';
export { type FeedItem } from './feed-store.ts';
export { type BatchObservation } from './group-commit.ts';
export {
  type HistoryPage,
  type HistoryQuery,
  type HistoryRow,
  type Posting,
  type TransferTrace,
} from './history-store.ts';
export { type OpenHold } from './hold-store.ts';
export type { LedgerKind } from './kinds.ts';
export { type Ledger, type LedgerParts } from './make-ledger.ts';
export { type Finding, type ReconcileReport, type ReconcileScope } from './reconcile-store.ts';
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
export { deriveTransferId } from './transfer-id.ts';
export { serveLedger } from './serve-ledger.ts';
export { balancesOrRefuse } from './spend-errors.ts';
