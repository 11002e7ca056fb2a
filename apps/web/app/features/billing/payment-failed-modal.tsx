import { Button, Dialog, Icon, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { balanceOf, useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { explainDecline } from './decline-sentences.ts';
import './purchase.css';

export interface PaymentFailedModalProps {
  /** The biller's reason as a sentence; empty when it gave none. */
  readonly message: string;
  /** The biller's words beside the sentence. */
  readonly reason?: string;
  readonly code?: string;
  readonly orderId?: string;
  readonly onClose: () => void;
}

/** A payment that did not happen: nothing was charged, and why. */
export default function PaymentFailedModal({
  message,
  reason,
  code,
  orderId,
  onClose,
}: PaymentFailedModalProps) {
  const { i18n } = useLingui();
  const current = useMember();
  const why = code ? explainDecline(code, i18n) : message;
  return (
    <Dialog
      title={<Trans>Payment failed</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button
            kind="line"
            onClick={() => openModal('contact-support', { topic: 'declined', ...(orderId && { orderId }) })}
          >
            <Trans>Ask support</Trans>
          </Button>
          <span className="grow max-tablet:hidden" />
          <Button kind="key" onClick={() => openModal('tokens', { isRetry: true })}>
            <Trans>Try another way</Trans>
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-3" role="alert">
        <span className="result-mark result-mark-bad">
          <Icon name="prohibit-bold" size={22} />
        </span>
        <div>
          <h3>{why || <Trans>The biller did not accept the payment</Trans>}</h3>
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
      {reason && <p>{reason}</p>}
      {(code ?? orderId) && (
        <p className="small figure text-ink-3">{[code, orderId?.slice(-12)].filter(Boolean).join(' · ')}</p>
      )}
    </Dialog>
  );
}
