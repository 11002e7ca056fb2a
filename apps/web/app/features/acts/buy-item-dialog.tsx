import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { formatAmount } from '@klieg/i18n';
import { Button, Dialog, FactList, Field, Input, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { meStore, useMember } from '../../shared/me/me-store.ts';
import { followTip, sendTip } from '../tipping/index.ts';
import type { MenuItem } from './menu-state.ts';

const COMMENT_MAX = 200;

/** Asks once before something of the menu is bought. */
export function BuyItemDialog({
  item,
  receiver,
  onSent,
  onClose,
}: {
  readonly item: MenuItem;
  readonly receiver: { readonly id: number; readonly displayName: string };
  readonly onSent: (tokens: number) => void;
  readonly onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const [comment, setComment] = useState('');
  const [isBusy, setBusy] = useState(false);
  const balance = useMember()?.tokens ?? 0;
  const { label, tokens } = item;
  const name = receiver.displayName;
  const sum = formatAmount(tokens, i18n.locale);
  const buy = async () => {
    if (isBusy) return;
    setBusy(true);
    const result = await sendTip(api, {
      receiverId: receiver.id,
      amountTokens: tokens,
      comment: comment.trim(),
      type: 'tip_menu',
      appData: { app_id: TIP_MENU, item_id: item.id },
    });
    setBusy(false);
    if (!result.ok) return followTip(result.followUp, i18n, 'tip');
    meStore.dispatch({ type: 'balance', tokens: result.balanceTokens });
    onSent(result.amountTokens);
    onClose();
    showToast({ content: t`${name} owes you this now: ${label}`, appearance: 'success' });
  };
  return (
    <Dialog
      title={label}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" busy={isBusy} onClick={() => void buy()}>
            <Trans>Tip {sum} tokens</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <FactList
          facts={[
            { label: <Trans>Price</Trans>, value: <TokenAmount amountTokens={tokens} strong /> },
            ...(balance >= tokens
              ? [
                  {
                    label: <Trans>Balance after</Trans>,
                    value: <TokenAmount amountTokens={balance - tokens} />,
                  },
                ]
              : []),
          ]}
        />
        <Field optional label={<Trans>Comment</Trans>} hint={<Trans>The room sees it with your tip.</Trans>}>
          <Input
            value={comment}
            maxLength={COMMENT_MAX}
            onChange={(event) => setComment(event.target.value)}
          />
        </Field>
        <p className="small text-ink-2">
          <Trans>
            If {name} does not do it within a week after the broadcast, all its tokens are refunded. What you
            have bought is listed under Shows in your account.
          </Trans>
        </p>
      </div>
    </Dialog>
  );
}
