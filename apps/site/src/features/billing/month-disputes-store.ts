import type { ReachesInto } from '../ledger/index.ts';

/** Banks decide within half a year; a purchase that was charged back this lately may still be won. */
const DISPUTE_DAYS = 180;

/** Chargebacks that may still be won keep the month of their purchases from being sealed. */
export const disputesReachInto: ReachesInto = async (client, month) => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from order_bookings b join ledger.seals s on s.month = $1::date
     where b.kind = 'chargeback' and b.reverses >= s.id_from and b.reverses < s.id_to
       and coalesce(b.done_at, now()) > now() - make_interval(days => $2)`,
    [`${month}-01`, DISPUTE_DAYS],
  );
  const count = rows[0]?.count ?? 0;
  return count > 0 ? [`${count} chargebacks of its purchases are young enough to be decided`] : [];
};
