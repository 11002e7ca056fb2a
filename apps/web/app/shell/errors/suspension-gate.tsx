import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isFirstInSession } from '../../shared/first-in-session.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { useMember } from '../../shared/me/me-store.ts';

const SuspendedPage = lazy(withTexts(() => import('./suspended-page.tsx')));
const SuspensionNotice = lazy(withTexts(() => import('./suspension-notice.tsx')));

/** Pages that a suspended account still sees: help, law, complaints, own data. */
const OPEN_PAGES = [
  '/support',
  '/legal',
  '/faq',
  '/complaints',
  '/account/complaints',
  '/account/settings/profile',
];

/** True for a page that stays open to a suspended account. */
export const isOpenToSuspended = (pathname: string): boolean =>
  OPEN_PAGES.some((page) => pathname === page || pathname.startsWith(`${page}/`));

export interface SuspensionGateProps {
  readonly pathname: string;
  readonly children: ReactNode;
}

interface SuspendedProps {
  readonly suspendedAt: string;
}

/** The home page as a guest sees it, once somebody has been told of the suspension. */
function OpenHome({ suspendedAt, children }: SuspendedProps & { readonly children: ReactNode }) {
  const [isUntold] = useState(() => isFirstInSession('suspension'));
  return (
    <>
      <Suspense>{isUntold ? <SuspendedPage suspendedAt={suspendedAt} /> : <SuspensionNotice />}</Suspense>
      {!isUntold && children}
    </>
  );
}

/**
 * Puts the suspension page in the place of every page of a suspended account but those that are open to it; the home
 * page is there again after that (IDENTITY-008).
 */
export function SuspensionGate({ pathname, children }: SuspensionGateProps) {
  const current = useMember();
  if (!current?.user.suspension_date || isOpenToSuspended(pathname)) return children;
  if (pathname === '/') return <OpenHome suspendedAt={current.user.suspension_date}>{children}</OpenHome>;
  return (
    <Suspense>
      <SuspendedPage suspendedAt={current.user.suspension_date} />
    </Suspense>
  );
}
