import type { Gender, GenderSlug } from '@klieg/contract';
import { readCookie, writeCookie } from './cookie.ts';

const CODES: Readonly<Record<GenderSlug, Gender>> = { girls: 'f', men: 'm', trans: 't', couples: 'c' };
const SLUGS = Object.keys(CODES) as GenderSlug[];
const COOKIE = 'gender';
const HIDE_COOKIE = 'hide';

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

const inOrder = (genders: readonly Gender[] | string): readonly Gender[] =>
  Object.values(CODES).filter((code) => genders.includes(code));

/** Genders that the lists of a member leave out, by a Cookie header. */
export const hiddenOfCookie = (header: string | null | undefined): readonly Gender[] =>
  inOrder(readCookie(header, HIDE_COOKIE) ?? '');

/** Tells the server which genders the lists of the member leave out. */
export function keepHidden(genders: readonly Gender[]): void {
  if (hiddenOfCookie(document.cookie).join() === inOrder(genders).join()) return;
  if (genders.length === 0) writeCookie(HIDE_COOKIE, '', 0);
  else writeCookie(HIDE_COOKIE, genders.join(''));
}

/**
 * A query for only this section, or without some genders where there is none; one that already names genders to hide
 * stays unchanged.
 */
export function withSection(
  query: URLSearchParams,
  section: GenderSlug | undefined,
  hidden: readonly Gender[] = [],
): URLSearchParams {
  const next = new URLSearchParams(query);
  if (next.has('gender-hide')) return next;
  const hide = section ? othersOf(section) : hidden;
  if (hide.length > 0) next.set('gender-hide', hide.join(','));
  return next;
}
