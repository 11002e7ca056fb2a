import { Dialog, Icon, type IconName, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { balanceOf, useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import './purchase.css';

export interface PaymentDeclinedModalProps {
  readonly message?: string;
  /** Offer to get verified first, before all other ways. */
  readonly shouldVerify: boolean;
  /** Another biller that may take the same card. */
  readonly alternative?: string;
  readonly onClose: () => void;
}

function Way({
  icon,
  title,
  note,
  onPress,
}: {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className="list-row" onClick={onPress}>
      <Icon name={icon} />
      <span className="grow">
        <b className="block">{title}</b>
        <span className="small text-ink-2">{note}</span>
      </span>
      <Icon name="caret-right" size={16} />
    </button>
  );
}

/** A declined card: nothing was charged, then the ways on (BILLING-063 to BILLING-066, ERRORS-050). */
export default function PaymentDeclinedModal({
  message,
  shouldVerify,
  alternative,
  onClose,
}: PaymentDeclinedModalProps) {
  const current = useMember();
  const buy = () => openModal('tokens', { isRetry: true });
  const goVerify = () => location.assign('/account/verify?type=card');
  const verify = (
    <Way
      icon="shield-check"
      title={<Trans>Get verified</Trans>}
      note={<Trans>Needed once; later payments pass more easily</Trans>}
      onPress={goVerify}
    />
  );
  return (
    <Dialog title={<Trans>Your bank said no</Trans>} onClose={onClose}>
      <div className="flex items-center gap-3" role="alert">
        <span className="result-mark result-mark-bad">
          <Icon name="prohibit-bold" size={22} />
        </span>
        <div>
          <h3>
            <Trans>Something went wrong. We couldn't process your credit card.</Trans>
          </h3>
          <p className="text-ink-2">
            <Trans>Nothing was charged.</Trans>{' '}
            {current && (
              <Trans>
                Your balance is still <TokenAmount amountTokens={balanceOf(current)} />.
              </Trans>
            )}
          </p>
        </div>
      </div>
      {message && <p>{message}</p>}
      <div className="result-ways">
        {shouldVerify && verify}
        {alternative && (
          <Way
            icon="arrow-clockwise"
            title={<Trans>Try an alternate biller</Trans>}
            note={<Trans>{alternative} often takes cards that others refuse</Trans>}
            onPress={buy}
          />
        )}
        <Way
          icon="credit-card"
          title={<Trans>Try a different card</Trans>}
          note={<Trans>Or another way to pay</Trans>}
          onPress={buy}
        />
        <Way
          icon="coins"
          title={<Trans>Adjust the amount</Trans>}
          note={<Trans>A smaller package passes more often</Trans>}
          onPress={buy}
        />
        {!shouldVerify && verify}
      </div>
    </Dialog>
  );
}
