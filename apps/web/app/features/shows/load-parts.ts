import { withTexts } from '../../shared/language/with-texts.ts';

/** The code of shows, fetched where it is first needed. */
export const loadShowParts = withTexts(() => import('./show-parts.ts'));
