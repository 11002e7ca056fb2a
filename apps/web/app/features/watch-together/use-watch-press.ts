import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { tellRefusal } from './tell-refusal.ts';

/** One press at a time, and why it was refused; what follows from it comes by the room's socket. */
export function useWatchPress() {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const press = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, press };
}
