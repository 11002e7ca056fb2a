import { howMany, isFullRun } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { testSeal } from '../testing-benches.ts';
import { randomOf } from '@klieg/testing/random';
import type { SettlementLine, SettlementReading } from './biller-port.ts';
import { readVouchers } from '../cashtocode/read-settlement.ts';
import { readPayouts } from '../paygarden/read-settlement.ts';
import { readSettlementReport } from '../paypal/read-settlement.ts';
import { readTransactions } from '../rocketfuel/read-settlement.ts';
import { readGatewayTable } from '../rocketgate/read-settlement.ts';
import { cellsOf } from './settlement-rows.ts';

type Cells = Readonly<Record<string, string>>;
type Random = ReturnType<typeof randomOf>;

/** A format: a line as its file has it, and how the file is read. */
interface Format {
  readonly name: string;
  readonly read: (text: string) => SettlementReading;
  readonly columns: readonly string[];
  /** A row, and the line that it is. */
  readonly make: (at: number, random: Random) => readonly [cells: Cells, line: SettlementLine];
  /** Columns without whose cells a row cannot be read. */
  readonly needed: readonly string[];
}

const amount = (cents: number) => (cents / 100).toFixed(2);
const line = (
  at: number,
  kind: SettlementLine['kind'],
  [amountCents, feeCents]: readonly [number, number],
): SettlementLine => ({
  transactionId: `t${at}`,
  kind,
  amountCents,
  currency: 'USD',
  at: '2026-11-22',
  feeCents,
});
const money = (random: Random) => [1 + random(1_000_000), random(500)] as const;

const formats: readonly Format[] = [
  {
    name: 'CashtoCode',
    read: readVouchers,
    columns: ['date', 'status', 'amount', 'fee', 'currency', 'transactionId', 'foreignTransactionId'],
    needed: ['amount', 'currency', 'foreignTransactionId'],
    make(at, random) {
      const [cents, fee] = money(random);
      return [
        {
          date: '2026-11-22',
          status: 'Paid',
          amount: amount(cents),
          fee: amount(fee),
          currency: 'USD',
          transactionId: 'o',
          foreignTransactionId: `t${at}`,
        },
        line(at, 'approved', [cents, fee]),
      ];
    },
  },
  {
    name: 'Paygarden',
    read: readPayouts,
    columns: ['txn-id', 'txn-type', 'units-sold', 'payout', 'date', 'confirmation-code'],
    needed: ['txn-id', 'txn-type', 'units-sold', 'payout'],
    make(at, random) {
      const units = 1 + random(90_000);
      const payout = random(units * 10);
      const isCancel = random(4) === 0;
      const kept = units * 10 - payout;
      return [
        {
          'txn-id': `t${at}`,
          'txn-type': isCancel ? 'cancel' : 'initial',
          'units-sold': String(units),
          payout: String(payout),
          date: '2026-11-22',
          'confirmation-code': 'c',
        },
        line(at, isCancel ? 'voided' : 'approved', [units * 10, isCancel ? -kept : kept]),
      ];
    },
  },
  {
    name: 'Rocketfuel',
    read: (text) => readTransactions(text, testSeal),
    columns: ['offerId', 'transactionId', 'fiatAmount', 'fiatCurrency', 'paymentStatus', 'orderDate', 'fee'],
    needed: ['transactionId', 'fiatAmount', 'fiatCurrency', 'paymentStatus'],
    make(at, random) {
      const [cents, fee] = money(random);
      return [
        {
          offerId: 'x',
          transactionId: `t${at}`,
          fiatAmount: amount(cents),
          fiatCurrency: 'USD',
          paymentStatus: '1',
          orderDate: '2026-11-22',
          fee: amount(fee),
        },
        line(at, 'approved', [cents, fee]),
      ];
    },
  },
  {
    name: 'RocketGate',
    read: readGatewayTable,
    columns: [
      'transactionDate',
      'transactionType',
      'guidNo',
      'referenceGUID',
      'approvedAmount',
      'approvedCurrency',
      'fee',
    ],
    needed: ['transactionType', 'approvedAmount', 'approvedCurrency'],
    make(at, random) {
      const [cents, fee] = money(random);
      const types = [
        ['CC_PURCHASE', 'approved'],
        ['CC_CREDIT', 'refunded'],
        ['CC_VOID', 'voided'],
        ['CHARGEBACK', 'charged_back'],
        ['CHARGEBACK_REVERSAL', 'dispute_won'],
      ] as const;
      const [type, kind] = types[random(types.length)]!;
      const isPurchase = kind === 'approved';
      return [
        {
          transactionDate: '2026-11-22',
          transactionType: type,
          guidNo: isPurchase ? `t${at}` : `own${at}`,
          referenceGUID: isPurchase ? '' : `t${at}`,
          approvedAmount: amount(cents),
          approvedCurrency: 'USD',
          fee: amount(fee),
        },
        line(at, kind, [cents, fee]),
      ];
    },
  },
  {
    name: 'PayPal',
    read: readSettlementReport,
    columns: [
      'CH',
      'Transaction ID',
      'PayPal Reference ID',
      'Transaction Event Code',
      'Transaction Completion Date',
      'Transaction Debit or Credit',
      'Gross Transaction Amount',
      'Gross Transaction Currency',
      'Fee Debit or Credit',
      'Fee Amount',
      'Custom Field',
    ],
    needed: ['Transaction Event Code', 'Transaction Debit or Credit', 'Gross Transaction Amount'],
    make(at, random) {
      const [cents, fee] = money(random);
      const codes = [
        ['T0006', 'approved', 'CR'],
        ['T1107', 'refunded', 'DR'],
        ['T1201', 'charged_back', 'DR'],
        ['T1202', 'dispute_won', 'CR'],
      ] as const;
      const [code, kind, side] = codes[random(codes.length)]!;
      const isBack = random(2) === 0;
      return [
        {
          CH: 'SB',
          'Transaction ID': kind === 'approved' ? `t${at}` : `own${at}`,
          'PayPal Reference ID': kind === 'approved' ? '' : `t${at}`,
          'Transaction Event Code': code,
          'Transaction Completion Date': '2026-11-22',
          'Transaction Debit or Credit': side,
          'Gross Transaction Amount': String(cents),
          'Gross Transaction Currency': 'USD',
          'Fee Debit or Credit': isBack ? 'CR' : 'DR',
          'Fee Amount': String(fee),
          'Custom Field': 'a, "b"; c',
        },
        line(at, kind, [cents, isBack && fee > 0 ? -fee : fee]),
      ];
    },
  },
];

const write = (cells: readonly string[], separator: string) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);
/** The columns in another order; PayPal's first one says what a row is and stays. */
function shuffle(columns: readonly string[], random: Random): string[] {
  const first = columns[0] === 'CH' ? ['CH'] : [];
  const rest = columns.slice(first.length);
  for (let at = rest.length - 1; at > 0; at--) {
    const other = random(at + 1);
    [rest[at], rest[other]] = [rest[other]!, rest[at]!];
  }
  return [...first, ...rest];
}
const plain = (one: SettlementLine) => ({ ...one, feeCents: (one.feeCents ?? 0) + 0 });

describe.each(formats)('a file of $name', (format) => {
  const { columns, make, needed, read } = format;
  const head = (order: readonly string[], separator: string) => write(order, separator);

  test(`reads the same whatever the order of its columns and how it is separated (${howMany(60, 2_000)} files)`, () => {
    const random = randomOf(11);
    for (let file = 0; file < howMany(60, 2_000); file++) {
      const order = shuffle(columns, random);
      const separator = [',', ';', '\t'][random(3)]!;
      const made = Array.from({ length: 1 + random(20) }, (_, at) => make(at, random));
      const rows = made.map(([cells]) =>
        write(
          order.map((name) => cells[name] ?? ''),
          separator,
        ),
      );
      const text = [head(order, separator), ...rows].join(random(2) ? '\n' : '\r\n');
      const { lines, unread } = read(random(2) ? text : `\uFEFF${text}\n\n`);
      expect(unread).toEqual([]);
      expect(lines.map(plain)).toEqual(made.map(([, one]) => plain(one)));
    }
  });

  test(`loses no row: each is a line or is shown, also when rows are broken (${howMany(60, 2_000)} files)`, () => {
    const random = randomOf(12);
    for (let file = 0; file < howMany(60, 2_000); file++) {
      const order = shuffle(columns, random);
      const wanted: SettlementLine[] = [];
      const broken: string[] = [];
      const rows = Array.from({ length: 20 }, (_, at) => {
        const [cells, one] = make(at, random);
        const row = order.map((name) => cells[name] ?? '');
        const way = random(6);
        if (way > 2) {
          wanted.push(one);
          return write(row, ',');
        }
        const without = needed[random(needed.length)]!;
        const text = [
          write(
            order.map((name) => (name === without ? '' : (cells[name] ?? ''))),
            ',',
          ),
          write(row.slice(1), ','),
          `${write(row, ',').slice(0, -1)}`,
        ][way]!;
        broken.push(text);
        return text;
      });
      const { lines, unread } = read([head(order, ','), ...rows].join('\n'));
      expect(lines.map(plain)).toEqual(wanted.map(plain));
      expect(unread.map(({ text }) => text)).toEqual(broken);
      for (const row of unread) expect(rows[row.number - 2]).toBe(row.text);
    }
  });

  test.runIf(isFullRun)('of twenty thousand rows is read whole, and bytes of chance break nothing', () => {
    const random = randomOf(13);
    const made = Array.from({ length: 20_000 }, (_, at) => make(at, random));
    const rows = made.map(([cells]) =>
      write(
        columns.map((name) => cells[name] ?? ''),
        ',',
      ),
    );
    expect(read([head(columns, ','), ...rows].join('\n')).lines).toHaveLength(20_000);
    const signs = '"",;\t\n\r\\{}[]:0aT\u0000\uD800';
    for (let file = 0; file < howMany(200, 5_000); file++) {
      const noise = Array.from({ length: random(200) }, () => signs[random(signs.length)]).join('');
      const { lines, unread } = read(`${head(columns, ',')}\n${noise}`);
      expect(lines.length + unread.length).toBeLessThanOrEqual(noise.split(/\r?\n/u).length);
    }
  });

  test('without the row of names says nothing and shows all', () => {
    const [cells] = make(1, randomOf(1));
    const row = write(
      columns.map((name) => cells[name] ?? ''),
      ',',
    );
    expect(read(`${row}\n${row}`)).toMatchObject({ lines: [], unread: [{ number: 1 }, { number: 2 }] });
  });
});

test('cells may be quoted, hold quotes and separators, and be empty', () => {
  expect(cellsOf('a,"b ""x"", y",,"",c', ',')).toEqual(['a', 'b "x", y', '', '', 'c']);
  expect(cellsOf('"a"b,c', ',')).toBeUndefined();
  expect(cellsOf('"a', ',')).toBeUndefined();
  expect(cellsOf('a,', ',')).toEqual(['a', '']);
});

test('Rocketfuel: what is pending or failed moves no money, what was paid in part is shown, an order’s name is its own', () => {
  const order = '019a9b1c-7a00-7000-8000-000000000001' as never;
  const row = (more: object) => ({
    offerId: testSeal.seal(order),
    fiatAmount: '50.00',
    fiatCurrency: 'USD',
    paymentStatus: 1,
    ...more,
  });
  const rows = [row({}), row({ paymentStatus: 0 }), row({ paymentStatus: -1 }), row({ paymentStatus: 101 })];
  const { lines, unread } = readTransactions(JSON.stringify({ ok: true, result: rows }), testSeal);
  expect(lines).toMatchObject([{ transactionId: `of ${order as string}`, amountCents: 5_000 }]);
  expect(unread.map(({ number }) => number)).toEqual([4]);
});

test('PayPal: a payment that is no credit, and a withdrawal, are shown and not booked', () => {
  const columns = formats.at(-1)!.columns;
  const [cells] = formats.at(-1)!.make(1, randomOf(2));
  const row = (more: Cells) =>
    write(
      columns.map((name) => ({ ...cells, ...more })[name] ?? ''),
      ',',
    );
  const text = [
    '"RH","2026/11/23","A","X","9"',
    write(columns, ','),
    row({ 'Transaction Event Code': 'T0006', 'Transaction Debit or Credit': 'DR' }),
    row({ 'Transaction Event Code': 'T0400', 'Transaction Debit or Credit': 'DR' }),
    '"SF","USD","1"',
  ].join('\n');
  expect(readSettlementReport(text)).toMatchObject({ lines: [], unread: [{ number: 3 }, { number: 4 }] });
});
