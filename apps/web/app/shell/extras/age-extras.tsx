import { useAgeGate } from '../../features/age-check/index.ts';

/** For pages of people who need an age check; others do not load its code. */
export default function AgeExtras() {
  useAgeGate();
  return null;
}
