import type { ReactNode } from 'react';
import { TokenGlyph } from './token-amount.tsx';

export interface LowerThirdProps {
  /** What the key block says: an amount, or a word. */
  readonly amount: ReactNode;
  readonly isTokens?: boolean;
  readonly title: ReactNode;
  /** One line. */
  readonly note?: ReactNode;
}

/** A tip or a reached goal over the picture's lower edge; one at a time, never for ads or news. */
export function LowerThird({ amount, isTokens = true, title, note }: LowerThirdProps) {
  return (
    <div className="lower-third">
      <span className="lower-third-amount">
        {isTokens && <TokenGlyph />}
        {amount}
      </span>
      <span className="lower-third-words">
        <b>{title}</b>
        <span>{note}</span>
      </span>
    </div>
  );
}
