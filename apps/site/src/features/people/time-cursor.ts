/** A place in a list that is ordered by time and id. */
export interface TimeMark {
  readonly at: Date;
  readonly id: number;
}

/** `{milliseconds}.{id}`, opaque to the reader. */
export const writeTimeCursor = ({ at, id }: TimeMark): string => `${at.getTime()}.${id}`;

/** The place; the contract has let nothing else through. */
export function readTimeCursor(cursor: string | undefined): TimeMark | undefined {
  if (cursor === undefined) return undefined;
  const [at, id] = cursor.split('.');
  return { at: new Date(Number(at)), id: Number(id) };
}
