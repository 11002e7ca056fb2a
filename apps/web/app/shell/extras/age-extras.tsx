import { useAgeGate } from '../../features/age-check/index.ts';

/** What pages do for whoever has to verify their age; others do not fetch its code. */
export default function AgeExtras() {
  useAgeGate();
  return null;
}
