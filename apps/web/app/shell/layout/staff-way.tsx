import type { CurrentUser } from '@klieg/contract';
import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';

/** In the place of the balance for whoever works for the house: the way to their desk, as wide as what it stands for. */
export function StaffWay({ user }: Pick<CurrentUser, 'user'>) {
  const isAtFigures = user.isAdmin || user.isSuperAdmin || user.user_roles.includes('auditor');
  const isModerator = user.user_roles.includes('site_mod');
  return (
    <Link
      className={`${buttonClass({})} w-[150px] desktop:w-[196px]`}
      to={isAtFigures ? '/admin' : isModerator ? '/mod' : '/mod/review'}
    >
      {isAtFigures ? (
        <Trans>Back office</Trans>
      ) : isModerator ? (
        <Trans>Moderation</Trans>
      ) : (
        <Trans>Review</Trans>
      )}
    </Link>
  );
}
