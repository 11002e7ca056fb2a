import type { Product, Products } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useMember } from '#app/shared/me/me-store.ts';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { readVisitQuery } from '#app/shared/visit-query.ts';
import { MethodList } from './method-list.tsx';
import { PackageRow, PackageSum } from './package-list.tsx';
import { MissingNotice } from './missing-notice.tsx';
import {
  enoughPackage,
  firstMethod,
  firstPackage,
  type PaymentMethod,
  paymentMethods,
} from './payment-methods.ts';
import { QuickBuyRow } from '../quick-buy/quick-buy-row.tsx';
import { ReUpBox } from '../quick-buy/re-up-box.tsx';
import { offersReUp, reUpConsent } from '../quick-buy/re-up-offer.ts';
import { usePurchase } from './use-purchase.ts';

export interface PurchaseFormProps {
  readonly products: Products;
  readonly wishes: PurchaseWishes;
}

/** The choice: a way to pay, and a package that it offers. */
function useChoice({ products, wishes }: PurchaseFormProps) {
  const methods = paymentMethods(products);
  const [methodKey, setMethodKey] = useState(
    () => firstMethod(methods, { ...wishes, isCrypto: readVisitQuery().crypto !== undefined })?.key,
  );
  const method: PaymentMethod | undefined = methods.find(({ key }) => key === methodKey) ?? methods[0];
  const packages = method?.packages ?? [];
  const [packageId, setPackageId] = useState(firstPackage(packages, wishes)?.internal_id);
  const product = packages.find(({ internal_id: id }) => id === packageId) ?? firstPackage(packages, wishes);
  return { methods, method, setMethodKey, packages, product, setPackageId };
}

/** The consent to automatic purchases. It covers one package and one way to pay: another one needs a new consent. */
function useConsent(product: Product | undefined, method: PaymentMethod | undefined) {
  const member = useMember();
  const about = `${product?.internal_id} ${method?.key}`;
  const [agreedTo, setAgreedTo] = useState<string>();
  const isOffered = product !== undefined && method !== undefined && offersReUp(member, product, method);
  const isAgreed = isOffered && agreedTo === about;
  return {
    isOffered,
    isAgreed,
    agree: (isTicked: boolean) => setAgreedTo(isTicked ? about : undefined),
    consent: isAgreed ? reUpConsent(product, method.kind === 'card' ? method.cardId : undefined) : undefined,
  };
}

function NothingToPayWith() {
  return (
    <div className="grid gap-3 p-6">
      <p>
        <Trans>No payment method is available to you now.</Trans>
      </p>
      <Button kind="line" onClick={() => openModal('contact-support', { topic: 'other' })}>
        <Trans>Ask support</Trans>
      </Button>
    </div>
  );
}

/** Packages left, payment right, one line with price and content. */
export function PurchaseForm({ products, wishes }: PurchaseFormProps) {
  const { t, i18n } = useLingui();
  const { methods, method, setMethodKey, packages, product, setPackageId } = useChoice({ products, wishes });
  const { buying, buy } = usePurchase();
  const { isOffered, isAgreed, agree, consent } = useConsent(product, method);
  if (!method || !product) return <NothingToPayWith />;

  const isLow = wishes.missingTokens !== undefined;
  const marked = enoughPackage(packages, wishes);
  const money = formatMoney(product.amount, product.currency, i18n.locale);
  const remaining = products.daily_purchase_remaining;
  return (
    <div className="purchase">
      <div className="purchase-choices">
        <div className="purchase-packages" role="radiogroup" aria-label={t`Package`}>
          {isLow && <MissingNotice {...wishes} />}
          {isLow && (
            <QuickBuyRow
              products={products}
              buyingId={buying?.internal_id}
              onBuy={(quick, cardId) => void buy(quick, cardId)}
            />
          )}
          <div className="label mb-2">
            <Trans>Package</Trans>
          </div>
          {packages.map((candidate) => (
            <PackageRow
              key={candidate.internal_id}
              product={candidate}
              chosen={candidate === product}
              isMarked={candidate === marked}
              onChoose={() => setPackageId(candidate.internal_id)}
            />
          ))}
          <p className="small mt-2 text-ink-3">
            <Trans>$1 is 10 tokens.</Trans>{' '}
            {remaining !== null && (
              <Trans>Daily limit left: {formatMoney(remaining, products.currency, i18n.locale)}.</Trans>
            )}
          </p>
        </div>
        <div className="purchase-pay">
          <MethodList methods={methods} chosen={method} onChoose={setMethodKey} />
          <PackageSum product={product} />
          {isOffered && (
            <ReUpBox product={product} hasCard={method.kind === 'card'} checked={isAgreed} onChange={agree} />
          )}
          <p className="small text-ink-3">
            {method.kind === 'card' ? (
              <Trans>One click charges the card. The payment shows in your statement at once.</Trans>
            ) : (
              <Trans>The next page is the biller's own. Nothing is charged before you confirm there.</Trans>
            )}
          </p>
        </div>
      </div>
      <div className="purchase-action">
        <Button
          kind="key"
          size="large"
          full
          busy={buying !== undefined}
          onClick={() =>
            void buy({ ...product, consent }, method.kind === 'card' ? method.cardId : undefined)
          }
        >
          {method.kind === 'card' ? (
            <Trans>
              Pay {money} with {method.brand} {method.last4}
            </Trans>
          ) : (
            <Trans>Continue to pay {money}</Trans>
          )}
        </Button>
      </div>
    </div>
  );
}
