import { formatCount } from '@klieg/i18n';
import { buttonClass, Count } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import type { Answer } from '#app/shared/api/answers.ts';
import { tagWords } from '#app/shared/tag-words.ts';
import { byLetter, letterId, type ListedTag, tagsUrl, type TagSort } from './tag-list.ts';
import { TagTiles } from './tag-tiles.tsx';
import { NoTagFound, NoTags, TagField, TagSections } from './tag-tools.tsx';
import { useTagFilter } from './use-tag-filter.ts';
import '../cards/browse.css';

type TagIndex = Answer<'listTags'>;

const ALPHABET = [...'#ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface LettersProps {
  readonly letters: TagIndex['letters'];
  readonly sort: TagSort;
  readonly page: number;
}

/** The alphabet as links to where each letter begins; letters without a tag are not links. */
function Letters({ letters, sort, page }: LettersProps) {
  const { t } = useLingui();
  const pages = new Map(letters.map((one) => [one.letter, one.page]));
  return (
    <nav className="tag-letters" aria-label={t`Letters`}>
      {ALPHABET.filter((letter) => letter !== '#' || pages.has('#')).map((letter) => {
        const target = pages.get(letter);
        if (target === undefined) return <span key={letter}>{letter}</span>;
        const isHere = sort === 'name' && page === target;
        const to = { pathname: '', search: tagsUrl('name', target).split('?')[1]!, hash: letterId(letter) };
        return (
          <Link
            key={letter}
            to={isHere ? { hash: to.hash, search: to.search } : { ...to, pathname: '/tags' }}
          >
            {letter}
          </Link>
        );
      })}
    </nav>
  );
}

function Sorts({ sort }: { readonly sort: TagSort }) {
  const { t } = useLingui();
  const sorts: readonly (readonly [TagSort, string])[] = [
    ['popular', t`Popular`],
    ['live', t`Live now`],
    ['name', t`By name`],
  ];
  return (
    <nav className="tabs" aria-label={t`Order`}>
      {sorts.map(([value, name]) => (
        <Link
          key={value}
          className="tab"
          to={tagsUrl(value)}
          aria-current={value === sort ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Together({ pairs }: { readonly pairs: TagIndex['combo'] }) {
  const { i18n } = useLingui();
  if (pairs.length === 0) return null;
  return (
    <section className="browse-block mt-5">
      <div className="section-head">
        <h2>
          <Trans>Often used together</Trans>
        </h2>
      </div>
      <div className="chips flex-wrap">
        {pairs.map(({ slug, slug2, count, url }) => (
          <Link key={url} className="chip" to={url}>
            {tagWords(slug)} + {tagWords(slug2)} <Count>{formatCount(count, i18n.locale)}</Count>
          </Link>
        ))}
      </div>
    </section>
  );
}

interface PagesProps {
  readonly page: number;
  readonly last: number;
  readonly sort: TagSort;
}

function Pages({ page, last, sort }: PagesProps) {
  if (last < 2) return null;
  return (
    <nav className="pager">
      {page > 1 && (
        <Link className={buttonClass({ kind: 'line' })} to={tagsUrl(sort, page - 1)} rel="prev">
          <Trans>Back</Trans>
        </Link>
      )}
      <span className="figure text-ink-2">
        <Trans>
          Page {page} of {last}
        </Trans>
      </span>
      {page < last && (
        <Link className={buttonClass({ kind: 'line' })} to={tagsUrl(sort, page + 1)} rel="next">
          <Trans>Next</Trans>
        </Link>
      )}
    </nav>
  );
}

function Tiles({
  tags,
  sort,
  isFiltered,
}: {
  readonly tags: readonly ListedTag[];
  readonly sort: TagSort;
  readonly isFiltered: boolean;
}) {
  const most = Math.max(1, ...tags.map(({ count }) => count));
  if (sort !== 'name' || isFiltered) return <TagTiles tags={tags} most={most} />;
  return [...byLetter(tags)].map(([letter, some]) => (
    <section key={letter} className="tag-letter" id={letterId(letter)}>
      <h2>{letter}</h2>
      <TagTiles tags={some} most={most} />
    </section>
  ));
}

export interface TagsPageProps {
  readonly tags: TagIndex;
  readonly page: number;
  readonly sort: TagSort;
}

/** All topics of rooms: the number with each tag, and how many of them are live. */
export function TagsPage({ tags, page, sort }: TagsPageProps) {
  const { i18n } = useLingui();
  const filter = useTagFilter(tags.tag_list);
  const total = formatCount(tags.tag_count, i18n.locale);
  return (
    <main id="main" className="main pt-4">
      <BannerPlace />
      <div className="section-head mb-1">
        <h1>
          <Trans>Tags</Trans>
        </h1>
        <Count>
          <Plural value={tags.tag_count} one="# tag" other={`${total} tags`} />
        </Count>
      </div>
      <p className="mb-3 text-ink-2">
        <Trans>What rooms are about. The lit part of each bar shows how many are live.</Trans>
      </p>
      <TagSections />
      {tags.tag_count === 0 ? (
        <NoTags>
          <Trans>Performers choose the tags of their rooms. Tags appear here as soon as there is one.</Trans>
        </NoTags>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and the links in it
        <div onKeyDown={filter.onKeyDown}>
          <div className="tag-tools">
            <TagField filter={filter} />
            <Sorts sort={sort} />
          </div>
          <Letters letters={tags.letters} sort={sort} page={page} />
          {tags.tag_list.length === 0 ? (
            <NoTags>
              <Trans>There is no such page: the list of tags is shorter.</Trans>
            </NoTags>
          ) : filter.found.length === 0 ? (
            <NoTagFound filter={filter} />
          ) : (
            <Tiles tags={filter.found} sort={sort} isFiltered={filter.words !== ''} />
          )}
          <Pages page={page} last={tags.last_page} sort={sort} />
        </div>
      )}
      <Together pairs={tags.combo} />
    </main>
  );
}
