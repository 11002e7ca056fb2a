import type { ReachesInto } from '../../features/ledger/index.ts';

/** Banks decide within half a year; a purchase that was charged back this lately may still be won. */
const DISPUTE_DAYS = 180;

interface Reach {
  readonly text: string;
  readonly says: string;
}

/** What of other features may still change something that a month has, by how many. $1 is its first day. */
const reaches: readonly Reach[] = [
  {
    text: `select count(*)::int as count from order_bookings b join ledger.seals s on s.month = $1::date
      where b.kind = 'chargeback' and b.reverses >= s.id_from and b.reverses < s.id_to
        and coalesce(b.done_at, now()) > now() - interval '${DISPUTE_DAYS} days'`,
    says: 'chargebacks of its purchases are young enough to be decided',
  },
  {
    text: `select count(*)::int as count from order_refunds f join order_bookings b using (order_id)
        join ledger.seals s on s.month = $1::date
      where f.state = 'asking' and b.transfer_id >= s.id_from and b.transfer_id < s.id_to`,
    says: 'refunds of its purchases are under way',
  },
  {
    text: `select count(*)::int as count from earning_days
      where day < $1::date + interval '1 month' and tokens <> 0`,
    says: 'days of earnings are not ripe',
  },
];

/** Open disputes, refunds under way and unripe earnings keep a month from being sealed. */
export const reachesInto: ReachesInto = async (client, month) => {
  const found: string[] = [];
  for (const { text, says } of reaches) {
    const { rows } = await client.query<{ count: number }>(text, [`${month}-01`]);
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push(`${count} ${says}`);
  }
  return found;
};
