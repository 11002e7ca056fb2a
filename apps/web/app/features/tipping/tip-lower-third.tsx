import { formatAmount } from '@klieg/i18n';
import { LowerThird } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { LowerThirdState } from './lower-third-queue.ts';

export interface TipLowerThirdProps {
  readonly state: LowerThirdState;
  /** The shown one has had its time. */
  readonly onOver: () => void;
}

/** Tips of 100 tokens and more over the picture's lower edge, one at a time. */
export function TipLowerThird({ state, onOver }: TipLowerThirdProps) {
  const { i18n } = useLingui();
  const { shown } = state;
  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(onOver, shown.stayMs);
    return () => clearTimeout(timer);
  }, [shown, onOver]);
  return (
    <output>
      {shown && (
        <LowerThird
          key={shown.id}
          amount={formatAmount(shown.amountTokens, i18n.locale)}
          title={
            shown.count > 1 ? (
              <Plural value={shown.count} one="# tip" other="# tips" />
            ) : (
              (shown.sender ?? <Trans>Somebody</Trans>)
            )
          }
          note={shown.comment}
        />
      )}
    </output>
  );
}
