import { useEffect } from 'react';
import { isFirstInSession } from '../../shared/first-in-session.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';

/** What opens by itself because of what staff have set for an account. */
export function useAccountOffers(): void {
  const member = useMember();
  const mayRename = member?.settings.can_change_username ?? false;
  const mustRegister = member?.user.user_roles.includes('force_registration_popup') ?? false;
  useEffect(() => {
    // With every page that is loaded (IDENTITY-031).
    if (mustRegister) openModal('signup', {});
    // Once per session of the browser: whoever puts it away finds it in the menu (IDENTITY-013).
    else if (mayRename && isFirstInSession('change-username')) openModal('change-username', {});
  }, [mayRename, mustRegister]);
}
