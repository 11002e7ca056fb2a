import type { Gender } from '@klieg/contract';
import { Button, TabPanel, Tabs } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useSwiper } from '#app/shared/me/swiper-state.ts';
import type { FeedPart } from './feed-room.ts';
import { FeedStage } from './feed-stage.tsx';
import { feedName, type FeedSource } from './use-feed.ts';
import './feed.css';

type List = 'discover' | 'tag' | 'cams';

/** The current quality, and a link to the choices. */
function QualityButton() {
  const { t } = useLingui();
  const { video_quality: quality } = useSwiper();
  const word = quality === 'sd' ? 'SD' : 'HD';
  return (
    <Button
      kind="text"
      aria-label={t`Feed settings, quality ${word}`}
      onClick={() => openModal('swiper-settings', {})}
    >
      {word}
    </Button>
  );
}

export interface FeedListsProps {
  /** The feed of the first tab. */
  readonly discover: FeedSource;
  /** Genders that the other tabs leave out. */
  readonly hide: readonly Gender[];
  /** The tag that the page is about. */
  readonly tag?: string | undefined;
  readonly startWith?: List;
  /** The first page of the first tab, as it came with the document. */
  readonly first?: FeedPart | undefined;
  /** Whose rooms they are: a section, with the way to others, or all. */
  readonly place: ReactNode;
  /** Stands at the end of the tabs. */
  readonly end?: ReactNode;
}

/** The lists of the feed as tabs: discover, the rooms of a tag, all cams in the order of lists. */
export function FeedLists({
  discover,
  hide,
  tag: given,
  startWith = 'discover',
  first,
  place,
  end,
}: FeedListsProps) {
  const { t } = useLingui();
  const [list, setList] = useState<List>(startWith);
  const [tag, setTag] = useState(given);
  const sources: Readonly<Record<List, FeedSource | undefined>> = {
    discover,
    tag: tag === undefined ? undefined : { kind: 'tag', tag, hide },
    cams: { kind: 'cams', hide },
  };
  const onTag = (next: string) => {
    setTag(next);
    setList('tag');
  };
  const shown = sources[list] ?? discover;
  const tabs = [
    { value: 'discover' as const, text: <Trans>Discover</Trans> },
    ...(tag === undefined ? [] : [{ value: 'tag' as const, text: `#${tag}` }]),
    { value: 'cams' as const, text: <Trans>Cams</Trans> },
  ];
  return (
    <Tabs<List>
      className="feed"
      label={t`Feed`}
      value={list}
      onChange={setList}
      tabs={tabs}
      end={
        <>
          {place}
          <QualityButton />
          {end}
        </>
      }
    >
      {tabs.map(({ value }) => (
        <TabPanel key={value} value={value} className="feed-panel">
          <FeedStage
            key={feedName(shown)}
            source={shown}
            first={list === 'discover' ? first : undefined}
            onTag={onTag}
          />
        </TabPanel>
      ))}
    </Tabs>
  );
}
