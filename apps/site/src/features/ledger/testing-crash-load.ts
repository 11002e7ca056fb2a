// Run by crash.test.ts as a process that can be killed: spends, holds, posts and voids without end and
// writes a line for each acknowledged effect, after it was acknowledged.
import { openSync, writeSync } from 'node:fs';
import { type AccountId, AppError, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
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

async function act(): Promise<void> {
  const from = (1 + below(VIEWERS)) as AccountId;
  // Half of all goes to one model.
  const to = (10_000 + (below(2) && below(50))) as AccountId;
  const amountTokens = 1 + below(20);
  const dice = below(10);
  if (dice < 8) {
    const fresh: SpendRequest = { id: uuidv7(), kind: 'tip', from, to, sharePercent: 60, amountTokens };
    const request = dice === 0 ? (sent[below(sent.length)] ?? fresh) : fresh;
    sent[below(1000)] = request;
    const { status } = await insist(() => ledger.spend(request));
    if (status !== 'refused')
      acknowledge('tip', request.id, status, request.from, request.to, request.amountTokens);
    return;
  }
  const holdId = uuidv7();
  const hold = {
    id: holdId,
    kind: 'private',
    from,
    to,
    amountTokens,
    machine: 'load',
    expiresAt: Date.now() + 600_000,
  } as const;
  if ((await insist(() => ledger.hold(hold))).status === 'refused') return;
  acknowledge('hold', holdId);
  const post = { id: uuidv7(), holdId, to, sharePercent: 60, amountTokens: 1 + below(amountTokens) };
  const { status } = await insist(() => (dice === 8 ? ledger.void({ holdId }) : ledger.post(post)));
  if (status === 'refused') throw new Error('an open hold was refused');
  if (dice === 8) acknowledge('void', holdId);
  else acknowledge('post', post.id, status, from, to, post.amountTokens);
}

for (let worker = 0; worker < WORKERS; worker += 1) {
  void (async () => {
    for (;;) await act();
  })();
}
