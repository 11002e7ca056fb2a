import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { servicesContext } from '../../services.ts';
import type { Route } from './+types/auth-layout.ts';
import { BrandLink } from './brand-link.tsx';
import { PageExtras } from '../extras/page-extras.tsx';

export { shouldRevalidate } from '../../shared/revalidate.ts';

/** A logged-in visitor: these pages belong to one person. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const current = await context.get(servicesContext).currentUser(request);
  return { username: current?.user.username ?? null };
}

/** Leads from joining to logging in and back. */
function OtherWay() {
  const { pathname, search } = useLocation();
  const isLogin = pathname.endsWith('/login');
  return (
    <>
      <span className="text-ink-2 max-tablet:hidden">
        {isLogin ? <Trans>New here?</Trans> : <Trans>Already a member?</Trans>}
      </span>
      <Link
        className={buttonClass({ kind: 'line' })}
        to={{ pathname: isLogin ? '/register' : '/login', search }}
      >
        {isLogin ? <Trans>Join free</Trans> : <Trans>Log in</Trans>}
      </Link>
    </>
  );
}

/** Logged-in visitors continue from here, instead of logging in a second time. */
const GoOn = ({ username }: { readonly username: string }) => (
  <>
    <span className="truncate text-ink-2">
      <Trans>
        Logged in as <b>{username}</b>
      </Trans>
    </span>
    <Link className={buttonClass({ kind: 'line' })} to="/">
      <Trans>Home</Trans>
    </Link>
  </>
);

/** Pages of joining and logging in, and of links from mails: a quiet head that leads on. */
export default function AuthLayout({ loaderData }: Route.ComponentProps) {
  const { username } = loaderData;
  return (
    <>
      <a className="skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <header className="site-header">
        <BrandLink alwaysNamed />
        <span className="grow" />
        {username === null ? <OtherWay /> : <GoOn username={username} />}
      </header>
      <Outlet />
      <PageExtras />
    </>
  );
}
