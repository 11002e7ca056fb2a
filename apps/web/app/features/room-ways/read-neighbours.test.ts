import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../discovery/cards/card.fixture.ts';
import { readNeighbours } from './neighbours.ts';

afterEach(() => vi.unstubAllGlobals());

test('only open rooms follow each other: no private, nobody who is away, and no house, whose minute of the day would run', async () => {
  const card = (username: string, more: object = {}) => cardFixture({ username, status: 'online', ...more });
  stubServer({
    'GET /browse/react/men': {
      userList: [
        card('anna'),
        card('house', { flagList: ['voyeur'] }),
        card('busy', { status: 'private' }),
        card('ben'),
        card('away', { status: 'offline' }),
      ],
    },
  });
  expect(await readNeighbours({ username: 'anna', gender: 'm' })).toEqual({ previous: 'ben', next: 'ben' });
});
