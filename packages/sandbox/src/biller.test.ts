import { createHmac } from 'node:crypto';
import { type Log, silentLog } from '@klieg/kernel';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeSandboxBiller } from './biller.ts';

const SECRET = 'secret';
const faults: unknown[] = [];
const log: Log = { ...silentLog, error: (...given) => void faults.push(given) };
const biller = makeSandboxBiller({ secret: SECRET, log });
afterAll(() => biller.close());
beforeEach(() => void faults.splice(0));

const post = (url: string, payload?: string, signed = payload ?? '') =>
  biller.inject({
    method: 'POST',
    url,
    headers: {
      'x-signature': createHmac('sha256', SECRET).update(signed).digest('hex'),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });

test.each(['/api/charge', '/api/lookup', '/api/reverse', '/control', '/pay'])(
  '%s without a body is refused as the sender’s fault',
  async (url) => {
    const { statusCode, body } = await post(url);
    expect(statusCode).toBe(400);
    expect(body).not.toMatch(/argument|undefined/i);
    expect(faults).toEqual([]);
  },
);

test.each(['/api/charge', '/api/lookup', '/api/reverse', '/control'])(
  '%s tells what is not signed from what cannot be read',
  async (url) => {
    expect((await post(url, '{}', 'other')).statusCode).toBe(403);
    expect((await post(url, '{')).statusCode).toBe(400);
    expect(faults).toEqual([]);
  },
);
