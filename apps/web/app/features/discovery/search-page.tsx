import type { BrowseResult } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, Empty, Icon, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Form, Link } from 'react-router';
import { LiveCard } from './live-card.tsx';
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

function Results({ term, result }: { readonly term: string; readonly result: BrowseResult }) {
  const { i18n } = useLingui();
  const cards = result.isSearchEmpty ? result.alternativeUserList : result.userList;
  useWatchRooms(cards.map(({ username }) => username));
  return (
    <>
      {result.isSearchEmpty && (
        <div className="browse-block">
          <Empty title={<Trans>Nothing found for “{term}”</Trans>}>
            <Trans>Try a shorter word, a tag or a language. These rooms are live now.</Trans>
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
      <Popular words={result.popularSearchList} />
    </>
  );
}

export interface SearchPageProps {
  readonly term: string;
  /** Null while nothing is searched for. */
  readonly result: BrowseResult | null;
}

/** Rooms by performer, tag or language. */
export function SearchPage({ term, result }: SearchPageProps) {
  const { t } = useLingui();
  return (
    <main id="main" className="main pt-4">
      <h1 className="mb-3">
        <Trans>Search</Trans>
      </h1>
      <search>
        <Form action="/search" className="mb-5 flex max-w-[560px] gap-2">
          <Input
            key={term}
            name="q"
            type="search"
            label={t`Search`}
            placeholder={t`Performers, tags, languages`}
            defaultValue={term}
            maxLength={64}
            prefix={<Icon name="magnifying-glass" size={16} />}
          />
          <Button type="submit">
            <Trans>Search</Trans>
          </Button>
        </Form>
      </search>
      {result && <Results term={term} result={result} />}
    </main>
  );
}
