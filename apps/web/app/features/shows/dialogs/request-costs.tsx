import { formatAmount, formatDayTime } from '@klieg/i18n';
import { FactList, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { minutesFor } from '../show-sums.ts';

/** From here on hours say more than minutes. */
const LONG_MINUTES = 120;

function Lasting({ minutes }: { readonly minutes: number }) {
  const { i18n } = useLingui();
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes < 1) return <Trans>less than a minute</Trans>;
  if (minutes < LONG_MINUTES) return <Trans>{formatAmount(minutes, i18n.locale)} min</Trans>;
  return (
    <Trans>
      {formatAmount(hours, i18n.locale)} h {rest} min
    </Trans>
  );
}

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
  return (
    <>
      <h3 className="label">
        <Trans>What it costs</Trans>
      </h3>
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
                <Lasting minutes={minutesFor(balance, price)} />
              </b>
            ),
          },
        ]}
      />
    </>
  );
}
