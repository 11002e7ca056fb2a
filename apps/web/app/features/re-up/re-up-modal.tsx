import { type Product, RE_UP_LIMITS } from '@klieg/contract';
import { formatAmount, formatMoney } from '@klieg/i18n';
import { Button, Checkbox, Dialog, ErrorBox, Field, Input, Notice, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { CardChoice, useCards } from '../cards/index.ts';

export interface ReUpModalProps {
  /** The product that is chosen at first. */
  readonly internalId?: string;
  readonly onClose: () => void;
}

const CENTS = 100;

/** Packages that a card on file can be charged for. */
const readOneClick = async (signal: AbortSignal): Promise<readonly Product[]> =>
  (await lateApi.listProducts({ body: {}, signal })).products.credit.filter(
    (one) => one.is_oneclick && !one.membership,
  );

interface Range {
  readonly min: number;
  readonly max: number;
}
const within = (value: number, { min, max }: Range): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** The numbers of the form, as typed. */
function useNumbers() {
  const [below, setBelow] = useState(String(RE_UP_LIMITS.below.default));
  const [perDay, setPerDay] = useState(String(RE_UP_LIMITS.perDay.default));
  const [dollars, setDollars] = useState(String(RE_UP_LIMITS.perMonth.default / CENTS));
  const cents = Math.round(Number(dollars) * CENTS);
  const isBelowRight = within(Number(below), RE_UP_LIMITS.below);
  const isPerDayRight = within(Number(perDay), RE_UP_LIMITS.perDay);
  const isMonthRight = within(cents, RE_UP_LIMITS.perMonth);
  const isRight = isBelowRight && isPerDayRight && isMonthRight;
  const typed = { below, setBelow, perDay, setPerDay, dollars, setDollars };
  return { ...typed, cents, isBelowRight, isPerDayRight, isMonthRight, isRight };
}

/** What each number may be is said where it is not. */
function Numbers({ numbers }: { readonly numbers: ReturnType<typeof useNumbers> }) {
  const { i18n } = useLingui();
  const { below, setBelow, perDay, setPerDay, dollars, setDollars } = numbers;
  const amount = (value: number) => formatAmount(value, i18n.locale);
  const money = (cents: number) => formatMoney(cents, 'USD', i18n.locale);
  const range = ({ min, max }: Range, show: (value: number) => string) => (
    <Trans>
      From {show(min)} to {show(max)}.
    </Trans>
  );
  return (
    <>
      <Field
        label={<Trans>When fewer tokens are left than</Trans>}
        error={!numbers.isBelowRight && range(RE_UP_LIMITS.below, amount)}
      >
        <Input inputMode="numeric" value={below} onChange={(event) => setBelow(event.target.value)} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={<Trans>Purchases a day, at most</Trans>}
          error={!numbers.isPerDayRight && range(RE_UP_LIMITS.perDay, amount)}
        >
          <Input inputMode="numeric" value={perDay} onChange={(event) => setPerDay(event.target.value)} />
        </Field>
        <Field
          label={<Trans>Dollars a month, at most</Trans>}
          error={!numbers.isMonthRight && range(RE_UP_LIMITS.perMonth, money)}
        >
          <Input inputMode="decimal" value={dollars} onChange={(event) => setDollars(event.target.value)} />
        </Field>
      </div>
    </>
  );
}

/** Consent to automatic purchases: product, threshold, card and both caps on one screen, nothing ticked before (S2301). */
export default function ReUpModal({ internalId, onClose }: ReUpModalProps) {
  const { t, i18n } = useLingui();
  const { state: packages, reload } = useLoaded('re-up packages', readOneClick);
  const products = packages.kind === 'ready' ? packages.value : [];
  const cards = useCards();
  const { save, state } = useSave();
  const numbers = useNumbers();
  const [wanted, setWanted] = useState(internalId);
  const [chosenId, setChosenId] = useState<string>();
  const [isAgreed, setAgreed] = useState(false);
  const product = products.find((one) => one.internal_id === wanted) ?? products[0];
  const cardId = chosenId ?? cards.cards?.[0]?.id;
  const { below, perDay } = numbers;
  const perMonth = formatMoney(numbers.cents || 0, 'USD', i18n.locale);
  const agree = async () => {
    if (!product || !cardId) return;
    const choice = {
      enabled: true,
      internal_id: product.internal_id,
      below: Number(numbers.below),
      card_id: cardId,
      max_per_day: Number(numbers.perDay),
      max_cents_per_month: numbers.cents,
      disabled_by_user: false,
    };
    if (await save({ auto_re_ups: JSON.stringify(choice) })) onClose();
  };
  return (
    <Dialog
      title={<Trans>Buy tokens when they run out</Trans>}
      onClose={onClose}
      foot={
        <Button
          kind="key"
          size="large"
          full
          busy={state.kind === 'saving'}
          disabled={!isAgreed || !numbers.isRight || !cardId || !product}
          onClick={() => void agree()}
        >
          <Trans>Switch auto re-up on</Trans>
        </Button>
      }
    >
      <div className="grid gap-4">
        {packages.kind === 'failed' && (
          <ErrorBox title={<Trans>The packages did not load</Trans>} onRetry={reload} />
        )}
        <Field label={<Trans>Package</Trans>}>
          <Select value={product?.internal_id ?? ''} onChange={(event) => setWanted(event.target.value)}>
            {products.map((one) => (
              <option key={one.internal_id} value={one.internal_id}>
                {t`${one.tokens + one.bonus_tokens} tokens, ${formatMoney(one.amount, one.currency, i18n.locale)}`}
              </option>
            ))}
          </Select>
        </Field>
        <Numbers numbers={numbers} />
        <CardChoice cards={cards} chosenId={cardId} onChoose={setChosenId} />
        <Checkbox checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)}>
          <Trans>
            I agree: when I have spent tokens and fewer than {below} are left, this package is bought with
            this card without asking me again. Up to {perDay} a day and {perMonth} a month, until I switch it
            off.
          </Trans>
        </Checkbox>
        {state.kind === 'failed' && <Notice tone="bad" title={state.text} />}
      </div>
    </Dialog>
  );
}
