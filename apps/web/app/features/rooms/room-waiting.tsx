import { Trans } from '@lingui/react/macro';

/** The shape of a room over the page that is left, while the room is on its way. */
export function RoomWaiting({ username }: { readonly username: string }) {
  return (
    <div className="room room-waiting" aria-busy="true">
      <div className="room-stage">
        <div className="player skeleton" />
        <div className="model-bar">
          <span className="skeleton size-12" />
          <span className="grid grow gap-2">
            <span className="skeleton h-5 w-48 max-w-full" />
            <span className="skeleton h-4 w-72 max-w-full" />
          </span>
        </div>
      </div>
      <div className="room-side">
        <output className="grid gap-3 p-4">
          <span className="visually-hidden">
            <Trans>Loading the room of {username}</Trans>
          </span>
          {Array.from({ length: 8 }, (_, row) => (
            <span key={row} className="skeleton h-5" />
          ))}
        </output>
      </div>
    </div>
  );
}
