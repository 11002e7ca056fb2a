import { Icon } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { createPortal } from 'react-dom';
import type { CardTarget } from './card-target.ts';

const KEY = 'klieg.first-card-stopped';

/** Whether somebody stopped the first card in this session of the browser. */
export function isFirstCardStopped(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function keepStopped(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Storage is refused: applies only to this page.
  }
}

/** Stops the automatically playing picture, until the browser is closed. */
export function FirstCardStop({
  target,
  onStop,
}: {
  readonly target: CardTarget;
  readonly onStop: () => void;
}) {
  const { t } = useLingui();
  const stop = () => {
    keepStopped();
    onStop();
  };
  return createPortal(
    <button type="button" className="card-still" aria-label={t`Stop the moving picture`} onClick={stop}>
      <Icon name="pause-fill" size={16} />
    </button>,
    target.card,
  );
}
