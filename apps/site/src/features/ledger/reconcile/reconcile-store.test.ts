import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { beforeAll, expect, test } from 'vitest';
import { accountOf } from '../accounts.ts';
import { tamper, useTestLedger } from '../testing-ledger.ts';

const { ledger, owner, newPerson, newBuyer } = await useTestLedger();

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
  /** A payment of which a studio has a part, and the refund of it. */
  readonly shared: Uuid;
  readonly studio: number;
  readonly sharedRefund: Uuid;
  /** A hold that was captured once and is still open. */
  readonly show: Uuid;
  readonly captured: Uuid;
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
  const [shared, sharedRefund, show, captured] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const studio = newPerson();
  const sharing = {
    to: model,
    sharePercent: 60,
    others: [{ to: studio, of: 'receiver', percent: 50 }],
  } as const;
  const gift = { kind: 'promotion', source: 'promotions', isPromotional: true } as const;
  await ledger.credit({ ...gift, id: uuidv7(), to: viewer, amountTokens: 15 });
  await ledger.spend({ id: shared, kind: 'tip', from: viewer, ...sharing, amountTokens: 20 });
  await ledger.refund({ id: sharedRefund, transferId: shared, kind: 'refund', amountTokens: 5 });
  await ledger.hold({ ...hold, ...sharing, id: show, amountTokens: 60 });
  await ledger.capture({ id: captured, holdId: show, amountTokens: 10 });
  const more = { shared, sharedRefund, show, captured, studio: accountOf(studio, 'earning') };
  return { viewer, model, v, m, tip, refund, post, postedHold, openHold, ...more };
}

interface Corruption {
  readonly finding: string;
  readonly plant: (scene: Scene) => string[];
  /** True where the account had added up with it before: only the run over everything goes back there. */
  readonly isBehind?: true;
  /** The transfer, hold or account that the finding must name. */
  readonly subject: (scene: Scene) => string | number;
}

const corruptions: readonly Corruption[] = [
  {
    finding: 'unbalanced_transfer',
    plant: ({ shared }) => [`update ledger.legs set tokens = tokens + 1 where transfer_id = '${shared}'`],
    subject: ({ shared }) => shared,
  },
  {
    finding: 'missing_leg',
    plant: ({ shared }) => [`delete from ledger.legs where transfer_id = '${shared}'`],
    subject: ({ shared }) => shared,
  },
  {
    finding: 'leg_without_transfer',
    plant: ({ captured }) => [`delete from ledger.transfers where id = '${captured}'`],
    subject: ({ captured }) => captured,
  },
  {
    finding: 'balance_differs',
    plant: ({ tip }) => [`delete from ledger.transfers where id = '${tip}'`],
    isBehind: true,
    subject: ({ m }) => m,
  },
  {
    finding: 'balance_differs',
    plant: ({ tip }) => [`update ledger.transfers set credit_tokens = 59 where id = '${tip}'`],
    isBehind: true,
    subject: ({ m }) => m,
  },
  {
    finding: 'balance_differs',
    plant: ({ captured }) => [
      `update ledger.legs set tokens = 0 where transfer_id = '${captured}'`,
      `update ledger.transfers set leg_tokens = null where id = '${captured}'`,
    ],
    isBehind: true,
    subject: ({ studio }) => studio,
  },
  {
    finding: 'unknown_account',
    plant: ({ tip }) => [`update ledger.transfers set credit = 6 where id = '${tip}'`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'system_entry_numbered',
    plant: ({ tip }) => [`update ledger.transfers set credit = 2 where id = '${tip}'`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'entry_without_number',
    plant: ({ tip }) => [`update ledger.transfers set debit_number = null where id = '${tip}'`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'wrong_promotional_part',
    plant: ({ shared }) => [`update ledger.transfers set credit_promo = 0 where id = '${shared}'`],
    subject: ({ shared }) => shared,
  },
  {
    finding: 'promotional_differs',
    plant: ({ v }) => [`update ledger.balances set promo = promo + 1 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'lots_differ',
    plant: ({ v }) => [`update ledger.lots set void_from = hi - 1 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'lots_differ',
    plant: ({ v }) => [`update ledger.balances set paid_out = paid_out - 1 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'lots_differ',
    plant: ({ v }) => [`update ledger.balances set owed = 3 where account = ${v}`],
    subject: ({ v }) => v,
  },
  {
    finding: 'hold_post_differs',
    plant: ({ show }) => [`update ledger.holds set posted = 12 where id = '${show}'`],
    isBehind: true,
    subject: ({ show }) => show,
  },
  {
    finding: 'account_without_balance',
    plant: ({ m }) => [`delete from ledger.balances where account = ${m}`],
    subject: ({ m }) => m,
  },
  {
    finding: 'wrong_fee',
    plant: ({ tip }) => [`update ledger.transfers set credit_tokens = 101 where id = '${tip}'`],
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
    plant: ({ tip }) => [`update ledger.transfers set debit_after = debit_after + 1 where id = '${tip}'`],
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
    plant: ({ postedHold }) => [`update ledger.holds set amount = 29 where id = '${postedHold}'`],
    subject: ({ postedHold }) => postedHold,
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
    plant: ({ refund }) => [`update ledger.transfers set debit_tokens = 5 where id = '${refund}'`],
    subject: ({ tip }) => tip,
  },
  {
    finding: 'wrong_refund_share',
    plant: ({ sharedRefund }) => [
      `update ledger.legs set tokens = -2 where transfer_id = '${sharedRefund}'`,
      `update ledger.transfers set leg_tokens = -2 where id = '${sharedRefund}'`,
    ],
    subject: ({ shared }) => shared,
  },
  {
    finding: 'wrong_refund_share',
    plant: ({ sharedRefund }) => [
      `update ledger.transfers set credit_promo = 4 where id = '${sharedRefund}'`,
    ],
    subject: ({ shared }) => shared,
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
  await owner.pool.query(`
    alter table ledger.balances drop constraint balances_check;
    alter table ledger.holds drop constraint holds_check;
    alter table ledger.transfers drop constraint transfers_check`);
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
  for (const [index, { plant }] of corruptions.entries()) await tamper(owner, ...plant(scenes[index]!));
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
  const onlyFull = new Set(['closed_hold_without_post', 'feed_gap', 'duplicate_feed_number']);
  const missed = corruptions.filter(({ finding, subject, isBehind }, index) => {
    const named = subject(scenes[index]!);
    return (
      !isBehind &&
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
