import { useMemo } from 'react';
import { ListingPage } from '../../features/discovery/listing-page.tsx';
import { type PackedListing, unpackListing } from '../../features/discovery/listed-cards.ts';
import { useOwnOrder } from '../../features/discovery/use-own-order.ts';
import { BrowseRail } from './browse-rail.tsx';

export interface ListingFrameProps {
  readonly path: string;
  readonly listing: PackedListing;
}

/** A list of rooms that has a name of its own, with the rail beside it. */
export function ListingFrame({ path, listing }: ListingFrameProps) {
  const result = useMemo(() => unpackListing(listing), [listing]);
  const own = useOwnOrder(path);
  return (
    <div className="shell">
      <BrowseRail />
      <ListingPage result={own ? { ...result, userList: own } : result} />
    </div>
  );
}
