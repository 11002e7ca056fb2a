import type { ReachesInto } from '../ledger/index.ts';

/** Earnings that are not ripe keep their month, and those before it, from being sealed. */
export const earningsReachInto: ReachesInto = async (client, month) => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from earning_days
     where day < $1::date + interval '1 month' and tokens <> 0`,
    [`${month}-01`],
  );
  const count = rows[0]?.count ?? 0;
  return count > 0 ? [`${count} days of earnings are not ripe`] : [];
};
