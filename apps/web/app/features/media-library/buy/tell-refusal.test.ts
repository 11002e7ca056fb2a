import { CallError } from '@klieg/contract/client';
import { type ToastSpec, watchToasts } from '@klieg/ui';
import { setupI18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeModal, modalStore } from '#app/shared/modal/modal-store.ts';
import { tellRefusal } from './tell-refusal.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
let toasts: ToastSpec[] = [];
let stop: () => void;
beforeEach(() => {
  toasts = [];
  stop = watchToasts((toast) => toasts.push(toast));
});
afterEach(() => {
  stop();
  closeModal();
});

const refuse = (code: string, message: string, more: object = {}) =>
  tellRefusal(
    new CallError(402, { status: 0, code, error: message, message, params: {}, request_id: 'r', ...more }),
    i18n,
  );

test.each([
  ['rooms.banned', true],
  ['media_library.not_found', true],
  ['media_library.of_a_later_server', false],
])(
  'a media that cannot be bought shows what the server says as an error toast: %s (MEDIA-LIBRARY-038)',
  (code, isStale) => {
    expect(refuse(code, 'This is not for sale')).toBe(isStale);
    expect(toasts).toEqual([{ content: 'This is not for sale', appearance: 'error' }]);
    expect(modalStore.get()).toBeNull();
  },
);

test('too few tokens are told by such a toast as well, and what is missing can be bought (ERRORS-022)', () => {
  refuse('media_library.need_credits', 'You have to buy more credits to buy this media', {
    errorType: 'not_enough_tokens',
    params: { missing_tokens: 20 },
  });
  expect(toasts).toEqual([
    { content: 'You have to buy more credits to buy this media', appearance: 'error' },
  ]);
  expect(modalStore.get()).toMatchObject({
    key: 'tokens',
    props: { missingTokens: 20, missingFor: 'media' },
  });
});
