import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import type { Account } from '../identity/index.ts';
import type { GroupShow, Member } from './group-rules.ts';
import { makeStartGroup } from './start-group.ts';

const PEOPLE = 120;
const BROKE = 7;
const NOW = 1_800_000_000_000;

const show = { id: 's', roomId: 1, state: 'starting', price: 30, minPeople: 2 } as unknown as GroupShow;
const waiting = Array.from({ length: PEOPLE }, (_, at): Member => ({
  id: uuidv7(),
  showId: show.id,
  accountId: (at + 2) as never,
  state: 'waiting',
  meterId: null,
  seenAt: NOW,
  reason: null,
  durationSeconds: 0,
  tokensCharged: 0,
}));

/** A start whose ledger takes a moment for each hold. */
function begin() {
  const seen = { atOnce: 0, mostAtOnce: 0, prolonged: 0, seated: 0, left: 0 };
  let people: Member[] = waiting;
  const starts = makeStartGroup({
    database: { kysely: { transaction: () => ({ execute: (work: (it: unknown) => unknown) => work({}) }) } },
    shows: {
      now: async () => NOW,
      claimStart: async () => show,
      lock: async () => show,
      begin: async () => show,
      prolongStart: async () => (seen.prolonged += 1) > 0,
    },
    members: {
      lockIn: async () => people,
      setMeters: async (_: unknown, meters: readonly { readonly id: Uuid; readonly meterId: Uuid }[]) => {
        const meterOf = new Map(meters.map(({ id, meterId }) => [id, meterId]));
        people = people.map((member) => ({ ...member, meterId: meterOf.get(member.id) ?? null }));
      },
      seat: async (_: unknown, ids: readonly Uuid[]) => void (seen.seated = ids.length),
    },
    ends: { end: async () => void (seen.left += 1) },
    broadcasts: {
      beginShow: async (_: unknown, { also }: { also: (it: unknown) => Promise<void> }) => also({}),
    },
    meters: {
      hold: async ({ payerId }: { readonly payerId: number }) => {
        seen.mostAtOnce = Math.max(seen.mostAtOnce, (seen.atOnce += 1));
        await new Promise((done) => setTimeout(done, 5));
        seen.atOnce -= 1;
        if (payerId === BROKE) throw new AppError('ledger.not_enough_tokens');
      },
      free: async () => undefined,
    },
    meterStore: { open: async () => undefined },
    seats: { clear: async () => undefined, giveAll: async () => undefined },
    seatRoom: async () => undefined,
    news: { update: () => undefined },
  } as never);
  return { starts, seen };
}

test('a start of very many people asks for fifty at a time, and says after each that it is still at work', async () => {
  const { starts, seen } = begin();
  await starts.start({ id: 1 } as unknown as Account, show);
  expect(seen).toMatchObject({ mostAtOnce: 50, prolonged: 3, seated: PEOPLE - 1, left: 1 });
});
