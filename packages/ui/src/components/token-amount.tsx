import { formatAmount, formatSignedAmount } from '@klieg/i18n';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

/** The token glyph: a disc with the mark. Colours follow `--glyph-disc` and `--glyph-mark`. */
export function TokenGlyph() {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="8" style={{ fill: 'var(--glyph-disc, var(--key))' }} />
      <path
        d="M4.6 3.6h2v8.8h-2zM7.6 8l4-4.2v2.9L9.9 8l1.7 1.3v2.9z"
        style={{ fill: 'var(--glyph-mark, var(--on-key))' }}
      />
    </svg>
  );
}

export interface TokenAmountProps {
  readonly amountTokens: number;
  /** Signed: a true minus for outgoing, a plus and the success colour for incoming. */
  readonly signed?: boolean;
  /** Follows the figure without a space, such as `/min`. */
  readonly unit?: ReactNode;
  readonly strong?: boolean;
  readonly className?: string;
}

/** Tokens grouped by language behind the glyph; the word is there for screen readers. */
export function TokenAmount({ amountTokens, signed, unit, strong, className }: TokenAmountProps) {
  const { i18n } = useLingui();
  const figure = (signed ? formatSignedAmount : formatAmount)(amountTokens, i18n.locale);
  return (
    <span
      className={joinClasses(
        'tokens',
        strong && 'tokens-strong',
        signed && amountTokens > 0 && 'tokens-incoming',
        className,
      )}
    >
      <TokenGlyph />
      <span>
        {figure}
        {unit}
      </span>
      <span className="visually-hidden">
        {' '}
        <Plural value={Math.abs(amountTokens)} one="token" other="tokens" />
      </span>
    </span>
  );
}
