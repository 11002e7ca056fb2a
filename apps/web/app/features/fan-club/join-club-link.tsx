import { buttonClass, LevelShape, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFanLevel } from '../../shared/me/fan-level.ts';
import { LEVEL_NAMES } from './level-words.tsx';

/** The way to a performer's fan club: what it costs at least, or what the visitor is in it. */
export function JoinClubLink({
  username,
  price,
}: {
  readonly username: string;
  /** Tokens a month of the lowest level. */
  readonly price: number;
}) {
  const { t } = useLingui();
  const level = useFanLevel(username);
  return (
    <Link className={buttonClass({})} to={`/${username}/fanclub`} prefetch="intent">
      {level ? (
        <>
          <LevelShape level={`fan-${level}`} />
          <Trans>Fan club: {t(LEVEL_NAMES[level])}</Trans>
        </>
      ) : (
        <>
          <Trans>Fan club from</Trans>
          <TokenAmount amountTokens={price} />
        </>
      )}
    </Link>
  );
}
