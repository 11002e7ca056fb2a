import { joinClasses } from '@klieg/ui';
import { strengthBars } from './password-strength.ts';
import { usePasswordScore } from './use-password-score.ts';

/** How strong a new password looks, as four bars under its field; the server decides. */
export function StrengthBars({
  password,
  username,
}: {
  readonly password: string;
  readonly username: string;
}) {
  const bars = strengthBars(password, usePasswordScore(password, username));
  const tone = bars < 2 ? 'is-weak' : 'is-good';
  return (
    <div className="strength" aria-hidden="true">
      {[1, 2, 3, 4].map((bar) => (
        <i key={bar} className={joinClasses(bar <= bars && tone)} />
      ))}
    </div>
  );
}
