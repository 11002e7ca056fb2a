import type { UserCard } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import { RATED_FROM } from './facets-of.ts';

/*
 * The order of lists, as docs/ranking.md explains it to everybody. It uses what everybody can see of a room and does
 * not depend on the viewer; nothing in it can be bought.
 */

/** Viewers count by doublings: 1,000 of them weigh ten times as much as one, not a thousand times. */
const VIEWER_POINTS = 1;
/** An unrated performer ranks like most. */
const USUAL_AVERAGE = 80;
const RATING_POINTS = 3;
const CONNECTION_POINTS = 1;
/** For newcomers; it falls to nothing over their first days. */
const NEWCOMER_POINTS = 3;
const NEWCOMER_MS = 30 * DAY_MS;
/** For a room that has just opened, which nobody can have found yet. */
const OPENED_POINTS = 2;
const OPENED_MS = 15 * 60_000;

/** What a room's place in lists is made of, in points. */
export interface RankPoints {
  readonly viewers: number;
  readonly rating: number;
  readonly connection: number;
  readonly newcomer: number;
  readonly opened: number;
}

const fading = (ageMs: number, spanMs: number): number => Math.min(1, Math.max(0, 1 - ageMs / spanMs));

/** @param approvedAt when the performer was first approved; both times in Unix milliseconds */
export function rankPointsOf(
  card: Pick<UserCard, 'viewer_count' | 'ratings' | 'connection_quality' | 'started_at'>,
  approvedAt: number,
  now: number,
): RankPoints {
  const { average, count } = card.ratings;
  const trusted = (average * count + USUAL_AVERAGE * RATED_FROM) / (count + RATED_FROM);
  return {
    viewers: VIEWER_POINTS * Math.log2(1 + card.viewer_count),
    rating: (RATING_POINTS * trusted) / 100,
    connection: (CONNECTION_POINTS * card.connection_quality) / 4,
    newcomer: NEWCOMER_POINTS * fading(now - approvedAt, NEWCOMER_MS),
    opened: card.started_at ? OPENED_POINTS * fading(now - Date.parse(card.started_at), OPENED_MS) : 0,
  };
}

export const sumOf = (points: RankPoints): number =>
  points.viewers + points.rating + points.connection + points.newcomer + points.opened;
