// Run by crash.test.ts as a process that can be killed: everything that the ledger does, without end; it
// writes a line for each acknowledged effect, after it was acknowledged.
import { openSync, writeSync } from 'node:fs';
import { type AccountId, AppError, silentLog, systemClock, type Uuid, uuidv7 } from '@klieg/kernel';
import { openDatabase } from '../../platform/postgres/index.ts';
import { makeLedger } from './make-ledger.ts';
import type { SpendRequest } from './requests.ts';

const [, , connection = '{}', ackFile = ''] = process.argv;
const VIEWERS = 200;
const WORKERS = 150;

const ledger = makeLedger({
  database: openDatabase(JSON.parse(connection)),
  clock: systemClock,
  log: silentLog,
});
const file = openSync(ackFile, 'a');
const acknowledge = (...words: (string | number)[]): void => void writeSync(file, `${words.join(' ')}\n`);
const below = (limit: number): number => Math.floor(Math.random() * limit);
const sent: SpendRequest[] = [];

/** Sends the same again while the database is away, for as long as it takes to come back. */
async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'common.unavailable') throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const STUDIO = 20_000 as AccountId;
const AFFILIATE = 20_001 as AccountId;
/** Whoever has a part besides the model. */
const others = [
  { to: STUDIO, of: 'receiver', percent: 33.33 },
  { to: AFFILIATE, of: 'platform', percent: 7.5 },
] as const;
const purchases: { readonly id: Uuid; readonly tokens: number }[] = [];

interface Pair {
  readonly from: AccountId;
  readonly to: AccountId;
}

/** A line for everything that must be there from now on. */
const note = (what: string, id: Uuid, status: string): void => {
  if (status !== 'refused') acknowledge(what, id, status);
};

async function tip({ from, to }: Pair, isRepeat: boolean, isShared: boolean): Promise<void> {
  const amountTokens = 1 + below(20);
  const fresh: SpendRequest = { id: uuidv7(), kind: 'tip', from, to, sharePercent: 60, amountTokens };
  const shared = isShared ? { ...fresh, others } : fresh;
  const request = isRepeat ? (sent[below(sent.length)] ?? shared) : shared;
  sent[below(1000)] = request;
  const { status } = await insist(() => ledger.spend(request));
  if (status !== 'refused')
    acknowledge('tip', request.id, status, request.from, request.to, request.amountTokens);
}

/** Tokens that are bought, with their cents in the same group, or given. */
async function comeIn({ from }: Pair, isGift: boolean): Promise<void> {
  const [id, tokens] = [uuidv7(), 20 + below(400)];
  const credit = { type: 'credit', id, to: from, amountTokens: tokens } as const;
  if (isGift) {
    const gift = { ...credit, kind: 'promotion', source: 'promotions', isPromotional: true } as const;
    const [outcome] = await insist(() => ledger.together([gift]));
    return note('made', id, outcome!.status);
  }
  const money = { from: { name: 'receivable', of: 1 + below(3) }, to: { name: 'unspent' } } as const;
  const outcomes = await insist(() =>
    ledger.together([
      { ...credit, kind: 'purchase', source: 'billers', paidCents: tokens * 10 },
      { type: 'money', id: uuidv7(), kind: 'purchase', amountCents: tokens * 10, ...money },
    ]),
  );
  purchases[below(200)] = { id, tokens };
  note('made', id, outcomes[0]!.status);
}

/** A part of a tip or a whole purchase is taken back. */
async function takeBack(isChargeback: boolean): Promise<void> {
  const id = uuidv7();
  const [purchase, request] = [purchases[below(purchases.length)], sent[below(sent.length)]];
  if (isChargeback ? !purchase : !request) return;
  const back = isChargeback
    ? ({ kind: 'chargeback', transferId: purchase!.id, amountTokens: purchase!.tokens } as const)
    : ({ kind: 'refund', transferId: request!.id, amountTokens: 1 + below(5) } as const);
  note('made', id, (await insist(() => ledger.refund({ id, ...back }))).status);
}

const holdFor = ({ from, to }: Pair, amountTokens: number) => ({
  id: uuidv7(),
  kind: 'private' as const,
  from,
  to,
  amountTokens,
  machine: 'load',
  expiresAt: Date.now() + 600_000,
});

/** A show: one hold, of which parts are captured while it is raised, to its end or until somebody goes. */
async function show(pair: Pair): Promise<void> {
  const hold = { ...holdFor(pair, 30), sharePercent: 60, others };
  if ((await insist(() => ledger.hold(hold))).status === 'refused') return;
  acknowledge('hold', hold.id);
  const ticks = below(4);
  for (let tick = 0; tick <= ticks; tick++) {
    const request = { id: uuidv7(), holdId: hold.id, amountTokens: 1 + below(10) };
    const last = tick === ticks ? { isLast: true } : { raiseToTokens: 30 + tick * 10 };
    note('made', request.id, (await insist(() => ledger.capture({ ...request, ...last }))).status);
  }
  // One that a capture has closed stays as it is.
  await insist(() => ledger.void({ holdId: hold.id }));
}

async function holdAndClose(pair: Pair, isVoided: boolean): Promise<void> {
  const { from, to } = pair;
  const hold = holdFor(pair, 1 + below(20));
  if ((await insist(() => ledger.hold(hold))).status === 'refused') return;
  acknowledge('hold', hold.id);
  const post = {
    id: uuidv7(),
    holdId: hold.id,
    to,
    sharePercent: 60,
    amountTokens: 1 + below(hold.amountTokens),
  };
  const outcome = await insist(() => (isVoided ? ledger.void({ holdId: hold.id }) : ledger.post(post)));
  if (outcome.status === 'refused') {
    // A chargeback has taken what was behind it.
    if (outcome.reason !== 'not_enough_tokens')
      throw new Error(`an open hold was refused: ${outcome.reason}`);
    await insist(() => ledger.void({ holdId: hold.id }));
    return acknowledge('void', hold.id);
  }
  if (isVoided) acknowledge('void', hold.id);
  else acknowledge('post', post.id, outcome.status, from, to, post.amountTokens);
}

async function act(): Promise<void> {
  // Half of all goes to one model.
  const to = (10_000 + (below(2) && below(50))) as AccountId;
  const pair = { from: (1 + below(VIEWERS)) as AccountId, to };
  const dice = below(20);
  if (dice < 10) return tip(pair, dice === 0, dice > 7);
  if (dice < 12) return comeIn(pair, dice === 10);
  if (dice < 15) return takeBack(dice === 14 && below(4) === 0);
  if (dice < 17) return show(pair);
  return holdAndClose(pair, dice === 17);
}

for (let worker = 0; worker < WORKERS; worker += 1) {
  void (async () => {
    for (;;) await act();
  })();
}
