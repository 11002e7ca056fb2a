import type { FanLevel } from '@klieg/contract';
import { buttonClass, LevelShape, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useMember } from '../../shared/me/me-store.ts';
import { LEVEL_NAMES, levelNamed } from './level-words.tsx';

/** What the visitor is in a performer's club; undefined for who is no member. */
function useOwnLevel(username: string): FanLevel | undefined {
  const own = useMember()?.fanclub_membership_list.find(({ modelUsername }) => modelUsername === username);
  return levelNamed(own?.level ?? null);
}

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
  const level = useOwnLevel(username);
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
