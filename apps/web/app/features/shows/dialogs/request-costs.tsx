import { formatAmount, formatDayTime } from '@klieg/i18n';
import { FactList, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { minutesFor } from '#app/features/shows/show-sums.ts';

/** What it costs, and how long the balance lasts. */
export function RequestCosts(props: {
  readonly price: number;
  readonly minutes: number;
  readonly balance: number;
  /** Until then the price holds; null: it stays. */
  readonly until: string | null;
}) {
  const { i18n } = useLingui();
  const { price, minutes, balance, until } = props;
  const lasts = formatAmount(minutesFor(balance, price), i18n.locale);
  return (
    <FactList
      facts={[
        {
          label: <Trans>Price</Trans>,
          value: <TokenAmount amountTokens={price} unit={<Trans>/min</Trans>} strong />,
        },
        ...(until === null
          ? []
          : [{ label: <Trans>This price until</Trans>, value: formatDayTime(until, i18n.locale) }]),
        { label: <Trans>Billed</Trans>, value: <Trans>every ten seconds</Trans> },
        {
          label: <Plural value={minutes} one="Prepaid, # minute" other="Prepaid, # minutes" />,
          value: <TokenAmount amountTokens={minutes * price} />,
        },
        { label: <Trans>Your balance</Trans>, value: <TokenAmount amountTokens={balance} /> },
        {
          label: <Trans>Lasts about</Trans>,
          value: (
            <b className="figure">
              <Trans>{lasts} min</Trans>
            </b>
          ),
        },
      ]}
    />
  );
}
