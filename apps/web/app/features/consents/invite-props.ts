import type { ConsentInvite } from '@klieg/contract';

/** What the parts of the page of a link are told. */
export interface InviteProps {
  readonly linkKey: string;
  readonly invite: ConsentInvite;
  /** Reads again how it stands. */
  readonly onChanged: () => void;
}
