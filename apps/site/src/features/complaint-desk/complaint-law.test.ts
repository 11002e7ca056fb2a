import type { ComplaintAction } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { sceneOf, useComplaints } from '../../app/testing-complaints-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let aheadMs = 0;
const SUPPORT = 'help@klieg.example';
const site = await useTestSite({
  env: { SUPPORT_EMAIL: SUPPORT },
  clock: { now: () => Date.now() + aheadMs },
});
const { file, sendUp, withPicture, statusOf, receiptOf, mailsOf } = useComplaints(site);
const staff = async () => site.join({ roles: ['site_mod'] });
let [mod, other] = [await staff(), await staff()];
const boss = await site.join();
const NO_COMPLAINTS = { received: 0, removed: 0, rejected: 0, open: 0, late: 0 };
const note = 'Compared with the registration of the work.';

/** Time passes, and everything that follows from it happens. */
const pass = async (ms: number) => {
  aheadMs += Math.round(ms);
  await site.site.doChores();
};
const decide = async (id: string, action: ComplaintAction, by: Member = mod) =>
  (await by.call('decideComplaint', { params: { id }, body: { action, note } })).complaint;
const counter = (who: Member, id: string) =>
  who.call('sendCounterNotice', {
    body: {
      media_id: id,
      statement: 'I have made this picture myself, on the day that it shows.',
      signature: 'Nora Owner',
      address: 'Nora Owner, 1 Main Street, Springfield',
    },
  });
const ownOf = async (who: Member) => (await who.call('listOwnComplaints')).items;
const subjectsOf = async (number: number, to?: string) =>
  (await mailsOf(number, to)).map(({ subject }) => subject);
/** Log-ins end after days: the same people log in again. */
const backIn = async (who: Member) => {
  await who.call('login', { body: { login: who.username, password: who.password } }).catch(() => undefined);
  return who;
};

describe('a counter-notice', () => {
  const removed = async (scene: string) => {
    const { who, url } = await withPicture(await sceneOf(scene));
    const sent = await file('copyright', [url]);
    expect(await statusOf(url)).toBe(200);
    await decide(sent.id, 'remove');
    return { who, url, ...sent };
  };

  test.runIf(isFullRun)(
    'of whose content was removed is accepted, and brings it back after ten business days',
    async () => {
      const { who, url, id, number, receipt } = await removed('s12');
      expect(await ownOf(who)).toMatchObject([
        { id, kind: 'copyright', state: 'actioned', reasons: note, can_counter: true, can_appeal: true },
      ]);
      expect(JSON.stringify(await ownOf(who))).not.toContain('Ada');
      expect(await codeOf(counter(await site.join(), id))).toBe('common.not_found');
      expect(await codeOf(counter(who, uuidv7()))).toBe('common.not_found');
      await counter(who, id);
      expect(await codeOf(counter(who, id))).toBe('complaint_desk.counter_sent');
      expect((await mod.call('listDeskComplaints', { query: {} as never })).items).toMatchObject([
        { id, counter_open: true },
      ]);
      const accepted = await decide(id, 'counter');
      expect(accepted.counter).toMatchObject({ by: who.username, state: 'accepted' });
      const days = (Date.parse(accepted.counter!.restore_at!) - Date.now()) / DAY;
      expect(Math.round(days)).toBeGreaterThanOrEqual(13);
      expect((await receiptOf(receipt)).counter?.restore_at).toBe(accepted.counter!.restore_at);
      await eventually(async () =>
        expect(await subjectsOf(number)).toContain(`Your complaint ${number}: a counter-notice`),
      );
      await pass(Date.parse(accepted.counter!.restore_at!) - Date.now() - aheadMs - HOUR);
      expect(await statusOf(url)).toBe(404);
      await pass(2 * HOUR);
      expect(await statusOf(url)).toBe(200);
      expect(await receiptOf(receipt)).toMatchObject({
        state: 'dismissed',
        outcome: 'restored',
        withheld: 0,
      });
      // Done again it changes nothing.
      await pass(0);
      await Promise.all([backIn(who), backIn(mod), backIn(other), backIn(boss)]);
      expect((await ownOf(who))[0]).toMatchObject({ counter: { state: 'restored' }, can_counter: false });
    },
  );

  test.runIf(isLongRun)(
    'that is not accepted, or whose complainant goes to court, leaves it removed',
    async () => {
      const [first, second] = [await removed('s13'), await removed('s14')];
      for (const { who, id } of [first, second]) await counter(who, id);
      await decide(first.id, 'reject');
      await decide(second.id, 'counter');
      await decide(second.id, 'reject');
      await pass(20 * DAY);
      for (const { url } of [first, second]) expect(await statusOf(url)).toBe(404);
      await Promise.all([backIn(mod), backIn(other)]);
      expect(await subjectsOf(first.number)).toContain(`Your complaint ${first.number}: it stays removed`);
    },
  );

  test('is for copyright alone (complaint_desk.action_not_possible)', async () => {
    const { who, url } = await withPicture(await sceneOf('s15'));
    const { id } = await file('take_it_down', [url]);
    await decide(id, 'remove');
    expect(await codeOf(counter(who, id))).toBe('complaint_desk.action_not_possible');
  });
});

describe('an appeal', () => {
  const text = 'You have looked at the wrong picture, please look again.';
  const byReceipt = async (receipt: string) =>
    (await site.visit()).call('appealComplaint', { params: { receipt }, body: { text } });
  const judge = (id: string, decision: 'uphold' | 'overturn', by: Member = other) =>
    by.call('decideAppeal', { params: { id }, body: { decision, statement: 'Seen by another person.' } });

  test.runIf(isFullRun)(
    'of a complainant is decided by somebody else, who removes what was left',
    async () => {
      const { url } = await withPicture(await sceneOf('s16'));
      const { id, receipt, number } = await file('privacy', [url]);
      expect(await codeOf(byReceipt(receipt))).toBe('moderation.nothing_to_appeal');
      expect(await codeOf(byReceipt('A'.repeat(22)))).toBe('common.not_found');
      await decide(id, 'reject');
      expect((await receiptOf(receipt)).can_appeal).toBe(true);
      const { case_id: appeal } = await byReceipt(receipt);
      expect(await codeOf(byReceipt(receipt))).toBe('moderation.appeal_open');
      const { items, open } = await other.call('listAppeals', { query: {} as never });
      expect([items, open]).toMatchObject([
        [
          {
            id: appeal,
            about: 'content',
            username: null,
            text,
            decision: { by: mod.username, statement: note },
            is_own: false,
          },
        ],
        1,
      ]);
      expect(await codeOf(judge(appeal, 'overturn', mod))).toBe('common.second_person_needed');
      await judge(appeal, 'overturn');
      expect(await statusOf(url)).toBe(404);
      expect(await codeOf(judge(appeal, 'uphold'))).toBe('moderation.stale');
      expect(await receiptOf(receipt)).toMatchObject({
        state: 'closed',
        outcome: 'removed',
        can_appeal: false,
      });
      expect(await codeOf(byReceipt(receipt))).toBe('moderation.nothing_to_appeal');
      await eventually(async () =>
        expect(await subjectsOf(number)).toContain(`Your complaint ${number}: removed`),
      );
      const closed = await mod.call('listAppeals', { query: { state: 'closed' } as never });
      expect(closed.items[0]).toMatchObject({ id: appeal, decision: { by: mod.username, statement: note } });
    },
  );

  test.runIf(isFullRun)(
    'of whose content was removed brings it back, and is told to nobody else',
    async () => {
      const bytes = await sceneOf('s17');
      const { who, url } = await withPicture(bytes);
      const { id } = await file('privacy', [url]);
      await decide(id, 'remove');
      const send = (by: Member, ref: string) =>
        by.call('sendAppeal', { body: { about: 'content', ref_id: ref, text } });
      for (const ref of ['', 'x', uuidv7()])
        expect(await codeOf(send(who, ref)), ref).toBe('moderation.nothing_to_appeal');
      expect(await codeOf(send(await site.join(), id))).toBe('moderation.nothing_to_appeal');
      const { case_id: appeal } = await send(who, id);
      await judge(appeal, 'overturn');
      expect(await statusOf(url)).toBe(200);
      await sendUp(await site.join(), bytes);
      expect((await ownOf(who))[0]).toMatchObject({ state: 'closed', reasons: 'Seen by another person.' });
    },
  );

  test('that changes nothing says so; after six months there is none', async () => {
    const [kept, old] = [await file('other', ['/']), await file('other', ['/'])];
    for (const { id } of [kept, old]) await decide(id, 'reject');
    const { case_id: appeal } = await byReceipt(kept.receipt);
    await judge(appeal, 'uphold');
    expect(await receiptOf(kept.receipt)).toMatchObject({ state: 'closed', outcome: 'rejected' });
    await pass(190 * DAY);
    expect(await codeOf(byReceipt(old.receipt))).toBe('moderation.nothing_to_appeal');
    await Promise.all([backIn(mod), backIn(other)]);
  });
});

describe('the clock of a complaint', () => {
  test
    .runIf(isFullRun)
    .each(['take_it_down', 'non_consensual', 'privacy', 'copyright', 'depicted_person', 'other'] as const)(
    'of the kind %s warns when three quarters are over and alarms when all is, once each',
    async (kind) => {
      const { id, number, due_at: dueAt } = await file(kind, ['/']);
      const wholeMs = Date.parse(dueAt) - Date.now() - aheadMs;
      const near = `Complaint ${number}: three quarters of its time are over`;
      const over = `Complaint ${number}: OVERDUE`;
      await pass(wholeMs * 0.75 - HOUR);
      expect(await subjectsOf(number, SUPPORT)).not.toContain(near);
      await pass(2 * HOUR);
      await eventually(async () => expect(await subjectsOf(number, SUPPORT)).toContain(near));
      expect(await subjectsOf(number, SUPPORT)).not.toContain(over);
      await pass(wholeMs * 0.25);
      await pass(HOUR);
      await eventually(async () => expect(await subjectsOf(number, SUPPORT)).toContain(over));
      const told = await subjectsOf(number, SUPPORT);
      expect(told.filter((one) => one === over || one === near).toSorted()).toEqual([over, near]);
      [mod, other] = [await staff(), await staff()];
      const { items } = await mod.call('listDeskComplaints', { query: { overdue: '1' } });
      expect(items.find((one) => one.id === id)).toMatchObject({ overdue: true });
      await decide(id, 'reject');
    },
  );

  test('of what is illegal is over at once', async () => {
    const { number } = await file('illegal', ['/']);
    await pass(HOUR);
    await eventually(async () =>
      expect(await subjectsOf(number, SUPPORT)).toContain(`Complaint ${number}: OVERDUE`),
    );
  });

  test('stands still while the complainant is asked, at most 14 days', async () => {
    [mod, other] = [await staff(), await staff()];
    const { id, receipt } = await file('privacy', ['/']);
    const before = Date.parse((await receiptOf(receipt)).due_at);
    await decide(id, 'request_info');
    await pass(13 * DAY);
    expect((await receiptOf(receipt)).asked).toBe(note);
    await pass(2 * DAY);
    const after = await receiptOf(receipt);
    expect(after.asked).toBeNull();
    expect((Date.parse(after.due_at) - before) / DAY).toBe(14);
  });
});

test('what became of complaints is told to everybody as numbers, and to the acquirer by month', async () => {
  [mod, other] = [await staff(), await staff()];
  const readReport = async () => (await site.visit()).call('getTransparency');
  const countOf = ({ kinds }: Awaited<ReturnType<typeof readReport>>) =>
    kinds.find(({ kind }) => kind === 'depicted_person') ?? NO_COMPLAINTS;
  const before = countOf(await readReport());
  const { url } = await withPicture(await sceneOf('s18'));
  const { id, number } = await file('depicted_person', [url]);
  await decide(id, 'remove');
  const report = await readReport();
  expect(countOf(report)).toMatchObject({
    received: before.received + 1,
    removed: before.removed + 1,
    rejected: before.rejected,
    open: before.open,
    late: before.late,
    median_hours: expect.any(Number),
  });
  expect(report.appeals.received).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(report)).not.toMatch(/Ada|example\.org/u);
  const auditor = await site.join({ roles: ['auditor'] });
  const month = new Date(Date.now() + aheadMs).toISOString().slice(0, 7);
  const answer = await auditor.call('getMonthlyReport', { query: { month } as never });
  expect(answer.rows.find(([source, n]) => source === 'complaint' && n === String(number))).toMatchObject([
    'complaint',
    String(number),
    'depicted_person',
    'self',
    expect.any(String),
    'no',
    'actioned',
    expect.any(String),
    expect.any(Number),
    'removed',
  ]);
});
