import { formatClock } from '@klieg/i18n';
import { Button, Field, Select, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { DiscountTold } from '../shows-part.ts';
import { useRunning } from '../strip/use-running.ts';
import { tellRefusal } from '../tell-refusal.ts';

const RATES = [5, 10, 15, 20, 25, 30, 40, 50] as const;
const MINUTES = [1, 5, 10, 15, 30, 60] as const;

function useDiscount() {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const set = async (discountRate: number, minutes: number) => {
    setBusy(true);
    try {
      const body = discountRate === 0 ? { discountRate } : { discountRate, seconds: minutes * 60 };
      await lateApi.setPrivateDiscount({ body });
      if (discountRate > 0) showToast({ content: t`Your room sees the new price.`, appearance: 'success' });
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, set };
}

/** A lower price for some minutes: 5 to 50 percent, for shows that begin meanwhile. */
export function DiscountForm({ discount }: { readonly discount: DiscountTold | null }) {
  const { t } = useLingui();
  const [rate, setRate] = useState<number>(20);
  const [minutes, setMinutes] = useState<number>(10);
  const { isBusy, set } = useDiscount();
  const whole = discount?.timeLeftInSecond ?? 0;
  const seconds = whole - useRunning(discount, discount !== null, whole);
  if (discount)
    return (
      <div className="show-form items-center">
        <span>
          <Trans>
            Discount of {discount.discountRate}%:{' '}
            <TokenAmount amountTokens={discount.privatePricePerMinuteInToken} unit={<Trans>/min</Trans>} />{' '}
            for <span className="figure">{formatClock(seconds)}</span>
          </Trans>
        </span>
        <Button busy={isBusy} onClick={() => void set(0, 0)}>
          <Trans>End the discount</Trans>
        </Button>
      </div>
    );
  return (
    <form
      method="post"
      className="show-form"
      onSubmit={(event) => {
        event.preventDefault();
        void set(rate, minutes);
      }}
    >
      <Field label={t`Discount`}>
        <Select value={rate} onChange={(event) => setRate(Number(event.target.value))}>
          {RATES.map((percent) => (
            <option key={percent} value={percent}>
              {t`${percent}%`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t`For how long`}>
        <Select value={minutes} onChange={(event) => setMinutes(Number(event.target.value))}>
          {MINUTES.map((count) => (
            <option key={count} value={count}>
              {t`${count} min`}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" busy={isBusy}>
        <Trans>Start the discount</Trans>
      </Button>
    </form>
  );
}
