import { PUSH_REPORT_MS } from '@klieg/contract/features/push/limits';

/** Whether this page says again that it is subscribed: at most once an hour (SHELL-029). */
export const isReportDue = (lastMs: number | undefined, nowMs: number): boolean =>
  lastMs === undefined || nowMs - lastMs >= PUSH_REPORT_MS || nowMs < lastMs;

/** A key of base64url as the browser wants it. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const padded = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(text.length / 4) * 4, '=');
  return Uint8Array.from(atob(padded), (sign) => sign.codePointAt(0)!);
}

/** A key of the browser as the site wants it. */
export const keyText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
