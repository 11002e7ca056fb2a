import { Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { currentTheme } from '../../shared/theme/theme.ts';
import { type CardFields, openCardFields } from './card-fields-port.ts';

/** The vendor's fields for number and code: a separate origin, from which this page only gets a token. */
export function CardFrame({ onFields }: { readonly onFields: (fields: CardFields | null) => void }) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const port = openCardFields(frame.current!, {
      isDark: () => currentTheme() === 'dark',
      words: {
        number: t`Card number`,
        cvc: t`CVC`,
        numberRequired: t`Credit card number is required`,
        cvcRequired: t`CVC is required`,
      },
    });
    onFields(port);
    return () => {
      port.close();
      onFields(null);
    };
  }, [onFields, t]);
  return (
    <div className="age-card-box">
      <div className="age-card-head small text-ink-2">
        <span className="label">
          <Trans>Card</Trans>
        </span>
        <span className="flex items-center gap-1">
          <Icon name="lock-simple" /> <Trans>Hosted by the biller</Trans>
        </span>
      </div>
      <iframe
        ref={frame}
        title={t`Card number and CVC`}
        src="/api/v1/ccbill/card-fields"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
