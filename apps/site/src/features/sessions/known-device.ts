import { createHmac } from 'node:crypto';
import { randomToken } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import { DAY_MS } from '@klieg/kernel/time';

/*
 * A browser that has logged in to an account before carries our signature of that. It opens nothing: it only shows that
 * the tries of this browser are not a stranger's, so strangers cannot lock its owner out. The cookie is
 * `{account}.{device}.{day}.{signature}`, one for each account, joined by `~`.
 */

/** How long an earlier log-in makes a browser known, in days. */
export const KNOWN_DAYS = 365;
const ACCOUNTS_MAX = 5;
const ENTRY = /^(\d{1,16})\.([A-Za-z0-9_-]{16})\.(\d{1,6})\.([A-Za-z0-9_-]{43})$/;

interface Entry {
  readonly accountId: number;
  readonly device: string;
  readonly text: string;
}

const sign = (secret: Uint8Array, signed: string): string =>
  createHmac('sha256', secret).update(`known:${signed}`).digest('base64url');

function readEntry(secret: Uint8Array, text: string, nowMs: number): Entry | undefined {
  const [, account = '', device = '', day = '', given = ''] = ENTRY.exec(text) ?? [];
  if (!isSameSecret(given, sign(secret, `${account}.${device}.${day}`))) return undefined;
  if (Math.floor(nowMs / DAY_MS) - Number(day) > KNOWN_DAYS) return undefined;
  return { accountId: Number(account), device, text };
}

const readAll = (secret: Uint8Array, cookie: string | undefined, nowMs: number): readonly Entry[] =>
  (cookie ?? '')
    .split('~')
    .slice(0, ACCOUNTS_MAX)
    .flatMap((text) => readEntry(secret, text, nowMs) ?? []);

/** The device that has logged in to one of the accounts before, by its genuine cookie; else undefined. */
export const knownDeviceOf = (
  secret: Uint8Array,
  cookie: string | undefined,
  accountIds: readonly number[],
  nowMs: number,
): string | undefined =>
  readAll(secret, cookie, nowMs).find(({ accountId }) => accountIds.includes(accountId))?.device;

/** The accounts that a browser has logged in to before, by its genuine cookie. */
export const accountsOfDevice = (
  secret: Uint8Array,
  cookie: string | undefined,
  nowMs: number,
): readonly number[] => readAll(secret, cookie, nowMs).map(({ accountId }) => accountId);

/** The cookie after a log-in: this account first, the newest others behind it. */
export function rememberDevice(
  secret: Uint8Array,
  cookie: string | undefined,
  accountId: number,
  nowMs: number,
): string {
  const others = readAll(secret, cookie, nowMs).filter((entry) => entry.accountId !== accountId);
  const signed = `${accountId}.${randomToken(12)}.${Math.floor(nowMs / DAY_MS)}`;
  const own = `${signed}.${sign(secret, signed)}`;
  return [own, ...others.map(({ text }) => text)].slice(0, ACCOUNTS_MAX).join('~');
}
