import type { SiteCaller } from '../../sessions/index.ts';
import type { BillerPort, Opening } from '../billers/port/biller-port.ts';
import { RETURNED_PATH } from './payment-returned.ts';

/** Where a biller's page opens; in the page only where its host may be framed (http page, 8.2). */
export const opensAt = ({ opens, frameOrigin }: BillerPort): Opening =>
  opens === 'in_page' && frameOrigin === undefined ? 'same_window' : opens;

/** Where the browser goes after a biller's page. */
export const returnsTo = ({ site }: Pick<SiteCaller, 'site'>, path: string) => ({
  returnUrl: `${site.publicUrl}${path}`,
  framedReturnUrl: `${site.publicUrl}${RETURNED_PATH}`,
});
