import { Button, Icon, type IconName } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useEffect } from 'react';
import { NavLink } from 'react-router';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useExpectsMember } from '#app/shared/site.ts';
import { FollowedHead } from './followed-head.tsx';

const FollowedList = lazyPart(withTexts(() => import('./followed-list.tsx')));

function FollowedPart() {
  const me = useMe();
  const expectsMember = useExpectsMember();
  if (me.kind === 'guest' || (me.kind === 'unknown' && !expectsMember))
    return (
      <div className="grid gap-2 p-2">
        <p className="small text-ink-2">
          <Trans>Follow performers and see here when they go live.</Trans>
        </p>
        <Button size="small" onClick={() => openModal('signup', { reason: 'follow' })}>
          <Trans>Join free</Trans>
        </Button>
      </div>
    );
  if (me.kind === 'unknown') return <FollowedHead />;
  return (
    <Suspense fallback={<FollowedHead />}>
      <FollowedList />
    </Suspense>
  );
}

export interface FollowRailProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly places: readonly { readonly to: string; readonly icon: IconName; readonly text: string }[];
}

/**
 * Left of browse pages: the places of the site, then followed performers, who load late without moving anything; a
 * drawer on middle widths.
 */
export function FollowRail({ isOpen, onClose, places }: FollowRailProps) {
  const { t } = useLingui();
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, [isOpen, onClose]);
  return (
    <>
      {isOpen && (
        <button
          type="button"
          className="scrim z-[29] mt-14 cursor-default laptop:hidden max-tablet:hidden"
          aria-label={t`Close the side panel`}
          onClick={onClose}
        />
      )}
      <aside className="rail" aria-label={t`Followed performers`} data-open={isOpen}>
        <div className="rail-head">
          <span className="label">
            <Trans>Browse</Trans>
          </span>
        </div>
        {places.map(({ to, icon, text }) => (
          <NavLink key={to} to={to} end className="rail-item">
            <span className="grid w-8 place-items-center text-ink-3">
              <Icon name={icon} />
            </span>
            <span className="truncate">{text}</span>
          </NavLink>
        ))}
        <div className="mt-3">
          <FollowedPart />
        </div>
      </aside>
    </>
  );
}
