import { expect, test } from 'vitest';
import { eventually } from '@klieg/testing/eventually';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { idleShows } from './idle-shows.ts';
import { showEffects } from './shows-effects.ts';
import type { ShowsPart } from './shows-part.ts';

function follow() {
  const parts: ShowsPart[] = [];
  const start = idleShows(roomFixture());
  const effects = showEffects({
    part: () => start,
    dispatch: (event: RoomEvent) => void (event.name === 'page.shows' && parts.push(event.payload)),
    text: ({ message }: { message?: string }) => message ?? '',
  } as never);
  return { parts, hear: (event: RoomEvent) => effects.on(event, start, start) };
}

test('events about shows are followed in their order, also those that came before the code was there', async () => {
  const { parts, hear } = follow();
  hear({
    name: 'v3.private.started',
    payload: {
      seq: 1,
      cost_per_minute: 60,
      type: 'private',
      broadcaster: 'marlowe_vance',
      show_id: 's1',
      started_at: 1,
    },
  });
  hear({ name: 'v3.private.end', payload: { seq: 2, reason_ended: 'model_ended', show_id: 's1' } });
  await eventually(() => expect(parts.map(({ show }) => show?.show_id)).toEqual(['s1', undefined]));
});

test('what says nothing of shows changes nothing', () => {
  const { parts, hear } = follow();
  hear({
    name: 'v3.room.snapshot',
    payload: { seq: 1, epoch: 'e1', chat: { status: 'online' }, mode: 'public', user_count: 1 },
  });
  hear({ name: 'v3.chat.update', payload: { seq: 2, status: 'online' } });
  expect(parts).toEqual([]);
});
