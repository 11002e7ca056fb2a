import type { MediaCard as Card } from '@klieg/contract';
import { asItem } from './as-item.ts';
import { MediaCard } from './media-card.tsx';
import '../media-library.css';

/** Media beside a text, such as a post of a fan club. */
export function MediaCards({ media }: { readonly media: readonly Card[] }) {
  return (
    <div className="media-grid media-grid-3">
      {media.map((card) => (
        <MediaCard key={card.id} media={asItem(card)} hasNoName />
      ))}
    </div>
  );
}
