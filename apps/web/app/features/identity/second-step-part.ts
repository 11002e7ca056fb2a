import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

/** The second step of a log-in; fetched by those whose account has one. */
export const SecondStep = lazyPart(withTexts(() => import('./second-step.tsx')));
