import type { AnswerOf, Api, WallPart } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, Chip, Chips, Count, Empty, IconButton, Segments } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { DeskSection } from '../money-desk/index.ts';
import type { Wall } from './use-wall.ts';
import { useWallScreen } from './use-wall-screen.ts';
import { WallTile } from './wall-tile.tsx';

type Answer = AnswerOf<Api['listLiveWall']>;

const PARTS: readonly WallPart[] = ['all', 'flagged', 'new', 'private'];
const SIZES = ['S', 'M', 'L'] as const;
type Size = (typeof SIZES)[number];
const SIZE_KEY = 'wall-size';

/** Title and sentence of a part that nobody is in. */
const EMPTY: Readonly<Record<WallPart, readonly [MessageDescriptor, MessageDescriptor]>> = {
  all: [msg`Nobody is live`, msg`Rooms are listed here as soon as they go on air.`],
  flagged: [msg`Nothing is flagged`, msg`Rooms are listed here while there are open reports about them.`],
  new: [msg`Nobody has just started`, msg`Rooms are listed here for their first ten minutes.`],
  private: [msg`Nobody is in a private`, msg`Rooms are listed here during a private or a limited show.`],
};

function Pager({ wall: { page, onPage }, pages }: { readonly wall: Wall; readonly pages: number }) {
  if (pages <= 1) return null;
  return (
    <div className="flex items-center justify-center gap-3 p-3">
      <Button kind="line" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Trans>Before</Trans>
      </Button>
      <span className="small">
        {page} / {pages}
      </span>
      <Button kind="line" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </div>
  );
}

/** The filter with the number of rooms of each part, and their size. */
function WallHead({
  wall: { desk, part, onPart },
  size,
  onSize,
  isFull,
  onFull,
}: {
  readonly wall: Wall;
  readonly size: Size;
  readonly onSize: (size: Size) => void;
  readonly isFull: boolean;
  readonly onFull: (() => void) | undefined;
}) {
  const { t, i18n } = useLingui();
  const { answer } = desk;
  // They stay while another part is read.
  const [counts, setCounts] = useState<Answer['counts']>();
  if (answer.kind === 'ready' && answer.value.counts !== counts) setCounts(answer.value.counts);
  const names: Readonly<Record<WallPart, string>> = {
    all: t`All`,
    flagged: t`Flagged`,
    new: t`New`,
    private: t`Private`,
  };
  return (
    <div className="mod-wall-head">
      <h2 className="visually-hidden">
        <Trans>Live rooms</Trans>
      </h2>
      <Chips label={t`Which rooms`}>
        {PARTS.map((one) => (
          <Chip key={one} pressed={one === part} onPress={() => onPart(one)}>
            {names[one]} {counts && <Count>{formatCount(counts[one], i18n.locale)}</Count>}
          </Chip>
        ))}
      </Chips>
      <span className="grow" />
      <span className="max-tablet:hidden">
        <Segments
          label={t`Picture size`}
          value={size}
          options={SIZES.map((value) => ({ value, text: value }))}
          onChange={onSize}
        />
      </span>
      {onFull && (
        <IconButton
          icon={isFull ? 'corners-in' : 'corners-out'}
          label={isFull ? t`Leave full screen` : t`Full screen`}
          aria-keyshortcuts="F"
          onClick={onFull}
        />
      )}
    </div>
  );
}

export interface LiveWallProps {
  readonly wall: Wall;
  readonly selected: string | undefined;
  readonly onSelect: (username: string) => void;
}

/** Every live room as a still of the last ten seconds; those to be looked at come first. */
export function LiveWall({ wall, selected, onSelect }: LiveWallProps) {
  const { t } = useLingui();
  const [size, setSize] = useState<Size>(
    () => readLocal(SIZE_KEY, (kept) => SIZES.find((one) => one === kept)) ?? 'M',
  );
  const [title, words] = EMPTY[wall.part];
  const { frame, isFull, toggle } = useWallScreen();
  // The selection is shown beside the wall.
  const select = (username: string) => {
    if (isFull) toggle?.();
    onSelect(username);
  };
  return (
    <section ref={frame} className="mod-wall" data-size={size} aria-label={t`Live rooms`}>
      <WallHead
        wall={wall}
        size={size}
        isFull={isFull}
        onFull={toggle}
        onSize={(next) => {
          setSize(next);
          writeLocal(SIZE_KEY, next);
        }}
      />
      <DeskSection desk={wall.desk}>
        {({ items, pages }) => (
          <>
            {items.length === 0 ? (
              <Empty title={t(title)}>{t(words)}</Empty>
            ) : (
              <ul className="mod-rooms">
                {items.map((room) => (
                  <li key={room.user.username}>
                    <WallTile
                      room={room}
                      isSelected={room.user.username === selected}
                      onSelect={() => select(room.user.username)}
                    />
                  </li>
                ))}
              </ul>
            )}
            <Pager wall={wall} pages={pages} />
          </>
        )}
      </DeskSection>
    </section>
  );
}
