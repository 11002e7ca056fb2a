import { useEffect } from 'react';
import { isFirstInSession } from '../../shared/first-in-session.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';

/** Dialogs that open automatically because of what staff has set for an account. */
export function useAccountOffers(): void {
  const member = useMember();
  const mayRename = member?.settings.can_change_username ?? false;
  const mustRegister = member?.user.user_roles.includes('force_registration_popup') ?? false;
  useEffect(() => {
    // With every page that is loaded (IDENTITY-031).
    if (mustRegister) openModal('signup', {});
    // Once per browser session: a dismissed one is still in the menu (IDENTITY-013).
    else if (mayRename && isFirstInSession('change-username')) openModal('change-username', {});
  }, [mayRename, mustRegister]);
}
