import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link, Outlet, useLocation } from 'react-router';
import { BrandLink } from './brand-link.tsx';
import { PageExtras } from '../extras/page-extras.tsx';

/** Pages of joining and logging in: a quiet head that leads to the other of the two. */
export default function AuthLayout() {
  const { pathname, search } = useLocation();
  const isLogin = pathname.endsWith('/login');
  return (
    <>
      <a className="skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <header className="site-header">
        <BrandLink alwaysNamed />
        <span className="grow" />
        <span className="text-ink-2 max-tablet:hidden">
          {isLogin ? <Trans>New here?</Trans> : <Trans>Already here?</Trans>}
        </span>
        <Link
          className={buttonClass({ kind: 'line' })}
          to={{ pathname: isLogin ? '/register' : '/login', search }}
        >
          {isLogin ? <Trans>Join free</Trans> : <Trans>Log in</Trans>}
        </Link>
      </header>
      <Outlet />
      <PageExtras />
    </>
  );
}
