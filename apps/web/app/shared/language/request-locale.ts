import { type Locale, pickLocale } from '@klieg/i18n';
import { readCookie } from '../cookie.ts';

/** Language of a request: the cookie of the visitor's choice, else what the browser asks for. */
export const localeOfRequest = (request: Request): Locale =>
  pickLocale(readCookie(request.headers.get('cookie'), 'locale'), request.headers.get('accept-language'));
