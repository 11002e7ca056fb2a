import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

export { endPush, reportSubscription } from './push-browser.ts';
/** The part of the settings, whose code comes with them. */
export const PushSettings = lazyPart(withTexts(() => import('./push-settings.tsx')));
