import type { ErrorCode } from '@klieg/contract';
import { CallError } from '@klieg/contract/client';
import { expect, test } from 'vitest';
import { isFinalRefusal } from './play-grant.ts';

const refusal = (status: number, code: ErrorCode) =>
  new CallError(status, { status: 0, code, message: '', error_description: '' } as never);

test.each([
  ['another session in another tab', refusal(403, 'common.csrf')],
  ['a room that is offline', refusal(409, 'rooms.offline')],
  ['too many calls', refusal(429, 'common.rate_limited')],
  ['too many calls, told by a proxy', new CallError(429, undefined)],
  ['a server at its limit', new CallError(503, undefined)],
  ['no answer', new CallError(0, undefined)],
  ['no network', new TypeError('Failed to fetch')],
])('%s passes: the player asks again', (_why, error) => expect(isFinalRefusal(error)).toBe(false));

test.each([
  ['a missing password', refusal(403, 'rooms.password_required')],
  ['a show that is for others', refusal(403, 'broadcast.not_entitled')],
])('%s is final', (_why, error) => expect(isFinalRefusal(error)).toBe(true));
