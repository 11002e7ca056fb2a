import { type Gender, type GenderSlug, genderOfSlug } from '@klieg/contract';

/** The sections of the site, in display order. */
export const SECTIONS: readonly GenderSlug[] = ['girls', 'men', 'trans', 'couples'];

/** The gender of each section, in the same order. */
export const GENDERS: readonly Gender[] = SECTIONS.map((section) => genderOfSlug[section]);

/** The section that an address names by its word (`girls`) or its code (`f`). */
export const sectionNamed = (text: string): GenderSlug | undefined =>
  SECTIONS.find((section) => section === text || genderOfSlug[section] === text);
