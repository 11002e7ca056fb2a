import type { Product } from '@klieg/contract';
import { formatAmount, formatMoney } from '@klieg/i18n';
import { Checkbox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { RE_UP_OFFER } from './re-up-offer.ts';

export interface ReUpBoxProps {
  readonly product: Product;
  /** False: with the card that this purchase leaves on file. */
  readonly hasCard: boolean;
  readonly checked: boolean;
  readonly onChange: (isAgreed: boolean) => void;
}

/** Consent to buy the package again automatically: all its terms beside the box, which is never preselected. */
export function ReUpBox({ product, hasCard, checked, onChange }: ReUpBoxProps) {
  const { i18n } = useLingui();
  const tokens = formatAmount(product.tokens + product.bonus_tokens, i18n.locale);
  const price = formatMoney(product.amount, product.currency, i18n.locale);
  const month = formatMoney(RE_UP_OFFER.centsPerMonth, product.currency, i18n.locale);
  const below = formatAmount(RE_UP_OFFER.belowTokens, i18n.locale);
  const perDay = formatAmount(RE_UP_OFFER.perDay, i18n.locale);
  return (
    <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
      {hasCard ? (
        <Trans>
          Buy these {tokens} tokens again for {price} with this card when I have spent tokens and fewer than{' '}
          {below} are left. I am not asked each time. Up to {perDay} a day and {month} a month, until I switch
          it off.
        </Trans>
      ) : (
        <Trans>
          Buy these {tokens} tokens again for {price} with the card of this purchase when I have spent tokens
          and fewer than {below} are left. I am not asked each time. Up to {perDay} a day and {month} a month,
          until I switch it off.
        </Trans>
      )}
    </Checkbox>
  );
}
