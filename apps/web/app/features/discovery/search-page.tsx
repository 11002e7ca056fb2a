import { formatCount } from '@klieg/i18n';
import { Button, Empty } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useRef } from 'react';
import { Form, Link } from 'react-router';
import { BannerPlace } from '#app/shared/banner-place.tsx';
import { useShown } from '../../shared/me/hidden-names.ts';
import { HiddenNote } from './hidden/hidden-note.tsx';
import { type PackedListing, unpackListing } from './listed-cards.ts';
import { LiveCard } from './live-card.tsx';
import { SearchField } from './suggest/search-field.tsx';
import { useWatchRooms } from './use-room-status.ts';
import './browse.css';

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

function Results({ term, listing }: { readonly term: string; readonly listing: PackedListing }) {
  const { i18n } = useLingui();
  const result = useMemo(() => unpackListing(listing), [listing]);
  const found = result.isSearchEmpty ? result.alternativeUserList : result.userList;
  const cards = useShown(found);
  useWatchRooms(cards.map(({ username }) => username));
  return (
    <>
      {result.isSearchEmpty && (
        <div className="browse-block">
          <Empty title={<Trans>Nothing found for “{term}”</Trans>}>
            {cards.length > 0 ? (
              <Trans>Try a shorter word, a tag or a language. These rooms are live now.</Trans>
            ) : (
              <Trans>Try a shorter word, a tag or a language.</Trans>
            )}
          </Empty>
        </div>
      )}
      {cards.length > 0 && (
        <section className="browse-block">
          <div className="section-head">
            <h2>{result.isSearchEmpty ? <Trans>Live instead</Trans> : <Trans>Rooms for “{term}”</Trans>}</h2>
            {!result.isSearchEmpty && (
              <span className="small figure text-ink-3">{formatCount(result.totalCount, i18n.locale)}</span>
            )}
          </div>
          <div className="card-grid">
            {cards.map((card, position) => (
              <LiveCard key={card.username} card={card} eager={position < 6} />
            ))}
          </div>
        </section>
      )}
      <HiddenNote cards={found} />
      <Popular words={result.popularSearchList} />
    </>
  );
}

interface NothingAskedProps {
  readonly popular: readonly string[];
  readonly sections: ReactNode;
}

/** Ways on for somebody who has not typed anything yet. */
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

export interface SearchPageProps {
  readonly term: string;
  /** Null while nothing is searched for. */
  readonly listing: PackedListing | null;
  /** Words that lead to live rooms, for somebody who has typed nothing. */
  readonly popular: readonly string[];
  /** Links to the sections of the site. */
  readonly sections: ReactNode;
}

/** Rooms by performer, tag or language. */
export function SearchPage({ term, listing, popular, sections }: SearchPageProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <main id="main" className="main pt-4">
      <BannerPlace />
      <h1 className="mb-3">
        <Trans>Search</Trans>
      </h1>
      <search>
        <Form action="/search" className="mb-5 flex max-w-[560px] gap-2">
          <SearchField key={term} input={field} given={term} />
          <Button type="submit">
            <Trans>Search</Trans>
          </Button>
        </Form>
      </search>
      {listing ? (
        <Results term={term} listing={listing} />
      ) : (
        <NothingAsked popular={popular} sections={sections} />
      )}
    </main>
  );
}
