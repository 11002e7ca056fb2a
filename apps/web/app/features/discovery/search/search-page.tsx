import { Button, Empty } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useMemo, useRef } from 'react';
import { Form, Link } from 'react-router';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { FilterPage, type FilterPageProps } from '../filter/filter-page.tsx';
import { HiddenNote } from '../hidden/hidden-note.tsx';
import { type PackedListing, unpackListing } from '../cards/listed-cards.ts';
import { LiveCard } from '../cards/live-card.tsx';
import { SearchField } from '../suggest/search-field.tsx';
import { useWatchRooms } from '../cards/use-room-status.ts';
import '../cards/browse.css';

function Popular({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <section className="browse-block">
      <div className="section-head">
        <h2>
          <Trans>Popular searches</Trans>
        </h2>
      </div>
      <div className="chips flex-wrap">
        {words.map((word) => (
          <Link key={word} className="chip" to={`/search?q=${encodeURIComponent(word)}`}>
            {word}
          </Link>
        ))}
      </div>
    </section>
  );
}

/** No results: says so, with live performers instead. */
function NobodyFound({ term, listing }: { readonly term: string; readonly listing: PackedListing }) {
  const { alternativeUserList: live, popularSearchList } = useMemo(() => unpackListing(listing), [listing]);
  const cards = useShown(live);
  useWatchRooms(cards.map(({ username }) => username));
  return (
    <>
      <div className="browse-block">
        <Empty title={<Trans>Nothing found for “{term}”</Trans>}>
          {cards.length > 0 ? (
            <Trans>Try a shorter word, a tag or a language. These rooms are live now.</Trans>
          ) : (
            <Trans>Try a shorter word, a tag or a language.</Trans>
          )}
        </Empty>
      </div>
      {cards.length > 0 && (
        <section className="browse-block">
          <div className="section-head">
            <h2>
              <Trans>Live instead</Trans>
            </h2>
          </div>
          <div className="card-grid">
            {cards.map((card, position) => (
              <LiveCard key={card.username} card={card} eager={position < 6} />
            ))}
          </div>
        </section>
      )}
      <HiddenNote cards={live} />
      <Popular words={popularSearchList} />
    </>
  );
}

interface NothingAskedProps {
  readonly popular: readonly string[];
  readonly sections: ReactNode;
}

/** Suggestions for somebody who has not typed anything yet. */
function NothingAsked({ popular, sections }: NothingAskedProps) {
  return (
    <>
      <Popular words={popular} />
      <section className="browse-block">
        <div className="section-head">
          <h2>
            <Trans>All sections</Trans>
          </h2>
        </div>
        {sections}
      </section>
    </>
  );
}

/** The field on phones; wider windows have it in their header. */
function PhoneSearch({ term }: { readonly term: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <search className="tablet:hidden">
      <Form action="/search" className="mb-4 flex gap-2">
        <SearchField key={term} input={field} given={term} />
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
      </Form>
    </search>
  );
}

/** Search results: rooms with their filters, or live ones instead. */
export type Found =
  | { readonly listing: PackedListing }
  | Pick<FilterPageProps, 'listing' | 'counts' | 'drops'>;

export interface SearchPageProps {
  readonly term: string;
  /** Null while nothing is searched for. */
  readonly found: Found | null;
  /** Words that lead to live rooms, for somebody who has typed nothing. */
  readonly popular: readonly string[];
  /** Links to the sections of the site. */
  readonly sections: ReactNode;
}

/** Rooms by performer, tag or language. */
export function SearchPage({ term, found, popular, sections }: SearchPageProps) {
  if (found && 'counts' in found)
    return <FilterPage {...found} term={term} head={<PhoneSearch term={term} />} />;
  return (
    <main id="main" className="main pt-4">
      <BannerPlace />
      <h1 className="mb-3">
        <Trans>Search</Trans>
      </h1>
      <PhoneSearch term={term} />
      {found ? (
        <NobodyFound term={term} listing={found.listing} />
      ) : (
        <NothingAsked popular={popular} sections={sections} />
      )}
    </main>
  );
}
