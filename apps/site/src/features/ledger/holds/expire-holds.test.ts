import { silentLog, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { makeLiveMachines } from './live-machines.ts';
import { tamper, useTestLedger } from '../testing-ledger.ts';

const { database, owner, ledger, newBuyer, newPerson } = await useTestLedger();

/** A hold whose time is over. */
const holdOf = async (machine: string) => {
  const id = uuidv7();
  await ledger.hold({
    id,
    kind: 'private',
    from: await newBuyer(100),
    to: newPerson(),
    amountTokens: 100,
    machine,
    expiresAt: Date.now() - 1_000,
  });
  return id;
};
const stateOf = async (id: string): Promise<number> => {
  const { rows } = await database.pool.query<{ state: number }>(
    'select state from ledger.holds where id = $1',
    [id],
  );
  return rows[0]!.state;
};
const OPEN = 1;
const VOIDED = 3;

test('a hold whose machine runs stays; those of ended and of unknown machines end, also where one cannot be asked (L11)', async () => {
  const machines = makeLiveMachines(silentLog);
  machines.answerFor('private', (asked) =>
    Promise.resolve(new Set(asked.filter((name) => name === 'private:running'))),
  );
  machines.answerFor('spy', () => Promise.reject(new Error('the shows do not answer')));
  const [running, ended, unasked, unknown] = [
    await holdOf('private:running'),
    await holdOf('private:ended'),
    await holdOf('spy:1'),
    await holdOf('ticket:1'),
  ];
  expect(await ledger.expireHolds(machines.find)).toBe(2);
  expect(await Promise.all([running, ended, unasked, unknown].map(stateOf))).toEqual([
    OPEN,
    VOIDED,
    OPEN,
    VOIDED,
  ]);
  machines.answerFor('private', () => Promise.resolve(new Set()));
  machines.answerFor('spy', () => Promise.resolve(new Set()));
  expect(await ledger.expireHolds(machines.find)).toBe(2);
});

test('a hold that cannot be voided holds up no other (L11)', async () => {
  const none = () => Promise.resolve(new Set<string>());
  const poisoned = await holdOf('private:first');
  const others = [await holdOf('private:second'), await holdOf('private:third')];
  await tamper(
    owner,
    `create function no_void() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$`,
    `create trigger a_poison before update on ledger.holds for each row when (old.id = '${poisoned}')
      execute function no_void()`,
  );
  expect(await ledger.expireHolds(none)).toBe(2);
  expect(await Promise.all(others.map(stateOf))).toEqual([VOIDED, VOIDED]);
  expect(await stateOf(poisoned)).toBe(OPEN);
  await tamper(owner, 'drop trigger a_poison on ledger.holds');
  expect(await ledger.expireHolds(none)).toBe(1);
});
