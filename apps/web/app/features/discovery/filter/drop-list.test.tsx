import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { DropList, type Drops } from './drop-list.tsx';
import { useFacetNames } from './facet-names.tsx';
import { filterUrl } from './filter-url.ts';
import { readFilters } from './filters.ts';

const asked = readFilters(
  new URLSearchParams('lang=german,korean&tag=piano,is-live&rate=18-60&gender-hide=f,m,t'),
);
const drops: Drops = {
  dropList: [
    { field: 'lang', values: ['german', 'korean'], count: 1_100, examples: ['Otis Grey', 'Mirela Stan'] },
    { field: 'rate', values: ['18-60'], count: 6, examples: [] },
    { field: 'gender-hide', values: ['f', 'm', 't'], count: 3, examples: [] },
    { field: 'tag', values: ['is-live'], count: 1, examples: ['Hana Kovač'] },
    // Of the reader's own lists, which the page has no filter for.
    { field: 'source', values: ['following'], count: 9, examples: [] },
  ],
  dropAllCount: 214,
};

function open(given: Drops, filters = asked) {
  const changes: string[] = [];
  function Page() {
    return (
      <DropList
        filters={filters}
        names={useFacetNames()}
        drops={given}
        onChange={(next) => changes.push(filterUrl(next))}
      />
    );
  }
  renderPage(<Page />);
  return changes;
}

test('filters that leave nobody stand each with what letting it go brings back, and a press lets that one go', () => {
  const changes = open(drops);
  expect(screen.getByText('No rooms match all 6 filters')).toBeTruthy();
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows).toEqual([
    'Remove filter German, KoreanOtis Grey, Mirela Stan1,100 rooms',
    'Remove filter 18–60 a minute6 rooms',
    'Remove filter Couples3 rooms',
    'Remove filter LiveHana Kovač1 room',
  ]);
  for (const button of screen.getAllByRole('button')) fireEvent.click(button);
  expect(changes).toEqual([
    '/multi-filter?tag=piano,is-live&rate=18-60&gender-hide=f,m,t',
    '/multi-filter?lang=german,korean&tag=piano,is-live&gender-hide=f,m,t',
    '/multi-filter?lang=german,korean&tag=piano,is-live&rate=18-60',
    '/multi-filter?lang=german,korean&tag=piano&rate=18-60&gender-hide=f,m,t',
    '/multi-filter',
  ]);
  expect(screen.getByRole('button', { name: 'Remove all 6, 214 rooms' })).toBeTruthy();
});

test('where no single filter is the reason that is said, and all can be let go at once', () => {
  const changes = open({ dropList: [], dropAllCount: 214 });
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByText(/No single filter is the cause/u)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove all 6, 214 rooms' }));
  expect(changes).toEqual(['/multi-filter']);
});
