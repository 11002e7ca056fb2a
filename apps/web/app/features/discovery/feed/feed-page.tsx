import type { GenderSlug } from '@klieg/contract';
import type { ReactNode } from 'react';
import { othersOf } from '#app/shared/section.ts';
import { FeedLists } from './feed-lists.tsx';
import type { FeedPart } from './feed-room.ts';

export interface FeedPageProps {
  readonly section: GenderSlug;
  readonly title: string;
  readonly first: FeedPart;
  /** Says the section, and leads to others. */
  readonly place: ReactNode;
}

/** The feed of a section: one performer a screen. */
export function FeedPage({ section, title, first, place }: FeedPageProps) {
  return (
    <main id="main" className="feed-page">
      <h1 className="visually-hidden">{title}</h1>
      <FeedLists
        discover={{ kind: 'section', section }}
        hide={othersOf(section)}
        first={first}
        place={place}
      />
    </main>
  );
}
