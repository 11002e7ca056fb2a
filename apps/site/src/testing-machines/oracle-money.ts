import { modelShare } from '@klieg/kernel';
import type { Look } from './oracle-memory.ts';
import { paidFrom } from './oracle-shows.ts';
import type { SeenHold } from './watch-ledger.ts';

/* What the ledger has is what the machines say: nothing is lost between them. */

const SHARE_PERCENT = 60;

const sumOf = <Item>(items: Iterable<Item>, of: (item: Item) => number): number =>
  [...items].reduce((sum, item) => sum + of(item), 0);

export async function judgeMoney({ world, blame }: Look): Promise<void> {
  const holds = [...world.money.holds.values()];
  const paidBy = (wanted: (hold: SeenHold) => boolean) => sumOf(holds.filter(wanted), paidFrom);
  for (const viewer of world.viewers) {
    const { posted, held } = await world.books.ledger.balanceOf(viewer);
    const given = world.given.get(viewer) ?? 0;
    const paid = paidBy(({ payer }) => payer === viewer);
    if (posted !== given - paid) blame(`${viewer} has ${posted} of ${given} after paying ${paid}`);
    const isHeld = sumOf(
      holds.filter(({ payer, isOpen }) => payer === viewer && isOpen),
      (hold) => hold.heldTokens - paidFrom(hold),
    );
    // What expires by time is not seen here.
    if (held > isHeld) blame(`${held} are held of ${viewer}, ${isHeld} by machines`);
  }
  for (const room of world.rooms) {
    const { posted } = await world.books.ledger.earningsOf(room);
    // Parts of one hold give as much as one payment of their sum.
    const earned = sumOf(
      holds.filter(({ receiver }) => receiver === room),
      (hold) => modelShare(paidFrom(hold), SHARE_PERCENT),
    );
    const tips = world.tips.get(room) ?? 0;
    if (posted !== earned + tips) blame(`${room} earned ${posted} of ${earned} and ${tips}`);
  }
}
