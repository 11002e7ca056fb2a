import type { Gender, GenderSlug } from '@klieg/contract';
import { readCookie, writeCookie } from './cookie.ts';

const CODES: Readonly<Record<GenderSlug, Gender>> = { girls: 'f', men: 'm', trans: 't', couples: 'c' };
const SLUGS = Object.keys(CODES) as GenderSlug[];
const COOKIE = 'gender';

/** The section with this name in an address, if it is one. */
export const sectionNamed = (slug: string | undefined): GenderSlug | undefined =>
  SLUGS.find((one) => one === slug);

/** The section that a Cookie header chooses; undefined where somebody has not visited any yet (BROWSE-060). */
export function sectionOfCookie(header: string | null | undefined): GenderSlug | undefined {
  const code = readCookie(header, COOKIE);
  return SLUGS.find((slug) => CODES[slug] === code);
}

/** Makes a section the default of the home page and of lists without one, for a year. */
export const keepSection = (section: GenderSlug): void => writeCookie(COOKIE, CODES[section]);

/** Lets the home page show all sections again. */
export const forgetSection = (): void => writeCookie(COOKIE, '', 0);

/** The genders of all other sections, as `gender-hide` values. */
export const othersOf = (section: GenderSlug): readonly Gender[] =>
  SLUGS.filter((slug) => slug !== section).map((slug) => CODES[slug]);

/** A query for only this section; one that already names genders to hide stays unchanged. */
export function withSection(query: URLSearchParams, section: GenderSlug | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  if (section && !next.has('gender-hide')) next.set('gender-hide', othersOf(section).join(','));
  return next;
}
