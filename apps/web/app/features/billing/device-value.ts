import { readLocal, writeLocal } from '../../shared/local-store.ts';

const isValue = (value: unknown): value is string => typeof value === 'string' && value.length === 32;

/**
 * A value of this browser for purchases, and for billers that ask for one (rocketfuel). It is drawn once and kept, not worked out from
 * what the device is like, so that nobody else can recognise the browser by it. At most 64 signs.
 */
export function deviceValue(): string {
  const kept = readLocal('device', (value) => (isValue(value) ? value : undefined));
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const drawn = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  writeLocal('device', drawn);
  return drawn;
}
