import type { Report, ReportAction } from '@klieg/contract';

/* Possible actions on a reported thing. Pure. */

const OF_PERSON = ['none', 'warn', 'suspend'] as const satisfies readonly ReportAction[];
const IN_ROOM = ['silence', 'kick', 'ban'] as const satisfies readonly ReportAction[];

/** What may be done to somebody, or why nothing may. */
export interface SubjectSight {
  /** The person is known and still there. */
  readonly isKnown: boolean;
  /** Staff, or the caller: nobody sanctions upward or themselves. */
  readonly isProtected: boolean;
  /** The room in which it was said is known. */
  readonly hasRoom: boolean;
}

/** Actions that can decide such a report now; `none` dismisses it. */
export function actionsOf(
  kind: Report['kind'],
  { isKnown, isProtected, hasRoom }: SubjectSight,
): ReportAction[] {
  const canRemove = kind === 'message' || kind === 'room' || kind === 'stream' || kind === 'media';
  const removal: ReportAction[] = canRemove ? ['remove'] : [];
  if (!isKnown) return ['none', ...(kind === 'message' ? removal : [])];
  if (isProtected) return ['none'];
  return [...OF_PERSON, ...(kind === 'message' && hasRoom ? IN_ROOM : []), ...removal];
}
