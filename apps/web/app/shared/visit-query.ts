/** Parameters in a visit's address: its source and tests (section 1.1 of the pages). */
export interface VisitQuery {
  readonly advert_id?: string;
  readonly promo?: string;
  readonly custom_promo_test?: string;
  /** The affiliate program of the visit; tracking calls it campaign_id. */
  readonly prg?: string;
  /** The visitor came to pay in coins. */
  readonly crypto?: string;
  readonly cashtocode_country_code?: string;
  /** Packages are shown beside the registration. */
  readonly join_form?: string;
  /** They never do, whatever join_form says. */
  readonly _disabled_join_form?: string;
}

const RULES = {
  advert_id: /^[A-Za-z0-9_-]{1,64}$/,
  promo: /^.{1,32}$/,
  custom_promo_test: /^[a-z0-9_-]{1,32}$/,
  prg: /^[a-z0-9]{1,16}$/,
  crypto: /^1$/,
  cashtocode_country_code: /^[A-Z]{2}$/,
  join_form: /^1$/,
  _disabled_join_form: /^1$/,
} as const;
const KEY = 'klieg.visit-query';

/** The valid parameters of a query; others count as absent. */
export function parseVisitQuery(query: URLSearchParams): VisitQuery {
  const fitting = Object.entries(RULES).flatMap(([name, rule]) => {
    const value = query.get(name);
    return value !== null && rule.test(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(fitting);
}

/** The parameters this visit began with, even if its address has changed. */
export function readVisitQuery(): VisitQuery {
  const now = parseVisitQuery(new URLSearchParams(location.search));
  try {
    const before = parseVisitQuery(new URLSearchParams(sessionStorage.getItem(KEY) ?? ''));
    const visit = { ...before, ...now };
    sessionStorage.setItem(KEY, new URLSearchParams({ ...visit }).toString());
    return visit;
  } catch {
    // Private windows refuse storage; then only the address counts.
    return now;
  }
}
