import type { Payload } from '@klieg/contract';
import { CallError } from '@klieg/contract/client';
import { type ToastSpec, watchToasts } from '@klieg/ui';
import { setupI18n } from '@lingui/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { idleShows } from './idle-shows.ts';
import { reduceShows } from './shows-state.ts';
import type { ShowEvent, ShowsPart } from './shows-part.ts';
import { tellFailedPrivate } from './tell-refusal.ts';
import { tellShow } from './tell-show.ts';

let toasts: ToastSpec[];
let stop: () => void;
beforeEach(() => {
  toasts = [];
  stop = watchToasts((toast) => toasts.push(toast));
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
});
afterEach(() => {
  stop();
  closeModal();
});

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const wordsOf = ({ title, content }: ToastSpec) => [title, content].filter(Boolean);

function hear(event: ShowEvent, before: ShowsPart = idleShows(roomFixture())): RoomEvent[] {
  const dispatched: RoomEvent[] = [];
  tellShow({
    event,
    before,
    after: reduceShows(before, event),
    tools: { text: ({ message = '' }) => message, dispatch: (one) => void dispatched.push(one) },
  });
  return dispatched;
}
const asked = (): ShowsPart =>
  reduceShows(idleShows(roomFixture()), {
    name: 'page.private-asked',
    payload: { request_id: 'r', expires_at: 1 },
  });

type FailureType = Payload<'v3.private.request_failed'>['errorType'];
const DIALOG_OF: Readonly<Partial<Record<FailureType, string>>> = {
  not_enough_tokens: 'tokens',
  postpay_card_fail: 'postpay-card',
  over_daily_limit: 'daily-limit-verify',
  user_daily_limit: 'daily-low-limit',
};
const FAILURES: readonly FailureType[] = [
  'not_enough_tokens',
  'postpay_card_fail',
  'over_daily_limit',
  'user_daily_limit',
  'tip_geo_block_receiver',
  'private_unavailable',
  'in_show',
  'media_failed',
];

describe('a private that does not start', () => {
  test.each(FAILURES)(
    'is told as such, and %s has its own handler, after the answer (ERRORS-011) (ERRORS-057)',
    (errorType) => {
      hear({ name: 'v3.private.request_failed', payload: { errorType, request_id: 'r' } }, asked());
      expect(wordsOf(toasts[0]!)).toContain('Failed to start private');
      expect(modalStore.get()?.key).toBe(DIALOG_OF[errorType]);
    },
  );

  test.each([
    ['ledger.not_enough_tokens', 'not_enough_tokens', 'tokens'],
    ['ledger.postpay_card_fail', 'postpay_card_fail', 'postpay-card'],
    ['ledger.over_daily_limit', 'over_daily_limit', 'daily-limit-verify'],
    ['ledger.user_daily_limit', 'user_daily_limit', 'daily-low-limit'],
    ['shows.private_unavailable', 'private_unavailable', undefined],
    ['compliance.text_refused', 'text_refused', undefined],
  ])(
    'is told as such where the call was refused with %s, with the handler of its kind (ERRORS-011) (ERRORS-057)',
    (code, errorType, dialog) => {
      const params = { missing_tokens: 5 };
      const body = { status: 0 as const, code, message: 'No', errorType, params, request_id: 'q' };
      tellFailedPrivate(new CallError(402, body as never), i18n);
      expect(toasts.flatMap(wordsOf)).toContain('Failed to start private');
      expect(modalStore.get()?.key).toBe(dialog);
    },
  );

  test('of another page changes nothing here', () => {
    hear({ name: 'v3.private.request_failed', payload: { errorType: 'in_show', request_id: 'other' } });
    expect([toasts, modalStore.get()]).toEqual([[], null]);
  });
});

describe('the end of the own private', () => {
  const start = { seq: 1, cost_per_minute: 60, type: 'private', broadcaster: 'marlowe_vance' } as const;
  const ended = (reason: object) => {
    const started = reduceShows(idleShows(roomFixture()), {
      name: 'v3.private.started',
      payload: { ...start, show_id: 's1', started_at: 1 },
    });
    const payload = { seq: 2, show_id: 's1', duration: 60, ...reason };
    hear({ name: 'v3.private.end', payload: payload as Payload<'v3.private.end'> }, started);
    return toasts.flatMap(wordsOf);
  };

  test.each([
    ['user_ended', 'You ended the private chat, sending you back to the public room'],
    ['model_ended', 'The performer ended the private chat, sending you back to the public room'],
    ['out_of_tokens', 'Your tokens ran out, sending you back to the public room'],
    ['unpublish', 'The picture ended, sending you back to the public room'],
    ['user_left', 'You were away for too long, and the private chat has ended'],
  ])('says who or what ended it: %s (ERRORS-074) (SHOWS-022)', (reason, words) => {
    expect(ended({ reason_ended: reason })).toEqual([words]);
  });

  test.each([
    ['that this page does not know', { reason_ended: 'another_reason' }],
    ['that is absent', {}],
  ])('with a reason %s is told as out of tokens (SHOWS-034)', (_which, reason) => {
    expect(ended(reason)).toEqual(['Your tokens ran out, sending you back to the public room']);
  });
});

test('the end of spying says so (ERRORS-075)', () => {
  hear({ name: 'v3.spy.end', payload: { seq: 1, reason: 'private_ended' } });
  expect(toasts.flatMap(wordsOf)).toEqual(['The spy chat has ended, sending you back to public chat']);
});
