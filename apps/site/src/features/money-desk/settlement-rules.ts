import type { LineState } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { SettlementLine } from '../billing/index.ts';
import { deriveTransferId, type LedgerRequest } from '../ledger/index.ts';

/** The operator's books are kept in it. */
const CURRENCY = 'USD';

/** A post's report that moves money. */
export interface ToldMoney {
  readonly transactionId: string;
  readonly kind: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly orderId: Uuid;
}

/** The compared fields of a line. */
type AnyLine = Omit<SettlementLine, 'kind' | 'feeCents'> & { readonly kind: string };

/** A line of a file and the matching report. */
export interface MatchedLine<L extends AnyLine = SettlementLine> {
  readonly line: L;
  /** Of lines that are alike, which; from 0. */
  readonly place: number;
  readonly state: Exclude<LineState, 'missing_there'>;
  readonly told: ToldMoney | undefined;
}

type Named = { readonly transactionId: string; readonly kind: string };
const nameOf = ({ transactionId, kind }: Named): string => `${kind} ${transactionId}`;

/** Kinds that move money; a file may also tell others. */
const GIVES = new Set(['approved', 'dispute_won']);
const TAKES = new Set(['refunded', 'voided', 'charged_back']);
export const movesMoney = (kind: string): boolean => GIVES.has(kind) || TAKES.has(kind);

/**
 * Finds for each line the report of the same transaction and kind, preferring the same amount. Each report belongs to
 * one line.
 */
export function matchLines<L extends AnyLine>(
  lines: readonly L[],
  told: readonly ToldMoney[],
): MatchedLine<L>[] {
  const open = new Map(Map.groupBy(told, nameOf));
  const places = new Map<string, number>();
  const take = (line: L, isSame: boolean): ToldMoney | undefined => {
    const left = open.get(nameOf(line)) ?? [];
    const found = left.find(
      (one) => !isSame || (one.amountCents === line.amountCents && one.currency === line.currency),
    );
    if (found) open.set(nameOf(line), left.toSpliced(left.indexOf(found), 1));
    return found;
  };
  const money = lines.filter(({ kind }) => movesMoney(kind));
  const same = new Map(money.map((line) => [line, take(line, true)]));
  return money.map((line) => {
    const key = `${nameOf(line)} ${line.at}`;
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    const exact = same.get(line);
    if (line.currency !== CURRENCY) return { line, place, state: 'other_currency', told: exact };
    if (exact) return { line, place, state: 'matched', told: exact };
    const other = take(line, false);
    return { line, place, state: other ? 'amount_differs' : 'missing_here', told: other };
  });
}

/** A line as it is booked. */
export interface BookedLine {
  readonly id: Uuid;
  readonly biller: number;
  readonly kind: string;
  readonly transactionId: string;
  readonly state: LineState;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly toldCents: number | null;
}

type Account = 'bank' | 'fees' | 'chargeback_fees' | 'receivable' | 'suspense';

/**
 * What a line does to the biller's accounts. A payment ends what the biller owes: most of it is in the bank, the rest
 * it kept. Without a matching report it goes to suspense, so that the difference stays visible.
 */
export function bookingsOf(line: BookedLine): LedgerRequest[] {
  if (line.state === 'missing_there' || line.state === 'other_currency') return [];
  const requests: LedgerRequest[] = [];
  const move = (from: Account, to: Account, cents: number) => {
    if (cents === 0) return;
    // Less than nothing goes the other way.
    const [payer, receiver] = cents > 0 ? [from, to] : [to, from];
    requests.push({
      type: 'money',
      id: deriveTransferId(`settled ${requests.length}`, line.id),
      kind: 'adjustment',
      amountCents: Math.abs(cents),
      from: { name: payer, of: line.biller },
      to: { name: receiver, of: line.biller },
      note: { ref: { type: 'settlement', id: line.id }, comment: line.transactionId },
    });
  };
  const { amountCents, feeCents } = line;
  const toldCents = line.state === 'matched' ? amountCents : (line.toldCents ?? 0);
  const unplaced = amountCents - toldCents;
  if (GIVES.has(line.kind)) {
    const kept = Math.min(feeCents, amountCents);
    move('bank', 'receivable', amountCents - kept);
    move('fees', 'receivable', kept);
    move('receivable', 'suspense', unplaced);
  } else {
    move('receivable', 'bank', amountCents);
    move('suspense', 'receivable', unplaced);
    move(line.kind === 'charged_back' ? 'chargeback_fees' : 'fees', 'bank', feeCents);
  }
  return requests;
}

/** Reports without a line; something reported twice needs two lines. */
export function findMissingThere(told: readonly ToldMoney[], lines: readonly Named[]): ToldMoney[] {
  const counts = new Map([...Map.groupBy(lines, nameOf)].map(([name, its]) => [name, its.length]));
  return told.filter((one) => {
    const left = counts.get(nameOf(one)) ?? 0;
    if (left > 0) counts.set(nameOf(one), left - 1);
    return left === 0;
  });
}

/** The effect of a line once its post arrives: the reported amount moves from suspense to what the biller owes. */
export function placingOf(line: BookedLine, toldCents: number): LedgerRequest[] {
  if (toldCents <= 0) return [];
  const [from, to] = GIVES.has(line.kind)
    ? (['suspense', 'receivable'] as const)
    : (['receivable', 'suspense'] as const);
  return [
    {
      type: 'money',
      id: deriveTransferId('settled late', line.id),
      kind: 'adjustment',
      amountCents: toldCents,
      from: { name: from, of: line.biller },
      to: { name: to, of: line.biller },
      note: { ref: { type: 'settlement', id: line.id }, comment: line.transactionId },
    },
  ];
}
