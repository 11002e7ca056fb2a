import type { GenderSlug } from '@klieg/contract';
import { useEffect } from 'react';
import { keepSection } from '../shared/section.ts';

/** Visiting a section or a list of it makes it the default of pages without one, for a year (BROWSE-060). */
export function useSectionCookie(section: GenderSlug | undefined): void {
  useEffect(() => {
    if (section) keepSection(section);
  }, [section]);
}
