import type { ReachesInto } from '../ledger/index.ts';

/** Refunds that a biller is asked for keep the month of their purchases from being sealed. */
export const refundsReachInto: ReachesInto = async (client, month) => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from order_refunds f join order_bookings b using (order_id)
       join ledger.seals s on s.month = $1::date
     where f.state = 'asking' and b.transfer_id >= s.id_from and b.transfer_id < s.id_to`,
    [`${month}-01`],
  );
  const count = rows[0]?.count ?? 0;
  return count > 0 ? [`${count} refunds of its purchases are under way`] : [];
};
