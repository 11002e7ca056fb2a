import { fail, type Finding, ok, warn } from './finding.ts';

const WARN_MS = 2_000;
const FAIL_MS = 30_000;

/** Judges how far another clock is ahead of ours. @param precisionMs differences up to it mean nothing */
export function judgeClock(check: string, aheadMs: number, precisionMs = 0): Finding {
  const offMs = Math.max(0, Math.abs(aheadMs) - precisionMs);
  const told = `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this process`;
  if (offMs > FAIL_MS) return fail(check, `${told}: set both machines by NTP, for tokens live a minute`);
  if (offMs > WARN_MS) return warn(check, `${told}: set both machines by NTP`);
  return ok(check, 'agrees with this process');
}
