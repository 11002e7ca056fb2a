import { Button, Dialog, Icon, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { balanceOf, useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import './purchase.css';

export interface PaymentFailedModalProps {
  /** The biller's reason as a sentence; empty when it gave none. */
  readonly message: string;
  readonly code?: string;
  readonly orderId?: string;
  readonly onClose: () => void;
}

/** A payment that did not happen: nothing was charged, and why. */
export default function PaymentFailedModal({ message, code, orderId, onClose }: PaymentFailedModalProps) {
  const current = useMember();
  return (
    <Dialog
      title={<Trans>Payment failed</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <span className="grow max-tablet:hidden" />
          <Button kind="key" onClick={() => openModal('tokens', { isRetry: true })}>
            <Trans>Try another way</Trans>
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3">
        <span className="result-mark result-mark-bad">
          <Icon name="prohibit-bold" size={22} />
        </span>
        <div>
          <h3>{message || <Trans>The biller did not accept the payment</Trans>}</h3>
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
      {(code ?? orderId) && (
        <p className="small figure text-ink-3">{[code, orderId?.slice(-12)].filter(Boolean).join(' · ')}</p>
      )}
    </Dialog>
  );
}
