import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { beforeAll, expect, test } from 'vitest';
import { accountOf } from './accounts.ts';
import { tamper, useTestLedger } from './testing-ledger.ts';

const { ledger, database, newPerson, newBuyer } = await useTestLedger();

/** One viewer and one model with one of everything between them. */
interface Scene {
  readonly viewer: AccountId;
  readonly model: AccountId;
  /** The viewer's spending and the model's earning account. */
  readonly v: number;
  readonly m: number;
  readonly tip: Uuid;
  readonly refund: Uuid;
  readonly post: Uuid;
  readonly postedHold: Uuid;
  readonly openHold: Uuid;
}

async function playScene(): Promise<Scene> {
  const [viewer, model] = [await newBuyer(1000), newPerson()];
  const [tip, refund, post, postedHold, openHold] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const note = { comment: 'hello' };
  await ledger.spend({
    id: tip,
    kind: 'tip',
    from: viewer,
    to: model,
    sharePercent: 60,
    amountTokens: 100,
    note,
  });
  const hold = {
    kind: 'private',
    from: viewer,
    to: model,
    machine: `private:${viewer}`,
    expiresAt: Date.now(),
  } as const;
  await ledger.hold({ ...hold, id: postedHold, amountTokens: 50 });
  await ledger.hold({ ...hold, id: openHold, amountTokens: 20 });
  await ledger.post({ id: post, holdId: postedHold, to: model, sharePercent: 60, amountTokens: 30 });
  await ledger.refund({ id: refund, transferId: tip, kind: 'refund', amountTokens: 10 });
  await ledger.spend({
    id: uuidv7(),
    kind: 'tip',
    from: viewer,
    to: model,
    sharePercent: 60,
    amountTokens: 7,
  });
  const [v, m] = [accountOf(viewer, 'spending'), accountOf(model, 'earning')];
  return { viewer, model, v, m, tip, refund, post, postedHold, openHold };
}

interface Corruption {
  readonly finding: string;
  readonly plant: (scene: Scene) => string[];
  /** The transfer, hold or account that the finding must name. */
  readonly subject: (scene: Scene) => string | number;
}

const STRANGER = 999_999 * 8 + 1;

const corruptions: readonly Corruption[] = [
  {
    finding: 'unbalanced_transfer',
    plant: ({ tip, m }) => [
      `update ledger.entries set amount = 61 where transfer_id = '${tip}' and account = ${m}`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'missing_entry',
    plant: ({ tip, m }) => [`delete from ledger.entries where transfer_id = '${tip}' and account = ${m}`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'extra_entry',
    plant: ({ tip }) => [`insert into ledger.entries values ('${tip}', ${STRANGER}, 5, 1, 5)`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'duplicate_entry',
    plant: ({ tip, v }) => [
      `insert into ledger.entries select * from ledger.entries where transfer_id = '${tip}' and account = ${v}`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'wrong_amount',
    plant: ({ tip }) => [
      `update ledger.entries set amount = amount + 1 where transfer_id = '${tip}' and account = 1`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'wrong_sign',
    plant: ({ tip, v }) => [
      `update ledger.entries set amount = -amount where transfer_id = '${tip}' and account = ${v}`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'extra_entry',
    plant: ({ tip, m }) => [
      `update ledger.entries set account = ${STRANGER} where transfer_id = '${tip}' and account = ${m}`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'transfer_without_entries',
    plant: ({ tip }) => [`delete from ledger.entries where transfer_id = '${tip}'`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'entry_without_transfer',
    plant: ({ tip }) => [`delete from ledger.transfers where id = '${tip}'`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'note_without_transfer',
    plant: () => [
      `insert into ledger.notes values ('019a0000-0000-7000-8000-0000000000aa', 'x', 'y', 'z', null)`,
    ],
    subject: () => '019a0000-0000-7000-8000-0000000000aa',
  },
  {
    finding: 'unknown_account',
    plant: ({ tip }) => [
      `update ledger.entries set account = 6 where transfer_id = '${tip}' and account = 1`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'system_entry_numbered',
    plant: ({ tip }) => [
      `update ledger.entries set number = 1, balance_after = 40 where transfer_id = '${tip}' and account = 1`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'entry_without_number',
    plant: ({ tip, v }) => [
      `update ledger.entries set number = null where transfer_id = '${tip}' and account = ${v}`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'account_without_balance',
    plant: ({ m }) => [`delete from ledger.balances where account = ${m}`],
    subject: ({ m }) => m,
  },
  {
    finding: 'wrong_fee',
    plant: ({ tip }) => [
      `update ledger.transfers set credit_tokens = 101 where id = '${tip}'`,
      `update ledger.entries set amount = case account when 1 then -1 else 101 end
       where transfer_id = '${tip}' and amount > 0`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'balance_differs',
    plant: ({ v }) => [`update ledger.balances set posted = posted + 500 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'held_differs',
    plant: ({ v }) => [`update ledger.balances set held = 0 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'held_differs',
    plant: ({ openHold }) => [`update ledger.holds set amount = 21 where id = '${openHold}'`],
    subject: ({ v }) => v,
  },
  {
    finding: 'below_floor',
    plant: ({ v }) => [`update ledger.balances set posted = -1 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'reversed_differs',
    plant: ({ m }) => [`update ledger.balances set reversed = reversed + 1 where account = ${m}`],
    subject: ({ m }) => m,
  },
  {
    finding: 'daily_spend_differs',
    plant: ({ v }) => [`update ledger.balances set spent = spent - 5 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'broken_chain',
    plant: ({ tip, v }) => [
      `update ledger.entries set balance_after = balance_after + 1 where transfer_id = '${tip}' and account = ${v}`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'feed_gap',
    plant: ({ postedHold }) => [`update ledger.holds set feed = null where id = '${postedHold}'`],
    subject: ({ m }) => m,
  },
  {
    finding: 'duplicate_feed_number',
    plant: ({ openHold }) => [`update ledger.holds set feed = feed - 1 where id = '${openHold}'`],
    subject: ({ m }) => m,
  },
  {
    finding: 'version_back',
    plant: ({ v }) => [`update ledger.balances set version = version - 1 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'hold_posted_over',
    plant: ({ postedHold }) => [
      `update ledger.holds set amount = 29, posted = 29 where id = '${postedHold}'`,
    ],
    subject: ({ post }) => post,
  },
  {
    finding: 'hold_post_differs',
    plant: ({ postedHold }) => [`update ledger.holds set posted = 31 where id = '${postedHold}'`],
    subject: ({ post }) => post,
  },
  {
    finding: 'hold_posted_twice',
    plant: ({ tip, postedHold }) => [
      `update ledger.transfers set cause = '${postedHold}' where id = '${tip}'`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'closed_hold_without_post',
    plant: ({ openHold }) => [
      `update ledger.holds set state = 2, posted = 20, closed_at = now() where id = '${openHold}'`,
    ],
    subject: ({ openHold }) => openHold,
  },
  {
    finding: 'unknown_cause',
    plant: ({ post }) => [`update ledger.transfers set cause = '${uuidv7()}' where id = '${post}'`],
    subject: ({ post }) => post,
  },
  {
    finding: 'refund_over_original',
    plant: ({ tip }) => [`update ledger.refunds set amount = 101 where original = '${tip}'`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'wrong_refund_share',
    plant: ({ refund, m }) => [
      `update ledger.transfers set debit_tokens = 5 where id = '${refund}'`,
      `update ledger.entries set amount = -5 where transfer_id = '${refund}' and account = ${m}`,
      `update ledger.entries set amount = -5 where transfer_id = '${refund}' and account = 1`,
    ],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'refund_differs',
    plant: ({ tip }) => [`update ledger.refunds set amount = 9 where original = '${tip}'`],
    subject: ({ refund }) => refund,
  },
  {
    finding: 'refund_without_transfer',
    plant: ({ tip }) => [`insert into ledger.refunds values ('${tip}', '${uuidv7()}', 1)`],
    subject: ({ tip }) => tip,
  },
];

const scenes: Scene[] = [];

beforeAll(async () => {
  for (const _ of corruptions) scenes.push(await playScene());
  // What only the constraints of the tables stop is let through as well.
  await database.pool.query(`
    alter table ledger.balances drop constraint balances_check;
    alter table ledger.holds drop constraint holds_check`);
});

test('a clean ledger has no findings in either scope, while transfers go on L16', async () => {
  const load = Promise.all(Array.from({ length: 20 }, playScene));
  expect((await ledger.reconcile('recent')).findings).toEqual([]);
  expect((await ledger.reconcile('all')).findings).toEqual([]);
  await load;
  const report = await ledger.reconcile('all');
  expect(report.findings).toEqual([]);
  expect(report.accounts).toBeGreaterThan(corruptions.length * 2);
  expect(await ledger.lastReconcile()).toEqual(report);
});

test('each of more than 20 kinds of corruption, planted past all guards, is found and named L16', async () => {
  for (const [index, { plant }] of corruptions.entries()) await tamper(database, ...plant(scenes[index]!));
  const { findings } = await ledger.reconcile('all');
  const missed = corruptions.filter(({ finding, subject }, index) => {
    const named = subject(scenes[index]!);
    return !findings.some(
      (found) => found.finding === finding && (found.account === named || found.transferId === named),
    );
  });
  expect(missed.map(({ finding }) => finding)).toEqual([]);
  expect(new Set(corruptions.map(({ finding }) => finding)).size).toBeGreaterThanOrEqual(20);
});

test('the run of every five minutes finds what was planted in the last hour, but for numbers of holds L16', async () => {
  const { findings } = await ledger.reconcile('recent');
  const onlyFull = new Set([
    'closed_hold_without_post',
    'note_without_transfer',
    'feed_gap',
    'duplicate_feed_number',
  ]);
  const missed = corruptions.filter(({ finding, subject }, index) => {
    const named = subject(scenes[index]!);
    return (
      !onlyFull.has(finding) &&
      !findings.some(
        (found) => found.finding === finding && (found.account === named || found.transferId === named),
      )
    );
  });
  expect(missed.map(({ finding }) => finding)).toEqual([]);
});

test('accounts that did not add up are looked at from the same place again, not passed over L16', async () => {
  const again = await ledger.reconcile('recent');
  expect(again.findings.some(({ finding }) => finding === 'balance_differs')).toBe(true);
});
