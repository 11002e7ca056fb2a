import { withTexts } from '../../shared/language/with-texts.ts';

/** The code of watching together, fetched where it is first needed. */
export const loadWatchParts = withTexts(() => import('./watch-parts.ts'));
