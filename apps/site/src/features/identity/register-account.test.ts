import { silentLog, systemClock } from '@klieg/kernel';
import { beforeAll, expect, test } from 'vitest';
import { makeOutbox } from '../../platform/events/index.ts';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { composeIdentity } from './compose.ts';
import type { Newcomer } from './joining-share.ts';
import { makeRegisterAccount } from './register-account.ts';

const { database } = await useTestDatabase();
const identity = composeIdentity({ database }, { isBreached: undefined });
const register = makeRegisterAccount({
  ...identity,
  outbox: makeOutbox({ database, log: silentLog }),
  clock: systemClock,
  accepted: [],
});
const visit = { countryCode: null, visitor: 'g1', wantsNews: true };
const form = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password: 'correct horse battery',
  birth_date: '1990-05-01',
  gender: 'f' as const,
  type: 'other' as const,
});
const factsOf = async () => (await database.pool.query('select name, payload from outbox')).rows;
const written: Newcomer[] = [];

beforeAll(() =>
  identity.onJoining(async (newcomer) => {
    if (newcomer.email.startsWith('unlucky')) throw new Error('on purpose');
    written.push(newcomer);
  }),
);

test('what features write of somebody who joins is of one transaction with the account and its fact', async () => {
  await expect(register(form('unlucky'), visit)).rejects.toThrow('on purpose');
  expect(await identity.usernames.isTaken('unlucky')).toBe(false);
  expect(await factsOf()).toEqual([]);
  const { id } = await register(form('lucky'), visit);
  expect(written).toEqual([{ accountId: id, email: 'lucky@example.org', visitor: 'g1' }]);
  expect(await factsOf()).toEqual([
    {
      name: 'identity.account_made',
      payload: { accountId: id, type: 'other', visitor: 'g1', wantsNews: true },
    },
  ]);
});
