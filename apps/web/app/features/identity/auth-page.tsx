import type { UserCard } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Icon, joinClasses, Picture, StateBadge } from '@klieg/ui';
import { Plural, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { liveSources } from '../../shared/live-sources.ts';
import './auth.css';

export interface AuthPageProps {
  /** A room that is live now; null if none is. */
  readonly room: UserCard | null;
  readonly liveCount: number;
  /** The form is centred instead of at the top. */
  readonly middle?: boolean;
  readonly children: ReactNode;
}

function LiveWell({ room, liveCount }: { readonly room: UserCard; readonly liveCount: number }) {
  const { t, i18n } = useLingui();
  return (
    <aside className="auth-well" aria-label={t`Live now`}>
      <Picture
        src={room.thumb_url}
        sources={liveSources(room.thumb_url)}
        sizes="(max-width: 720px) 100vw, calc(100vw - 560px)"
        eager
      />
      <div className="overlay overlay-top-left">
        <StateBadge look="live" />
        <span className="pill">
          <Icon name="eye" size={14} />
          {formatCount(room.viewer_count, i18n.locale)}
        </span>
      </div>
      <div className="auth-strip">
        <div className="min-w-0 grow">
          <b className="truncate">{room.displayName}</b>
          <span className="small block truncate">{room.subjectText}</span>
        </div>
        <span className="small figure text-right">
          <Plural value={liveCount} one="# room live" other="# rooms live" />
        </span>
      </div>
    </aside>
  );
}

/** Joining and logging in: the form right, a live picture with its strip left. */
export function AuthPage({ room, liveCount, middle, children }: AuthPageProps) {
  return (
    <main id="main" className="auth">
      {room ? <LiveWell room={room} liveCount={liveCount} /> : <aside className="auth-well" />}
      <section className={joinClasses('auth-panel', middle && 'auth-panel-middle')}>{children}</section>
    </main>
  );
}
