import { Icon, type IconName } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** One way on after a payment that did not happen. */
export function WayOn({
  icon,
  title,
  note,
  isBusy = false,
  onPress,
}: {
  readonly icon: IconName;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly isBusy?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button type="button" className="list-row" aria-busy={isBusy} disabled={isBusy} onClick={onPress}>
      <Icon name={icon} />
      <span className="grow">
        <b className="block">{title}</b>
        <span className="small text-ink-2">{note}</span>
      </span>
      {isBusy ? <span className="spinner" /> : <Icon name="caret-right" size={16} />}
    </button>
  );
}

/** Another card, or whatever else the purchase then offers. */
export const OtherCardWay = ({ onPress }: { readonly onPress: () => void }) => (
  <WayOn
    icon="credit-card"
    title={<Trans>Try a different card</Trans>}
    note={<Trans>Or another way to pay</Trans>}
    onPress={onPress}
  />
);

/** A smaller amount than the declined one. */
export const LessWay = ({ onPress }: { readonly onPress: () => void }) => (
  <WayOn
    icon="coins"
    title={<Trans>Adjust purchase amount</Trans>}
    note={<Trans>A smaller package goes through more often</Trans>}
    onPress={onPress}
  />
);
