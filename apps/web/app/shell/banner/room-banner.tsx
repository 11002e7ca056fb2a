import { useEffect, useState } from 'react';
import { BannerFrame } from './banner-frame.tsx';

/** A room's picture comes first: how long the banner waits. */
const WAIT_MS = 15_000;

/** The banner of a room, below everything else. */
export function RoomBanner({ performerGender }: { readonly performerGender: string }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue && <BannerFrame performerGender={performerGender} />;
}
