import { afterEach, expect, test, vi } from 'vitest';
import { leaveBy } from '../../shared/session/own-leave.ts';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { logOut } from './log-out.ts';

afterEach(() => {
  leaveBy(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Logs out under a server that answers so; where the page went. */
async function leave(answer: unknown) {
  const sent = stubServer({ 'POST /auth/logout': answer });
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const goTo = vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  const failure = await logOut().catch((error: unknown) => error);
  return { calls: sent.map(({ call }) => call), reload, goTo, failure };
}

test('a log-out ends the session, and then the page is loaded anew (IDENTITY-032)', async () => {
  const { calls, reload, goTo } = await leave({ status: 1, redirect: null, csrf: 'c' });
  expect(calls).toEqual(['POST /auth/logout']);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(goTo).not.toHaveBeenCalled();
});

test('an account of a partner goes back there instead; a log-out that failed goes nowhere', async () => {
  const partner = 'https://partner.example/';
  const back = await leave({ status: 1, redirect: partner, csrf: 'c' });
  expect(back.goTo).toHaveBeenCalledWith(partner);
  expect(back.reload).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  const failed = await leave(refusal(503, 'common.unavailable'));
  expect(failed.failure).toMatchObject({ code: 'common.unavailable' });
  expect(failed.reload).not.toHaveBeenCalled();
});
