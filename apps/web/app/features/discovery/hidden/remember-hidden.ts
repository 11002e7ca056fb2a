import { meStore } from '#app/shared/me/me-store.ts';
import { keepHidden } from '#app/shared/section.ts';

/**
 * Refreshes the cookie by which the server leaves out of lists the genders that the member hides, on whatever page they
 * were chosen; the result stops it.
 */
export function rememberHiddenGenders(): () => void {
  const remember = () => {
    const me = meStore.get();
    if (me.kind === 'member') keepHidden(me.current.settings.browse_gender_hide);
  };
  remember();
  return meStore.subscribe(remember);
}
