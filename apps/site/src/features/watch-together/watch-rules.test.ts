import type { AccountId, Uuid } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import {
  END_SLACK_MS,
  GONE_MS,
  KNOWN_CONTROLS,
  positionAt,
  PROPOSAL_MS,
  stepWatch,
  type Watch,
  type WatchStep,
} from './watch-rules.ts';

const MODEL = 1 as AccountId;
const PAYER = 2 as AccountId;

const proposed: Watch = {
  id: 'w' as Uuid,
  showId: 's' as Uuid,
  roomId: MODEL,
  payerId: PAYER,
  mediaId: 'm',
  title: '',
  durationMs: 60_000,
  state: 'proposed',
  reason: null,
  isPlaying: false,
  positionMs: 0,
  at: 1_000,
  byId: PAYER,
  expiresAt: 1_000 + PROPOSAL_MS,
  controls: [],
};
const active: Watch = { ...proposed, state: 'active', isPlaying: true, positionMs: 5_000, at: 10_000 };

const look = (at: number, more: Partial<Extract<WatchStep, { kind: 'look' }>> = {}): WatchStep => ({
  kind: 'look',
  at,
  goneMs: { payer: 0, model: 0 },
  isPrivateOn: true,
  isLed: true,
  ...more,
});

describe('a proposal', () => {
  test('becomes active by the first play of the performer, from the beginning (S703)', () => {
    expect(
      stepWatch(proposed, { kind: 'control', by: 'model', at: 2_000, isPlaying: true, positionMs: 9_000 }),
    ).toMatchObject({ state: 'active', isPlaying: true, positionMs: 0, at: 2_000, byId: MODEL });
  });

  test('is not agreed to by the payer, nor by anything but play (S703)', () => {
    const seek = { kind: 'control', at: 2_000, positionMs: 9_000 } as const;
    expect(stepWatch(proposed, { ...seek, by: 'payer', isPlaying: true })).toBe('not_running');
    expect(stepWatch(proposed, { ...seek, by: 'model' })).toBe('not_running');
    expect(stepWatch(proposed, { ...seek, by: 'model', isPlaying: false })).toBe('not_running');
  });

  test('is declined by the close of the performer, taken back by that of the payer, and over in time (S703)', () => {
    const close = { kind: 'close', at: 2_000 } as const;
    expect(stepWatch(proposed, { ...close, by: 'model' })).toMatchObject({
      state: 'declined',
      reason: 'declined',
    });
    expect(stepWatch(proposed, { ...close, by: 'payer' })).toMatchObject({
      state: 'ended',
      reason: 'closed',
    });
    expect(stepWatch(proposed, look(proposed.expiresAt - 1))).toBe(proposed);
    expect(stepWatch(proposed, look(proposed.expiresAt))).toMatchObject({
      state: 'declined',
      reason: 'timeout',
    });
  });
});

describe('what is watched', () => {
  test('stands where it was put plus what has passed, and never beyond its end (S704)', () => {
    expect(positionAt(active, 12_500)).toBe(7_500);
    expect(positionAt(active, 9_000)).toBe(5_000);
    expect(positionAt(active, 900_000)).toBe(60_000);
    expect(positionAt({ ...active, isPlaying: false }, 12_500)).toBe(5_000);
  });

  test('is played, stopped and moved by either, each stamped (S704)', () => {
    expect(stepWatch(active, { kind: 'control', by: 'payer', at: 12_000, isPlaying: false })).toMatchObject({
      isPlaying: false,
      positionMs: 7_000,
      at: 12_000,
      byId: PAYER,
    });
    expect(stepWatch(active, { kind: 'control', by: 'model', at: 12_000, positionMs: 30_000 })).toMatchObject(
      {
        isPlaying: true,
        positionMs: 30_000,
        byId: MODEL,
      },
    );
    for (const [wanted, becomes] of [
      [-5, 0],
      [10 ** 12, 60_000],
    ] as const)
      expect(
        stepWatch(active, { kind: 'control', by: 'model', at: 12_000, positionMs: wanted }),
      ).toMatchObject({ positionMs: becomes });
  });

  test('is not changed by a control that comes late or twice (S704)', () => {
    const control = {
      kind: 'control',
      by: 'payer',
      at: 12_000,
      positionMs: 1_000,
      controlId: 'c1',
    } as const;
    expect(stepWatch(active, { ...control, at: 9_999 })).toBe(active);
    const once = stepWatch(active, control) as Watch;
    expect(stepWatch(once, { ...control, at: 13_000 })).toBe(once);
    let many = once;
    for (let n = 0; n < KNOWN_CONTROLS * 2; n++)
      many = stepWatch(many, { ...control, at: 13_000 + n, controlId: `d${n}` }) as Watch;
    expect(many.controls).toHaveLength(KNOWN_CONTROLS);
  });

  test('stands still while a side is gone for ten seconds, and goes on for nobody alone (S704)', () => {
    for (const side of ['payer', 'model'] as const) {
      const gone = { payer: 0, model: 0, [side]: GONE_MS };
      expect(stepWatch(active, look(20_000, { goneMs: { ...gone, [side]: GONE_MS - 1 } }))).toBe(active);
      const stands = stepWatch(active, look(20_000, { goneMs: gone })) as Watch;
      expect(stands).toMatchObject({ state: 'active', isPlaying: false, positionMs: 15_000, byId: null });
      expect(stepWatch(stands, look(30_000, { goneMs: gone }))).toBe(stands);
      const pressed = stepWatch(stands, {
        kind: 'control',
        by: 'payer',
        at: 31_000,
        isPlaying: true,
      }) as Watch;
      expect(stepWatch(pressed, look(32_000, { goneMs: gone }))).toMatchObject({ isPlaying: false });
    }
  });

  test('ends by either, by the end of the video, by that of the private, and with its node (S705)', () => {
    for (const by of ['payer', 'model'] as const)
      expect(stepWatch(active, { kind: 'close', by, at: 11_000 })).toMatchObject({
        state: 'ended',
        reason: 'closed',
      });
    const end = active.at + active.durationMs - active.positionMs + END_SLACK_MS;
    expect(stepWatch(active, look(end - 1))).toBe(active);
    expect(stepWatch(active, look(end))).toMatchObject({ reason: 'video_over', positionMs: 60_000 });
    expect(stepWatch({ ...active, isPlaying: false }, look(end))).toMatchObject({ state: 'active' });
    for (const watch of [proposed, active]) {
      expect(stepWatch(watch, look(11_000, { isPrivateOn: false }))).toMatchObject({
        state: 'ended',
        reason: 'private_over',
      });
      expect(stepWatch(watch, look(11_000, { isLed: false }))).toMatchObject({
        state: 'ended',
        reason: 'lost',
      });
    }
  });

  test('stays over (S705)', () => {
    const ended = stepWatch(active, { kind: 'close', by: 'payer', at: 11_000 }) as Watch;
    expect(stepWatch(ended, { kind: 'control', by: 'model', at: 12_000, isPlaying: true })).toBe(
      'not_running',
    );
    expect(stepWatch(ended, { kind: 'close', by: 'model', at: 12_000 })).toBe('not_running');
    expect(stepWatch(ended, look(12_000, { isPrivateOn: false }))).toBe(ended);
  });
});
