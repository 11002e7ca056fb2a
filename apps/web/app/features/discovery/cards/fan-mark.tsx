import type { FanLevel } from '@klieg/contract';
import { LevelShape } from '@klieg/ui';

/** The visitor's level in the performer's fan club, beside the name on a card. */
export default function FanMark({ level }: { readonly level: FanLevel }) {
  return (
    <span className="ms-1 inline-block align-middle">
      <LevelShape level={`fan-${level}`} />
    </span>
  );
}
