import { uuidv7 } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { buy, joinClub, joinStaff, mediaMakers } from '#site/app/testing-media-store.ts';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { makeStatement } from './make-statement.ts';
import { addDays, ripeFrom } from '../lots/ripe-from.ts';

const site = await useTestSite();
const staff = await joinStaff(site);
const { publish } = mediaMakers(site);
const prices = { supporter: 120, insider: 240, legend: 480 };
const today = utcDayOf(Date.now());
// A run may pass midnight.
const period = { from: addDays(today, -1), to: addDays(today, 1) };

const setUp = async () => {
  const model = await site.join({ type: 'model' });
  const viewer = await site.join({ tokens: 1_000 });
  const tip = async (amount: number, comment: string) => {
    const { tip_id: id } = await viewer.call('sendTip', {
      params: { id: String(model.id) },
      body: { amount, comment },
      idempotencyKey: uuidv7(),
    });
    return id!;
  };
  return { model, viewer, tip };
};
const statementOf = (member: Member) => member.call('getStatement', { query: period });
const fileOf = (member: Member, format: string) =>
  member.fetch(`/api/v1/billing/statement?from=${period.from}&to=${period.to}&format=${format}`);

describe('a statement', () => {
  test('has every movement with the balance after it, oldest first, and sums that agree', async () => {
    const { model, viewer, tip } = await setUp();
    await tip(25, 'one');
    await tip(100, '=two, "three"');
    const { columns, rows, totals, about } = await statementOf(viewer);
    expect(columns).toEqual(['at', 'kind', 'with', 'comment', 'tokens', 'balance', 'entry', 'detail']);
    expect(rows.map((row) => row.slice(1, 6))).toEqual([
      [expect.any(String), expect.any(String), '', 1_000, 1_000],
      ['tip', model.username, 'one', -25, 975],
      ['tip', model.username, '=two, "three"', -100, 875],
    ]);
    expect(totals).toEqual({ opening: 0, in: 1_000, out: -125, closing: 875 });
    expect(about.join(' ')).toContain(viewer.username);
    expect((await statementOf(model)).rows.map((row) => row.slice(1, 6))).toEqual([
      ['tip', viewer.username, 'one', 15, 15],
      ['tip', viewer.username, '=two, "three"', 60, 75],
    ]);
  });

  test('of what was earned is one balance, ripe or not', async () => {
    const { model, tip } = await setUp();
    await tip(100, '');
    await site.site.ledger.move({
      id: uuidv7(),
      kind: 'adjustment',
      person: model.id as never,
      fromPurse: 'earning',
      toPurse: 'payable',
      amountTokens: 40,
    });
    expect((await statementOf(model)).totals).toEqual({ opening: 0, in: 60, out: 0, closing: 60 });
    expect((await model.call('getCurrentUser')).earnings).toBe(60);
  });

  test.runIf(isFullRun)(
    'says what each line was for: which media, whose club, and of which payment a refund is',
    async () => {
      const model = await site.join({
        type: 'model',
        settings: { fanclub_enabled: true, fanclub_prices: prices },
      });
      const viewer = await site.join({ tokens: 1_000 });
      const media = await publish(model, staff, { name: 'A walk by the sea', token_price: 100 });
      await buy(viewer, media.id);
      await joinClub(viewer, model, 'insider', prices.insider);
      const rowsOf = async (member: Member) => (await member.call('listHistory', { query: {} })).items;
      const found = await eventually(async () => {
        const rows = await rowsOf(viewer);
        expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['media', 'subscription']));
        return rows;
      });
      const of = (kind: string) => found.find((row) => row.kind === kind)!;
      const bought = { label: 'A walk by the sea', fan_level: null, count: 1, refund_of: null };
      expect(of('media').about).toEqual(bought);
      expect(of('subscription')).toMatchObject({
        counterpart: model.username,
        about: { label: null, fan_level: 'insider', count: 1, refund_of: null },
      });
      expect(found.at(-1)!.about).toBeNull();
      // The rest of the month goes back.
      await model.call('saveSettings', { body: { fanclub_enabled: false } });
      const refund = await eventually(async () => {
        const row = (await rowsOf(viewer)).find(({ kind }) => kind === 'refund');
        expect(row).toBeDefined();
        return row!;
      });
      const { id, at } = of('subscription');
      expect(await viewer.call('traceTransfer', { params: { id: of('media').id } })).toMatchObject({
        about: bought,
      });
      const refundOf = { id, kind: 'subscription', at };
      const traced = await viewer.call('traceTransfer', { params: { id: refund.id } });
      expect(traced.about).toEqual(refund.about);
      expect(refund.about).toEqual({ label: null, fan_level: 'insider', count: 1, refund_of: refundOf });
      const earned = (await rowsOf(model)).find(({ kind }) => kind === 'refund');
      expect(earned?.about?.refund_of).toEqual(refundOf);
      const words = (await statementOf(viewer)).rows.map((row) => row.at(-1));
      expect(words).toEqual([
        '',
        'A walk by the sea',
        'fan club, insider',
        `fan club, insider; refund of subscription ${id} of ${at}`,
      ]);
    },
  );

  test('comes as a table whose cells are no formulas, and as a document, each as a file of its own', async () => {
    const { viewer, tip } = await setUp();
    await tip(25, '=two, "three"');
    const csv = await fileOf(viewer, 'csv');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('cache-control')).toBe('private, no-store');
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="statement-${period.from}-${period.to}.csv"`,
    );
    const lines = (await csv.text()).split('\r\n');
    expect(lines[0]).toBe('at,kind,with,comment,tokens,balance,entry,detail');
    expect(lines[2]).toContain(`"'=two, ""three""",-25,975`);
    const pdf = await fileOf(viewer, 'pdf');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const bytes = Buffer.from(await pdf.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-6).toString()).toContain('%%EOF');
  });

  test('of too many lines is refused before they are all read', async () => {
    const { viewer, tip } = await setUp();
    await tip(1, '');
    await tip(2, '');
    const uses = {
      ledger: site.site.ledger,
      readAbouts: async () => new Map(),
      namesOf: async () => new Map(),
      siteName: 'Klieg',
      linesMax: 2,
    };
    const asked = {
      person: viewer.id as never,
      username: viewer.username,
      purses: ['spending'] as const,
      ...period,
    };
    expect(await codeOf(makeStatement(uses, asked))).toBe('ledger.statement_too_long');
    expect((await makeStatement({ ...uses, linesMax: 3 }, asked)).rows).toHaveLength(3);
  });

  test('of a period without movements has the balance before it; of more than 366 days there is none', async () => {
    const { viewer } = await setUp();
    const query = { from: addDays(today, 2), to: addDays(today, 3) };
    expect(await viewer.call('getStatement', { query })).toMatchObject({
      rows: [],
      totals: { opening: 1_000, in: 0, out: 0, closing: 1_000 },
    });
    const long = viewer.call('getStatement', { query: { from: addDays(today, -400), to: today } });
    expect(await codeOf(long)).toBe('common.invalid_input');
    expect((await (await site.visit()).fetch('/api/v1/billing/statement')).status).toBe(401);
  });
});

describe('what was earned', () => {
  test('says from when on it can be paid out, to whoever earned it alone', async () => {
    const { model, viewer, tip } = await setUp();
    const id = await tip(100, '');
    const dates = async (member: Member) => {
      const { postings, at } = await member.call('traceTransfer', { params: { id } });
      return [at, postings.flatMap(({ payable_from: from }) => from ?? [])] as const;
    };
    const [at, own] = await dates(model);
    expect(own).toEqual([new Date(ripeFrom(Date.parse(at))).toISOString()]);
    expect((await dates(viewer))[1]).toEqual([]);
  });

  test('is one sum with the days on which it ripens, by kind and by payer (LEDGER-TIP-007)', async () => {
    const { model, viewer, tip } = await setUp();
    await tip(100, '');
    await tip(33, '');
    expect(await model.call('getEarnings')).toEqual({
      total: 79,
      ripening: [{ payable_from: addDays(utcDayOf(Date.now()), 8), tokens: 79 }],
      payable: 0,
      reserve: [],
      promotional: 0,
      held: 0,
      owed: 0,
    });
    const stats = await model.call('getEarningStats', { query: period });
    expect(stats.rows.map((row) => row.slice(1))).toEqual([['tip', 133, 79]]);
    expect(stats.totals).toEqual({ gross_tokens: 133, share_tokens: 79 });
    expect((await model.call('listTopPayers')).items).toEqual([{ username: viewer.username, tokens: 133 }]);
    expect(await codeOf(viewer.call('getEarningStats', { query: period }))).toBe('common.forbidden');
    expect((await viewer.call('getEarnings')).total).toBe(0);
  });
});
