import { readLocal, writeLocal } from '../../shared/local-store.ts';

const isValue = (value: unknown): value is string => typeof value === 'string' && value.length === 32;

/**
 * An id of this browser for purchases, and for billers that require one (rocketfuel). It is random and stored, not
 * computed from the device, so that nobody else can recognise the browser by it. At most 64 characters.
 */
export function deviceValue(): string {
  const kept = readLocal('device', (value) => (isValue(value) ? value : undefined));
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const drawn = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  writeLocal('device', drawn);
  return drawn;
}
