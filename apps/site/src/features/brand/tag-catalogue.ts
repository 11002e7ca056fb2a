import { z } from 'zod';

/** Topics that the house has approved, by what they are about. Performers may choose others for themselves. */
export const TAG_CATALOGUE: readonly { readonly name: string; readonly slugs: readonly string[] }[] = [
  { name: 'Music', slugs: 'acoustic club drums guitar jazz karaoke piano singing vinyl'.split(' ') },
  {
    name: 'Arts and crafts',
    slugs:
      'books ceramics cosplay drawing fashion film makeup painting photography poetry tattoos writing'.split(
        ' ',
      ),
  },
  { name: 'Games', slugs: 'board-games chess gaming quiz'.split(' ') },
  { name: 'Sports', slugs: 'boxing cycling dance fitness running swimming yoga'.split(' ') },
  {
    name: 'Everyday',
    slugs: 'asmr cooking cozy gardening language late-night nature pets talk travel'.split(' '),
  },
  { name: 'Background', slugs: 'asian ebony indian latin middle-eastern mixed white'.split(' ') },
];

/** What approved topics of no category of the house stand under. */
export const OTHER_TAGS = 'Other';

const SLUGS_MAX = 2_000;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What the operator's tags for live shows stand under. */
export const LIVE_SHOW_TAGS = 'Live shows';

const slugList = (name: string) =>
  z
    .string()
    .transform((text) => (text === '' ? [] : [...new Set(text.split(','))]))
    .pipe(
      z
        .array(z.string().max(32).regex(SLUG, `${name} must be a comma list of slugs such as late-night`))
        .max(SLUGS_MAX, `${name} must be at most ${SLUGS_MAX} slugs`),
    );

export const tagEnvironment = {
  /** Tags that may be linked and indexed, in place of those of the house. */
  APPROVED_TAGS: slugList('APPROVED_TAGS').default(TAG_CATALOGUE.flatMap(({ slugs }) => slugs)),
  /** Tags whose pages have the texts of live shows: the category `live-sex` of the pages page. */
  LIVE_SHOW_TAGS: slugList('LIVE_SHOW_TAGS').default([]),
};
