import { useClientValue } from '#app/shared/use-client-value.ts';
import { offlineVariant, type OfflineVariant } from './offline-variant.ts';
import a from './offline-a.svg?url&no-inline';
import b from './offline-b.svg?url&no-inline';
import c from './offline-c.svg?url&no-inline';
import d from './offline-d.svg?url&no-inline';

/** Shape of a picture, as the room's stream had it last. */
export type PictureRatio = '16:9' | '4:3';

const drawings: Readonly<Record<OfflineVariant, string>> = { a, b, c, d };

/** A drawn stage for the time without a picture; pages are rendered without it, since each visit has its own. */
export function OfflinePicture({ ratio }: { readonly ratio: PictureRatio }) {
  const variant = useClientValue<OfflineVariant | null>(() => offlineVariant(), null);
  if (variant === null) return null;
  return (
    <img
      className="player-drawing"
      data-ratio={ratio}
      data-variant={variant}
      src={drawings[variant]}
      alt=""
    />
  );
}
