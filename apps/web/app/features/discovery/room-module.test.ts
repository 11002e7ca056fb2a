import { expect, test } from 'vitest';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { liveNowModule } from './room-module.tsx';

/** How often the row of other rooms is drawn in such a room. */
const rows = (status: string, mode: string): number => {
  const props = { now: { status, mode }, tools: { place: 'room' } } as unknown as SlotProps<null>;
  return liveNowModule.fills.filter(({ when }) => when!(props)).length;
};

test.each([
  ['offline', 'public', 1],
  ['private', 'public', 1],
  ['limited', 'public', 1],
  ['private', 'private', 0],
  ['private', 'spy', 0],
  ['limited', 'limited', 0],
  ['online', 'public', 0],
  ['reconnecting', 'public', 0],
])('a room that is %s to somebody in mode %s shows %i rows of others', (status, mode, count) =>
  expect(rows(status, mode)).toBe(count),
);
