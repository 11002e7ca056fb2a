import type { HomeSection } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What the sections of an own home page are called. */
export const SECTION_NAMES: Readonly<Record<HomeSection, MessageDescriptor>> = {
  favs_history: msg`My Favs & History`,
  new_trending: msg`New & Trending`,
  age_range: msg`Age Range`,
  ethnicity: msg`Ethnicity`,
  top_rated_models: msg`Top Rated Models`,
  top_rated_privates: msg`Top Rated Privates`,
  continent: msg`Continent`,
  country: msg`Country`,
  language: msg`Language`,
  tags: msg`Tags`,
  near_goal: msg`Models Near Goal`,
  voyeur_cams: msg`Voyeur Cams`,
};

/** All of them, in the order of the site. */
export const SECTION_KEYS = Object.keys(SECTION_NAMES) as HomeSection[];
