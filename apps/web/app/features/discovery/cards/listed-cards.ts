import type { BrowseResult, UserCard } from '@klieg/contract';

/** What a list of rooms shows of a card, or sorts and filters it by. */
const FIELDS = [
  'username',
  'displayName',
  'languages',
  'status',
  'thumb_url',
  'viewer_count',
  'tags',
  'private_enabled',
  'private_cost',
  'spy_cost',
  'ticket_price',
  'group_price',
  'next_stream_at',
  'goal',
  'flagList',
  'started_at',
] as const satisfies readonly (keyof UserCard)[];

export type ListedCard = Pick<UserCard, (typeof FIELDS)[number]>;

/** What pages that list rooms draw of the answer of a browse or search call. */
export interface Listing extends Pick<
  BrowseResult,
  'totalCount' | 'perPageCount' | 'isSearchEmpty' | 'popularSearchList' | 'tabList'
> {
  readonly seo: Pick<
    BrowseResult['seo'],
    'h1' | 'description' | 'breadcrumbList' | 'metaTitle' | 'metaDescription'
  >;
  readonly userList: readonly ListedCard[];
  readonly alternativeUserList: readonly ListedCard[];
}

/** The values of a card in the order of the fields. */
export type CardRow = readonly ListedCard[keyof ListedCard][];

/** A listing with rows for cards. */
export type PackedListing = Omit<Listing, 'userList' | 'alternativeUserList'> & {
  readonly rows: readonly CardRow[];
  readonly alternativeRows: readonly CardRow[];
};

/** Flags that lists look at. */
const FLAGS: ReadonlySet<UserCard['flagList'][number]> = new Set(['voyeur', 'cam2cam', 'new']);

/** As many tags as a card has room for; its other languages are in the room. */
const shorten = (card: UserCard): ListedCard => ({
  ...card,
  languages: card.languages.slice(0, 1),
  tags: card.tags.slice(0, 3),
  flagList: card.flagList.filter((flag) => FLAGS.has(flag)),
});

const toRow = (card: UserCard): CardRow => {
  const short = shorten(card);
  return FIELDS.map((field) => short[field]);
};

const fromRow = (row: CardRow): ListedCard =>
  Object.fromEntries(FIELDS.map((field, at) => [field, row[at]])) as unknown as ListedCard;

/**
 * An answer as the data included in a page's HTML: complete cards with their field names would make that as large as
 * the HTML itself.
 */
export const packListing = ({
  seo,
  userList,
  alternativeUserList,
  ...rest
}: BrowseResult): PackedListing => ({
  seo: {
    h1: seo.h1,
    description: seo.description,
    breadcrumbList: seo.breadcrumbList,
    metaTitle: seo.metaTitle,
    metaDescription: seo.metaDescription,
  },
  tabList: rest.tabList,
  totalCount: rest.totalCount,
  perPageCount: rest.perPageCount,
  isSearchEmpty: rest.isSearchEmpty,
  popularSearchList: rest.popularSearchList,
  rows: userList.map(toRow),
  alternativeRows: alternativeUserList.map(toRow),
});

export const unpackListing = ({ rows, alternativeRows, ...rest }: PackedListing): Listing => ({
  ...rest,
  userList: rows.map(fromRow),
  alternativeUserList: alternativeRows.map(fromRow),
});

/** Cards as rows, for data included in the HTML; `unpackCards` restores them. */
export const packCards = (cards: readonly UserCard[]): readonly CardRow[] => cards.map(toRow);

export const unpackCards = (rows: readonly CardRow[]): ListedCard[] => rows.map(fromRow);
