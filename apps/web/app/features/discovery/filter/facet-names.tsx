import type { Gender } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { tagWords } from '#app/shared/tag-words.ts';

/** A filter's value as people read it. */
export interface FacetNames {
  readonly language: (slug: string) => string;
  readonly region: (slug: string) => string;
  readonly tag: (slug: string) => string;
  readonly rate: (range: string) => string;
  readonly gender: (code: Gender) => string;
}

const asTitle = (slug: string): string => slug.charAt(0).toUpperCase() + tagWords(slug.slice(1));
const UNBOUNDED = '999';

/** Names of all values; for user-made tags the tag itself. */
export function useFacetNames(): FacetNames {
  const { t } = useLingui();
  const regions: Readonly<Record<string, string>> = {
    africa: t`Africa`,
    asia: t`Asia`,
    'central-south-america': t`Central and South America`,
    'eastern-europe': t`Eastern Europe`,
    europe: t`Europe`,
    usa: t`USA`,
  };
  const offers: Readonly<Record<string, string>> = {
    'is-live': t`Live`,
    'is-spy': t`Spy available`,
    'is-ticket': t`Ticket show`,
    'is-group': t`Group show`,
    'is-standby': t`Standby`,
    'is-private': t`Private ready`,
    'is-cam2cam': t`Cam2cam`,
    'is-hd': t`HD`,
    'is-new': t`New here`,
    'is-goal': t`Close to a goal`,
  };
  const genders: Readonly<Record<Gender, string>> = {
    f: t`Girls`,
    m: t`Men`,
    t: t`Trans`,
    c: t`Couples`,
  };
  return {
    language: asTitle,
    region: (slug) => regions[slug] ?? asTitle(slug),
    tag: (slug) => {
      const age = /^age-(\d+)-(\d+)$/.exec(slug);
      if (age) return age[2] === '99' ? t`${age[1]} and older` : `${age[1]}–${age[2]}`;
      return offers[slug] ?? tagWords(slug);
    },
    rate: (range) => {
      const [from = '', to = ''] = range.split('-');
      return to === UNBOUNDED ? `${from}+` : `${from}–${to}`;
    },
    gender: (code) => genders[code],
  };
}
