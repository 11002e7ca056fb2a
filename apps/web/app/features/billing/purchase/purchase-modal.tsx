import { Dialog, ErrorBox, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMe } from '#app/shared/me/me-store.ts';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { alternatesOf } from './alternates.ts';
import { takeJoinChoice } from './join-choice.ts';
import { tabPackage } from './payment-methods.ts';
import { PurchaseFoot } from './purchase-foot.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { isPersonChecked, purchaseStep } from './purchase-step.ts';
import { PurchaseTab } from './purchase-tab.tsx';
import { useProducts } from './use-products.ts';
import './purchase.css';

export interface PurchaseModalProps extends PurchaseWishes {
  readonly onClose: () => void;
}

const TOKENS_PATH = '/account/tokens';
const PHONE = '(max-width: 720px)';

function PackagesWaiting() {
  return (
    <output className="purchase" aria-busy="true">
      <div className="purchase-choices">
        <div className="purchase-packages">
          {Array.from({ length: 5 }, (_, row) => (
            <div key={row} className="skeleton mb-2 h-14" />
          ))}
        </div>
        <div className="purchase-pay">
          <div className="skeleton h-44" />
        </div>
      </div>
      <div className="purchase-action">
        <div className="skeleton h-11" />
      </div>
    </output>
  );
}

/** The current step, with its subject; the dialog of a check replaces this one. */
function usePurchaseStep(wishes: PurchaseWishes, onClose: () => void) {
  const me = useMe();
  const navigate = useNavigate();
  const loading = useProducts(isPersonChecked(me), wishes);
  const { products } = loading;
  const [isPhone] = useState(() => matchMedia(PHONE).matches);
  const step = purchaseStep(me, products, { isRetry: wishes.isRetry ?? false, isPhone });
  useEffect(() => {
    switch (step) {
      case 'tip-block-notice':
      case 'postpay':
      case 'age-check':
        return openModal(step, {});
      case 'signup':
        return openModal('signup', { reason: 'purchase' });
      case 'account':
        // Another page has another address, which closes this; on the same page it must be closed here.
        if (location.pathname === TOKENS_PATH) onClose();
        else void navigate(TOKENS_PATH);
        return undefined;
      case 'declined':
        return openModal('payment-declined', {
          shouldVerify: false,
          ...(products?.declined_reason && { message: products.declined_reason }),
          ...(products && { alternates: alternatesOf(products) }),
        });
      default:
        return undefined;
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only a change of the step opens something
  }, [step]);
  return { me, step, ...loading };
}

/** Buying tokens, after the checks that come before it. */
export default function PurchaseModal(props: PurchaseModalProps) {
  const { t } = useLingui();
  // A choice made while joining only counts for the first purchase.
  const [wishes] = useState<PurchaseWishes>(() => {
    const { onClose: _onClose, ...given } = props;
    return given.internalId === undefined ? { ...takeJoinChoice(), ...given } : given;
  });
  const { onClose } = props;
  const { me, step, products, hasFailed, retry } = usePurchaseStep(wishes, onClose);
  const [hasMore, setHasMore] = useState(false);

  if (step !== 'wait' && step !== 'purchase' && step !== 'tab') return null;
  const suggestion = products && tabPackage(products, wishes);
  const isTab = step === 'tab' && !hasMore;
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
      foot={<PurchaseFoot />}
    >
      {products && isTab && suggestion ? (
        <PurchaseTab
          products={products}
          suggestion={suggestion}
          wishes={wishes}
          onMore={() => setHasMore(true)}
        />
      ) : products ? (
        <PurchaseForm products={products} wishes={wishes} />
      ) : hasFailed ? (
        <div className="p-6">
          <ErrorBox title={<Trans>The packages did not load</Trans>} onRetry={retry} />
        </div>
      ) : (
        <PackagesWaiting />
      )}
    </Dialog>
  );
}
