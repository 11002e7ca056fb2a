import type { Payload } from '@klieg/contract';

/** How long a line stays highlighted (S3206). */
export const HIGHLIGHT_MS = 60_000;

/** Why somebody may not pay to highlight a line, as an error code, or null; only own lines are allowed. */
export function refuseHighlight(
  line: Payload<'v3.chat.message'> | undefined,
  username: string,
): 'room_chat.message_gone' | 'common.forbidden' | null {
  if (!line) return 'room_chat.message_gone';
  return line.username === username ? null : 'common.forbidden';
}
