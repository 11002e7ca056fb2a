import { useMemo } from 'react';
import { ListingPage } from '../../features/discovery/listing-page.tsx';
import { type PackedListing, unpackListing } from '../../features/discovery/listed-cards.ts';
import { BrowseRail } from './browse-rail.tsx';

/** A list of rooms that has a name of its own, with the rail beside it. */
export function ListingFrame({ listing }: { readonly listing: PackedListing }) {
  const result = useMemo(() => unpackListing(listing), [listing]);
  return (
    <div className="shell">
      <BrowseRail />
      <ListingPage result={result} />
    </div>
  );
}
