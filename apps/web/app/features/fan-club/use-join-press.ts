import type { FanLevel, FanMembership } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';

/**
 * State of a link whose press already asked for the level that it names: nobody has to press again on the club's page.
 */
export const PRESSED_HERE = { isLevelPressed: true } as const;

const isPressed = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isLevelPressed' in state;

interface Uses {
  /** The level that the address names. */
  readonly wanted: FanLevel | undefined;
  readonly membership: FanMembership | null;
  /** The membership data are this person's. */
  readonly isOwn: boolean;
  readonly isSelf: boolean;
}

/** Which level is asked about before it is paid; guests are asked to join the site first. */
export function useJoinPress({ wanted, membership, isOwn, isSelf }: Uses) {
  const { kind } = useMe();
  const navigate = useNavigate();
  const location = useLocation();
  const [dialogAt, setDialogAt] = useState<FanLevel>();
  const isGuest = kind === 'guest';
  const press = (level: FanLevel) => {
    setDialogAt(level);
    if (isGuest) openModal('signup', { reason: 'fan_club' });
  };
  useEffect(() => {
    // Pressed before the visitor was known; for a guest the link works by itself.
    if (isGuest && dialogAt) openModal('signup', { reason: 'fan_club' });
    // oxlint-disable-next-line react/exhaustive-deps -- once it is known
  }, [isGuest]);
  useEffect(() => {
    if (!wanted || kind === 'unknown' || !isOwn || !isPressed(location.state)) return;
    if (!isSelf && membership?.level !== wanted) press(wanted);
    // Only once: returning to the page is no press.
    const { pathname, search, hash } = location;
    void navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once it is known who looks
  }, [kind, isOwn]);
  return { dialogAt, press, close: () => setDialogAt(undefined) };
}
