/** Query fields with which billers send a browser back (pages page, 1.1). */
const FIELDS = ['ans', 'email', 'epoch_digest', 'amount', 'pi_code', 'transaction_id'] as const;

const MAX: Readonly<Record<(typeof FIELDS)[number], number>> = {
  ans: 64,
  email: 254,
  epoch_digest: 128,
  amount: 32,
  pi_code: 64,
  transaction_id: 64,
};

export interface ReturnFields {
  readonly ans: string;
  readonly email?: string;
  readonly epoch_digest?: string;
  readonly amount?: string;
  readonly pi_code?: string;
  readonly transaction_id?: string;
}

/** A payment return's contents, cut to the wire's limits; undefined if the query is not one. */
export function returnFields(query: URLSearchParams): ReturnFields | undefined {
  const ans = query.get('ans');
  if (!ans) return undefined;
  const fields: Record<string, string> = {};
  for (const field of FIELDS) {
    const value = query.get(field);
    if (value) fields[field] = value.slice(0, MAX[field]);
  }
  return { ...fields, ans: ans.slice(0, MAX.ans) };
}

/** The query without what the biller added, with its question mark or empty (BILLING-056). */
export function withoutReturn(search: string): string {
  const query = new URLSearchParams(search);
  for (const field of FIELDS) query.delete(field);
  return query.size > 0 ? `?${query}` : '';
}

/** The query that the page behind a framed biller told its own page; undefined if it told something else. */
export function returnQuery(told: unknown): string | undefined {
  if (typeof told !== 'object' || told === null || !('paymentReturn' in told)) return undefined;
  const { paymentReturn } = told;
  if (typeof paymentReturn !== 'string') return undefined;
  const fields = returnFields(new URLSearchParams(paymentReturn));
  return fields && `?${new URLSearchParams({ ...fields })}`;
}
