import type { GenderSlug } from '@klieg/contract';
import { useEffect } from 'react';
import { writeCookie } from '../shared/cookie.ts';

const CODES: Readonly<Record<GenderSlug, string>> = { couples: 'c', girls: 'f', men: 'm', trans: 't' };

/** Visiting a section or a list of it makes it the default of the home page for a year (BROWSE-060). */
export function useSectionCookie(section: GenderSlug | undefined): void {
  useEffect(() => {
    if (section) writeCookie('gender', CODES[section]);
  }, [section]);
}
