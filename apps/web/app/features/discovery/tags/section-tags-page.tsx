import type { GenderSlug } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { buttonClass, Count } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import type { Answer } from '#app/shared/api/answers.ts';
import { Breadcrumbs } from '../lists/breadcrumbs.tsx';
import { TagTiles } from './tag-tiles.tsx';
import { NoTagFound, NoTags, TagField, TagSections } from './tag-tools.tsx';
import { useTagFilter } from './use-tag-filter.ts';
import '../cards/browse.css';

type SectionTags = Answer<'listSectionTags'>;

const idOf = (name: string): string => `tags-${name.toLowerCase().replace(/[^a-z]+/gu, '-')}`;

/** The categories as a way down the page. */
function Categories({ categories }: { readonly categories: SectionTags['categories'] }) {
  const { t } = useLingui();
  return (
    <nav className="chips mb-3 flex-wrap" aria-label={t`Categories`}>
      {categories.map(({ name, tags }) => (
        <a key={name} className="chip" href={`#${idOf(name)}`}>
          {name} <Count>{tags.length}</Count>
        </a>
      ))}
    </nav>
  );
}

export interface SectionTagsPageProps {
  readonly section: GenderSlug;
  readonly tags: SectionTags;
}

/** Topics of one section's rooms, by category. */
export function SectionTagsPage({ section, tags }: SectionTagsPageProps) {
  const { i18n } = useLingui();
  const filter = useTagFilter(tags.tag_list);
  const bySlug = new Map(filter.found.map((tag) => [tag.slug, tag]));
  const most = Math.max(1, ...tags.tag_list.map(({ count }) => count));
  const total = formatCount(tags.tag_count, i18n.locale);
  return (
    <main id="main" className="main pt-4">
      <BannerPlace />
      <Breadcrumbs crumbs={tags.seo.breadcrumbList} />
      <div className="section-head mb-1">
        <h1>{tags.seo.h1}</h1>
        <Count>
          <Plural value={tags.tag_count} one="# tag" other={`${total} tags`} />
        </Count>
      </div>
      <p className="mb-3 text-ink-2">{tags.seo.description}</p>
      <TagSections />
      {tags.tag_count === 0 ? (
        <NoTags>
          <Trans>Nobody in this section uses tags yet. Other sections may have some.</Trans>
        </NoTags>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and the links in it
        <div onKeyDown={filter.onKeyDown}>
          <div className="tag-tools">
            <TagField filter={filter} />
          </div>
          <Categories categories={tags.categories} />
          {filter.found.length === 0 && <NoTagFound filter={filter} />}
          {tags.categories.map(({ name, tags: slugs }) => {
            const found = slugs.flatMap((slug) => bySlug.get(slug) ?? []);
            if (found.length === 0) return null;
            return (
              <section key={name} className="tag-letter" id={idOf(name)}>
                <h2>{name}</h2>
                <TagTiles tags={found} most={most} />
              </section>
            );
          })}
        </div>
      )}
      <p className="mt-5">
        <Link className={buttonClass({ kind: 'line' })} to={`/${section}`}>
          <Trans>All rooms of this section</Trans>
        </Link>
      </p>
    </main>
  );
}
