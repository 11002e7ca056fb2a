import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';

/* Everything that the player fetches only when it is needed, named in one place. */

const loadQualityMenu = withTexts(() => import('./controls/quality-menu.tsx'));
const loadDetails = withTexts(() => import('./line/line-details.tsx'));
const loadSeldom = withTexts(() => import('./stage/seldom-shown.tsx'));
const loadPast = withTexts(() => import('./past/past-timeline.tsx'));
const loadPasswordForm = withTexts(() => import('./screen/password-screen.tsx'));

export const QualityMenu = lazyPart(async () => ({ default: (await loadQualityMenu()).QualityMenu }));
export const LineDetails = lazyPart(async () => ({ default: (await loadDetails()).LineDetails }));
export const StuckQuestion = lazyPart(async () => ({ default: (await loadSeldom()).StuckQuestion }));
export const StuckWords = lazyPart(async () => ({ default: (await loadSeldom()).StuckWords }));
export const FloatKeys = lazyPart(async () => ({ default: (await loadSeldom()).FloatKeys }));
export const PasswordForm = lazyPart(async () => ({ default: (await loadPasswordForm()).PasswordForm }));
export const OfflineActions = lazyPart(async () => ({ default: (await loadSeldom()).OfflineActions }));
export const PastTimeline = lazyPart(async () => ({ default: (await loadPast()).PastTimeline }));

/** The player without its controls. */
export const loadRoomPlayer = () => import('./open/open-room-player.ts');

/** Fetches the list of qualities before it is pressed. */
export const warmQualityMenu = (): void => void loadQualityMenu().catch(() => undefined);
