import type { CurrentUser } from '@klieg/contract';
import { Button, buttonClass, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { balanceOf, deskOf } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';

/** Link to the desk for people who do not use tokens, as wide as the balance it replaces. */
const DeskWay = ({ to }: { readonly to: string }) => (
  <Link className={`${buttonClass({})} w-[150px] desktop:w-[196px]`} to={to}>
    {to === '/admin' && <Trans>Back office</Trans>}
    {to === '/mod' && <Trans>Moderation</Trans>}
    {to === '/mod/review' && <Trans>Review</Trans>}
  </Link>
);

/** Somebody's balance, with a link to buy or earn more; for staff a link to their desk. */
export function Balance({ current }: { readonly current: CurrentUser }) {
  const desk = deskOf(current.user);
  if (desk) return <DeskWay to={desk} />;
  return (
    <span className="balance">
      <TokenAmount amountTokens={balanceOf(current)} className="min-w-[88px]" />
      {current.user.type === 'model' ? (
        <Link className={buttonClass({ kind: 'key' })} to="/broadcast">
          <Trans>Go live</Trans>
        </Link>
      ) : (
        <Button kind="key" onClick={() => openModal('tokens', {})}>
          <span>
            <Trans>
              Buy<span className="max-desktop:hidden"> tokens</span>
            </Trans>
          </span>
        </Button>
      )}
    </span>
  );
}
