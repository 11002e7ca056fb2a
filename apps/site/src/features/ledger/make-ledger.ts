import {
  type AccountId,
  assert,
  type Clock,
  isWhole,
  type Log,
  systemClock,
  type Tokens,
  type Uuid,
} from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { sayWhatIsArchived } from './months/archived-store.ts';
import { type AboutOf, makeAboutOf } from './reads/about-store.ts';
import { accountOf, personOf, type Purse } from './accounts.ts';
import { faultOfDatabaseError, makeApplyStore } from './apply/apply-store.ts';
import { type AccountBalance, type EarnedPurses, makeBalanceStore } from './reads/balance-store.ts';
import { accountsOf, BATCH_COUNT_MAX, type Command, idsOf, type Outcome } from './commands.ts';
import { type FindLiveMachines, makeExpireHolds } from './holds/expire-holds.ts';
import { type EarnedStore, makeEarnedStore } from './reads/earned-store.ts';
import { type FeedItem, type FeedPart, makeFeedStore, readFeed } from './feed/feed-store.ts';
import { type BatchObservation, makeGroupCommit } from './apply/group-commit.ts';
import {
  type HistoryPage,
  type HistoryQuery,
  makeHistoryStore,
  type TransferTrace,
} from './reads/history-store.ts';
import { makeHoldStore, type OpenHold } from './holds/hold-store.ts';
import type { Part } from './lots/lot-rules.ts';
import { type Lot, makeLotStore } from './lots/lot-store.ts';
import { makeRecentSpendStore, type RecentSpendStore } from './reads/recent-spend-store.ts';
import {
  makeReconcileStore,
  type ReconcileReport,
  type ReconcileScope,
} from './reconcile/reconcile-store.ts';
import {
  type CaptureRequest,
  type CreditRequest,
  type DebitRequest,
  type HoldRequest,
  type LedgerRequest,
  type MoneyRequest,
  type MoveRequest,
  type PostRequest,
  type RaiseRequest,
  type RefundRequest,
  type SpendRequest,
  type SplitRequest,
  type VoidRequest,
} from './requests.ts';
import { toCommand } from './to-command.ts';
import { forParty } from './reads/trace-for-party.ts';

export interface LedgerParts {
  readonly database: Pick<Database, 'pool'>;
  /** The system clock means the database's own; any other one is believed (for tests). */
  readonly clock: Clock;
  readonly log: Log;
  readonly onBatch?: (observation: BatchObservation) => void;
  /** Told after a commit whose feeds have grown, see L15; may be lost with the process. */
  readonly onFed?: (receivers: readonly AccountId[]) => void;
}

/** Changes of money, each a command of its own. */
interface WritingCalls {
  spend(request: SpendRequest): Promise<Outcome>;
  credit(request: CreditRequest): Promise<Outcome>;
  debit(request: DebitRequest): Promise<Outcome>;
  split(request: SplitRequest): Promise<Outcome>;
  hold(request: HoldRequest): Promise<Outcome>;
  /** Between two purses of one person's earnings; promotional tokens stay where they are. */
  move(request: MoveRequest): Promise<Outcome>;
  /** Between the operator's accounts, in cents. */
  money(request: MoneyRequest): Promise<Outcome>;
  post(request: PostRequest): Promise<Outcome>;
  capture(request: CaptureRequest): Promise<Outcome>;
  raise(request: RaiseRequest): Promise<Outcome>;
  void(request: VoidRequest): Promise<Outcome>;
  refund(request: RefundRequest): Promise<Outcome>;
}

/**
 * The only access to tokens. Writing calls resolve after commit with the outcome of the request; they throw
 * common.unavailable when that is unknown, and the same request may then be sent again. A refused request leaves no
 * trace.
 */
export interface Ledger extends WritingCalls, EarnedStore, RecentSpendStore {
  /** Applies all requests in order in one transaction, or none of them; at most 500, no id twice. */
  together(requests: readonly LedgerRequest[]): Promise<Outcome[]>;

  /** What a person has to spend. */
  balanceOf(person: AccountId): Promise<AccountBalance>;
  /** The same for each person, in their order. */
  balancesOf(persons: readonly AccountId[]): Promise<AccountBalance[]>;
  /** What a person has earned that is not ripe yet (rule L30), and promotional tokens, which never are. */
  earningsOf(person: AccountId): Promise<AccountBalance>;
  /** What a person has earned, purse by purse. */
  pursesOf(person: AccountId, within?: Transaction): Promise<EarnedPurses>;
  /** People who have ever earned something, by number, after that one. */
  earnersAfter(person: AccountId | undefined, limit: number): Promise<AccountId[]>;
  /** The person's own limit per UTC day; 0: none. */
  setDailyLimit(person: AccountId, limitTokens: Tokens, within?: Transaction): Promise<AccountBalance>;
  /** Lets the spending balance go down to -creditTokens; credit in use stays allowed, never more. */
  setCreditLine(person: AccountId, creditTokens: Tokens): Promise<AccountBalance>;

  historyOf(person: AccountId, query: HistoryQuery & { readonly purse?: Purse }): Promise<HistoryPage>;
  /** What transfers were for; of a refund, which payment it gives back. */
  readonly aboutOf: AboutOf;
  /** Undefined for a transfer that the person has no part in; others' balances are left out. */
  traceOf(person: AccountId, transferId: Uuid): Promise<TransferTrace | undefined>;
  /** For staff: any transfer, with all balances. */
  findTransfer(transferId: Uuid): Promise<TransferTrace | undefined>;
  /** Everybody who ever paid this person, in no order. */
  payersOf(receiver: AccountId): Promise<AccountId[]>;
  /** What happened to a purse of the person after the given number, in order, at most `limit` (100) items. */
  feedAfter(receiver: AccountId, number: number, of?: FeedPart): Promise<FeedItem[]>;

  /** The number of the newest item in a person's feed; 0 where there is none. */
  feedNumberOf(receiver: AccountId): Promise<number>;

  /** A person's purchases, in the order they are spent. */
  lotsOf(person: AccountId): Promise<Lot[]>;
  /** The payments that a person's purchase paid for, and with how many of its tokens, oldest first. */
  paidFor(person: AccountId, purchase: Uuid): Promise<Part[]>;
  openHoldsOf(person: AccountId, purse?: Purse): Promise<OpenHold[]>;
  openHoldsOfMachine(machine: string, within?: Transaction): Promise<OpenHold[]>;
  /** Whether a hold still holds something; false where it was paid or released. */
  isHeld(holdId: Uuid): Promise<boolean>;
  /** Which of these machines have a hold. */
  machinesWithHolds(machines: readonly string[]): Promise<ReadonlySet<string>>;
  /** A live machine moves the end of its holds on; returns how many it moved. */
  extendHolds(machine: string, expiresAt: number): Promise<number>;
  /** Voids expired holds of machines that do not live; returns how many. Safe on several nodes at once. */
  expireHolds(findLive: FindLiveMachines): Promise<number>;

  reconcile(scope?: ReconcileScope): Promise<ReconcileReport>;
  /** The report of the last run on any node. */
  lastReconcile(): Promise<ReconcileReport | undefined>;
  /** Makes the partitions of the coming months; a daily job. Returns how many it made. */
  keepPartitionsAhead(): Promise<number>;
  /** Resolves when nothing is waiting to be written. */
  idle(): Promise<void>;
}

const QUEUE_MAX = 20_000;
const RETRY_DELAYS_MS = [20, 50, 100, 200, 400, 800, 1600];
const BATCHES_AT_ONCE = 2;
const FEED_LIMIT = 100;

export function makeLedger({ database, clock, log, onBatch, onFed }: LedgerParts): Ledger {
  const now = clock === systemClock ? () => undefined : () => clock.now();
  const applyStore = makeApplyStore(database);
  const balances = makeBalanceStore(database);
  const history = makeHistoryStore(database);
  const aboutOf = makeAboutOf(database);
  const feed = makeFeedStore(database);
  const holds = makeHoldStore(database);
  const lots = makeLotStore(database);
  const reconciler = makeReconcileStore(database);

  const commit = makeGroupCommit<readonly Command[], Outcome[]>({
    async write(groups) {
      const outcomes = await applyStore.apply(groups, now());
      const fed = onFed ? fedBy(groups.flat(), outcomes.flat()) : [];
      if (fed.length > 0) onFed?.(fed);
      return outcomes;
    },
    keysOf: (group) => group.flatMap(idsOf),
    changesOf: (group) => group.flatMap(accountsOf),
    weightOf: (group) => group.length,
    faultOf: faultOfDatabaseError,
    countMax: BATCH_COUNT_MAX,
    queueMax: QUEUE_MAX,
    parallelMax: BATCHES_AT_ONCE,
    retryDelaysMs: RETRY_DELAYS_MS,
    onBatch,
  });

  async function together(requests: readonly LedgerRequest[]): Promise<Outcome[]> {
    if (requests.length === 0) return [];
    assert(requests.length <= BATCH_COUNT_MAX, `${requests.length} requests do not fit a batch`);
    const commands = requests.map(toCommand);
    const ids = commands.flatMap(idsOf);
    assert(new Set(ids).size === ids.length, 'an id occurs twice in a group');
    return sayWhatIsArchived(database.pool, requests, await commit.submit(commands));
  }
  const single = async (request: LedgerRequest): Promise<Outcome> => {
    const [outcome] = await together([request]);
    assert(outcome, 'a request has an outcome');
    return outcome;
  };

  return {
    ...writingCalls(single),
    together,

    balanceOf: (person) => balances.read(accountOf(person, 'spending'), now()),
    balancesOf: (persons) =>
      balances.readMany(
        persons.map((person) => accountOf(person, 'spending')),
        now(),
      ),
    earningsOf: (person) => balances.read(accountOf(person, 'earning'), now()),
    pursesOf: (person, within) => balances.readEarned(person, now(), within),
    earnersAfter: balances.listEarners,
    ...makeEarnedStore(database),
    ...makeRecentSpendStore(database),
    async setDailyLimit(person, limitTokens, within) {
      assert(isWhole(limitTokens), 'a daily limit is a whole number');
      return balances.setDailyLimit(accountOf(person, 'spending'), limitTokens, now(), within);
    },
    async setCreditLine(person, creditTokens) {
      assert(isWhole(creditTokens), 'a credit line is a whole number');
      return balances.setFloor(accountOf(person, 'spending'), -creditTokens, now());
    },

    historyOf: async (person, { purse = 'spending', ...query }) =>
      history.page(accountOf(person, purse), query),
    async traceOf(person, transferId) {
      const trace = await history.findTransfer(transferId);
      return trace && forParty(trace, person);
    },
    aboutOf,
    findTransfer: history.findTransfer,
    payersOf: async (receiver) => history.payersOf(receiver),
    feedAfter: async (receiver, number, { limit = FEED_LIMIT, purse = 'earning', within } = {}) =>
      within
        ? readFeed(within, accountOf(receiver, purse), number, limit)
        : feed.after(accountOf(receiver, purse), number, limit),

    feedNumberOf: async (receiver) => feed.newestOf(accountOf(receiver, 'earning')),

    lotsOf: async (person) => lots.list(accountOf(person, 'spending')),
    paidFor: async (person, purchase) => lots.paidFor(accountOf(person, 'spending'), purchase),
    openHoldsOf: async (person, purse = 'spending') => holds.listOfAccount(accountOf(person, purse)),
    openHoldsOfMachine: holds.listOfMachine,
    isHeld: holds.isOpen,
    machinesWithHolds: holds.machinesWith,
    extendHolds: holds.extend,
    expireHolds: makeExpireHolds({
      holds,
      log,
      now,
      submit: async ({ holdId }) => single({ type: 'void', holdId }),
    }),

    reconcile: async (scope = 'recent') => {
      const report = await reconciler.reconcile(scope);
      if (report.findings.length > 0) {
        log.error(
          { findings: report.findings.length, first: report.findings[0] },
          'the ledger does not add up',
        );
      }
      return report;
    },
    lastReconcile: reconciler.last,
    keepPartitionsAhead: balances.keepPartitionsAhead,
    idle: commit.idle,
  };
}

/**
 * Whose feeds the commands have extended, as far as the commands themselves say. Readers find what a capture, void or
 * refund adds by polling.
 */
function fedBy(commands: readonly Command[], outcomes: readonly Outcome[]): AccountId[] {
  const fed = new Set<AccountId>();
  commands.forEach((command, index) => {
    if (outcomes[index]?.status !== 'applied') return;
    const account =
      command.op === 'hold' ? command.receiver : 'credit' in command ? command.credit : undefined;
    const legs = 'legs' in command && command.op !== 'hold' ? (command.legs ?? []) : [];
    for (const one of [account, ...legs.map((leg) => leg.account)]) {
      const person = one === undefined ? undefined : personOf(one);
      if (person !== undefined) fed.add(person);
    }
  });
  return [...fed];
}

/** Every way of changing money, as a request of its type. */
const writingCalls = (send: (request: LedgerRequest) => Promise<Outcome>): WritingCalls => ({
  spend: (request) => send({ type: 'spend', ...request }),
  credit: (request) => send({ type: 'credit', ...request }),
  debit: (request) => send({ type: 'debit', ...request }),
  split: (request) => send({ type: 'split', ...request }),
  hold: (request) => send({ type: 'hold', ...request }),
  move: (request) => send({ type: 'move', ...request }),
  money: (request) => send({ type: 'money', ...request }),
  post: (request) => send({ type: 'post', ...request }),
  capture: (request) => send({ type: 'capture', ...request }),
  raise: (request) => send({ type: 'raise', ...request }),
  void: (request) => send({ type: 'void', ...request }),
  refund: (request) => send({ type: 'refund', ...request }),
});
