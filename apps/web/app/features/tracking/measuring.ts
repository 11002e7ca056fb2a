import type { SiteConfig } from '@klieg/contract';
import { readConsent } from '../../shared/consent.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { countView, followConsent, takeAdverts } from './measure.ts';
import { isFromAdvert } from './visit-tracking.ts';

const loadQuestion = withTexts(() => import('./ask-to-measure.ts'));

let hasBegun = false;

/** Only loaded for visitors who are asked. */
const ask = async (): Promise<void> => (await loadQuestion()).askToMeasure();

/** Starts what was agreed to, or asks; then counts the page view. */
export function measureView(pathname: string, config: SiteConfig | undefined): void {
  if (!hasBegun) {
    if (config) takeAdverts(config);
    hasBegun = true;
    if (readConsent(document.cookie) !== undefined) followConsent();
    else if (isFromAdvert(new URLSearchParams(location.search))) void ask();
  }
  countView(pathname);
}
