import { Button, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { meStore } from '#app/shared/me/me-store.ts';
import { extendPrivate } from '../calls.ts';
import { tellRefusal } from '../tell-refusal.ts';

const MORE_MINUTES = 10;

/** Sets ten more minutes aside. */
export function ExtendButton({ username, price }: { readonly username: string; readonly price: number }) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const extend = async () => {
    setBusy(true);
    try {
      const { tokens } = await extendPrivate(username, MORE_MINUTES);
      meStore.dispatch({ type: 'balance', tokens });
      showToast({
        content: t`${MORE_MINUTES} more minutes are set aside. What is not used is returned.`,
        appearance: 'success',
      });
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="large" busy={isBusy} onClick={() => void extend()}>
      <Trans>Add {MORE_MINUTES} min</Trans> <TokenAmount amountTokens={MORE_MINUTES * price} />
    </Button>
  );
}
