import { lazyPart } from '../../shared/lazy-part.ts';

/*
 * Everything that the player fetches only when it is needed, named in one place, in a chunk of its own
 * (vite.config.ts). Were these imports in the
 * page's first chunk, React Router would take the site's style sheet for a late one and load it twice.
 */

const loadQualityMenu = () => import('./quality-menu.tsx');

export const QualityMenu = lazyPart(async () => ({ default: (await loadQualityMenu()).QualityMenu }));
export const LineDetails = lazyPart(async () => ({
  default: (await import('./line-details.tsx')).LineDetails,
}));
export const PasswordForm = lazyPart(async () => ({
  default: (await import('./password-screen.tsx')).PasswordForm,
}));

/** The player without its controls. */
export const loadRoomPlayer = () => import('./open-room-player.ts');

/** Fetches the list of qualities before it is pressed. */
export const warmQualityMenu = (): void => void loadQualityMenu().catch(() => undefined);
