import { formatAmount, formatMoney } from '@klieg/i18n';
import { Button, Dialog, FactList } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import { declinePostpay } from './decline-postpay.ts';

export interface PostpayModalProps {
  readonly onClose: () => void;
}

/** What post-pay is, with the way to decline it (BILLING-014). */
export default function PostpayModal({ onClose }: PostpayModalProps) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const postpay = useMember()?.settings.postpay;
  const money = (cents: number) => formatMoney(cents, 'USD', i18n.locale);
  const token = postpay?.decline_token;
  return (
    <Dialog
      title={<Trans>Post-pay is on</Trans>}
      onClose={onClose}
      foot={
        <>
          {token && (
            <Button kind="line" onClick={() => declinePostpay(token)}>
              <Trans>Decline post-pay</Trans>
            </Button>
          )}
          <span className="grow" />
          <Button
            kind="key"
            onClick={() => {
              onClose();
              void navigate('/account/tokens');
            }}
          >
            <Trans>See my limit</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          You spend first and pay later, so there are no packages to buy. Your card is charged for what you
          have spent when the limit is reached, or one hour after you spent the last time. No interest, no
          fee.
        </Trans>
      </p>
      {postpay && (
        <FactList
          facts={[
            {
              label: <Trans>Limit</Trans>,
              value: (
                <Trans>
                  {formatAmount(postpay.limit_cents / 10, i18n.locale)} tokens, {money(postpay.limit_cents)}
                </Trans>
              ),
            },
            { label: <Trans>Used</Trans>, value: money(postpay.used_cents) },
          ]}
        />
      )}
    </Dialog>
  );
}
