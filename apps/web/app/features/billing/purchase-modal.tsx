import type { Products } from '@klieg/contract';
import { Dialog, ErrorBox, Icon, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../shared/api/client.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { PurchaseForm } from './purchase-form.tsx';
import { purchaseStep, stepBeforeProducts } from './purchase-step.ts';
import './purchase.css';

export interface PurchaseModalProps {
  /** What an act lacked; the suggested package covers it. */
  readonly missingTokens?: number;
  /** The last card was declined, and the person has chosen to go on. */
  readonly isRetry?: boolean;
  readonly onClose: () => void;
}

/** Packages, loaded once every earlier check is passed. */
function useProducts(isWanted: boolean): {
  products: Products | undefined;
  hasFailed: boolean;
  retry: () => void;
} {
  const [products, setProducts] = useState<Products>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    api
      .listProducts({ body: {}, signal: stop.signal })
      .then(setProducts, () => !stop.signal.aborted && setFailedAttempt(attempt));
    return () => stop.abort();
  }, [isWanted, attempt]);
  return { products, hasFailed: failedAttempt === attempt, retry: () => setAttempt((count) => count + 1) };
}

/** Buying tokens, after the checks that come before it; the modal of a check takes this one's place. */
export default function PurchaseModal({ missingTokens, isRetry = false, onClose }: PurchaseModalProps) {
  const { t } = useLingui();
  const me = useMe();
  const navigate = useNavigate();
  const { products, hasFailed, retry } = useProducts(
    me.kind !== 'unknown' && stepBeforeProducts(me) === undefined,
  );
  const step = purchaseStep(me, products, isRetry);
  const declinedReason = products?.declined_reason;

  useEffect(() => {
    switch (step) {
      case 'tip-block-notice':
        return openModal('tip-block-notice', {});
      case 'postpay':
        return openModal('alert', {
          title: t`Post-pay is on`,
          text: t`What you spend is charged to your card later, so there is nothing to buy now. Your limit stands under Tokens.`,
        });
      case 'age-check':
        return openModal('alert', {
          title: t`Verify your age first`,
          text: t`In your region the age check comes before the first purchase. It takes about two minutes.`,
        });
      case 'signup':
        return openModal('signup', { reason: 'purchase' });
      case 'account':
        onClose();
        void navigate('/account/tokens');
        return undefined;
      case 'declined':
        return openModal('payment-declined', {
          shouldVerify: false,
          ...(declinedReason && { message: declinedReason }),
        });
      default:
        return undefined;
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the step opens something
  }, [step]);

  if (step !== 'wait' && step !== 'purchase') return null;
  return (
    <Dialog
      title={<Trans>Buy tokens</Trans>}
      onClose={onClose}
      width={920}
      bare
      description={t`Choose a package and a way to pay.`}
      headEnd={
        me.kind === 'member' && (
          <>
            <span className="text-ink-2 max-tablet:hidden">
              <Trans>Balance</Trans>
            </span>
            <TokenAmount amountTokens={me.current.tokens} strong />
          </>
        )
      }
      foot={
        <span className="small flex items-center gap-2 text-ink-2">
          <Icon name="lock-key" size={16} />
          <Trans>Card data stays with the biller, 3-D Secure</Trans>
        </span>
      }
    >
      {products ? (
        <PurchaseForm products={products} {...(missingTokens !== undefined && { missingTokens })} />
      ) : hasFailed ? (
        <div className="p-6">
          <ErrorBox title={<Trans>The packages did not load</Trans>} onRetry={retry} />
        </div>
      ) : (
        <output className="purchase" aria-busy="true">
          <div className="grid gap-2">
            {Array.from({ length: 5 }, (_, row) => (
              <div key={row} className="skeleton h-14" />
            ))}
          </div>
          <div className="purchase-pay">
            <div className="skeleton h-44" />
            <div className="skeleton h-11" />
          </div>
        </output>
      )}
    </Dialog>
  );
}
