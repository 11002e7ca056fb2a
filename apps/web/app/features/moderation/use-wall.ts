import type { AnswerOf, Api, WallPart, WallRoom } from '@klieg/contract';
import { useState } from 'react';
import { deskApi, useDesk } from '../money-desk/index.ts';

/** The live rooms as loaded: filter and page. */
export interface Wall {
  readonly desk: ReturnType<typeof useDesk<AnswerOf<Api['listLiveWall']>>>;
  readonly part: WallPart;
  readonly onPart: (part: WallPart) => void;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Reads the wall; another part begins at its first page. */
export function useWall(): Wall {
  const [{ part, page }, setPlace] = useState<Pick<Wall, 'part' | 'page'>>({ part: 'all', page: 1 });
  const desk = useDesk(`wall ${part} ${page}`, (signal) =>
    deskApi.listLiveWall({ query: { p: page, only: part }, signal }),
  );
  return {
    desk,
    part,
    onPart: (next) => setPlace({ part: next, page: 1 }),
    page,
    onPage: (next) => setPlace({ part, page: next }),
  };
}

/** The room of that name, if the wall shows it. */
export const roomOn = ({ desk: { answer } }: Wall, username: string | undefined) =>
  answer.kind === 'ready' ? answer.value.items.find(({ user }) => user.username === username) : undefined;

/**
 * The room that is open beside the wall, as it was seen last: it stays while the wall shows another part or page, so
 * that what is typed about it is not lost.
 */
export function useRoomOn(wall: Wall, username: string | undefined): WallRoom | undefined {
  const found = roomOn(wall, username);
  const [seen, setSeen] = useState<WallRoom>();
  if (found && found !== seen) setSeen(found);
  return found ?? (seen?.user.username === username ? seen : undefined);
}
