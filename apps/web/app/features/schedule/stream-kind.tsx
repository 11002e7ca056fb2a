import type { StreamDate } from '@klieg/contract';
import { Tag } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

/** What kind of stream it is; a public one needs no word. */
export function StreamKindTag({ kind }: { readonly kind: StreamDate['kind'] }) {
  if (kind === 'ticket')
    return (
      <Tag icon="ticket">
        <Trans>Ticket show</Trans>
      </Tag>
    );
  if (kind === 'private')
    return (
      <Tag icon="lock-simple">
        <Trans>Private hours</Trans>
      </Tag>
    );
  return null;
}
