import type { MessageDescriptor } from '@lingui/core';
import { loadLanguage } from './load-language.ts';
import { localeOfRequest } from './request-locale.ts';

/** A page's title in the language of the request, for loaders; titles are drawn where no hook can translate. */
export async function pageTitle(request: Request, title: MessageDescriptor): Promise<string> {
  return (await loadLanguage(localeOfRequest(request)))._(title);
}
