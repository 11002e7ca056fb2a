import type { ConsentInvite } from '@klieg/contract';

/** Props of the parts of a link's page. */
export interface InviteProps {
  readonly linkKey: string;
  readonly invite: ConsentInvite;
  /** Reads the state again. */
  readonly onChanged: () => void;
}
