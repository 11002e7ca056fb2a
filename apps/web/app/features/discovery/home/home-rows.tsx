import type { GenderSlug } from '@klieg/contract';
import { ErrorBox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { othersOf } from '#app/shared/section.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { readFilters } from '../filter/filters.ts';
import { HOME_ROWS, urlOfRow } from './home-row-keys.ts';
import { RowOfRooms } from './room-row.tsx';

interface HomeRowsProps {
  readonly section: GenderSlug | undefined;
}

/** One attempt to read them. */
function Attempt({ section, onRetry }: HomeRowsProps & { readonly onRetry: () => void }) {
  const { hide } = readFilters(useSearchParams()[0]);
  const { state } = useLoaded('', (signal) =>
    lateApi.readHomeSections({
      ...(section && { query: { 'gender-hide': othersOf(section).join(',') } }),
      signal,
    }),
  );
  switch (state.kind) {
    case 'loading':
      return <output className="skeleton browse-block block h-60" aria-busy="true" />;
    case 'ready':
      return state.value.sections
        .filter(({ key }) => HOME_ROWS.has(key))
        .map(({ key, title, url, total, list }) => (
          <RowOfRooms
            key={key}
            row={{ key, title, url: urlOfRow({ key, url }, section, hide), total, cards: list }}
          />
        ));
    case 'failed':
      return (
        <ErrorBox title={<Trans>Newcomers and the top rated did not load</Trans>} onRetry={onRetry}>
          <Trans>All live rooms are below.</Trans>
        </ErrorBox>
      );
  }
}

/** Rows of the home page that the server could not give with it: asked for by the page, and again by a press. */
export default function HomeRows({ section }: HomeRowsProps) {
  const [attempt, setAttempt] = useState(0);
  return (
    <Attempt key={`${section ?? ''} ${attempt}`} section={section} onRetry={() => setAttempt(attempt + 1)} />
  );
}
