/** A place in a list that is ordered by time and id. */
export interface TimeMark {
  readonly at: Date;
  readonly id: number;
}

/** `{milliseconds}.{id}`, opaque to the reader. */
export const writeTimeCursor = ({ at, id }: TimeMark): string => `${at.getTime()}.${id}`;

/** The place, or undefined for no cursor and for one that nobody gave out: the list then begins anew. */
export function readTimeCursor(cursor: string | undefined): TimeMark | undefined {
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? '');
  return match ? { at: new Date(Number(match[1])), id: Number(match[2]) } : undefined;
}
