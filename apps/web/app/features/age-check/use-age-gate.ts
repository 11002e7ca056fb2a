import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMe } from '../../shared/me/me-store.ts';
import { mustVerifyAge } from '../../shared/me/must-verify-age.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';
import './age-check.css';

/** Pages that anybody may read, and those of the check itself. */
const QUIET =
  /^\/(?:verify-age|login|register|reset|confirm|keep-email|setup|legal|support|complaints|faq|admin)(?:\/|$)/u;

/** Whether the dialog has opened automatically in this visit: after closing, it is available in place of pictures. */
let wasOffered = false;

/**
 * While a check is asked for, pictures of the page are blurred and the dialog opens over it, once in a visit.
 * `?av=1` opens it on any page.
 */
export function useAgeGate(): void {
  const isMissing = mustVerifyAge(useMe());
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-age-unverified', isMissing);
    return () => document.documentElement.removeAttribute('data-age-unverified');
  }, [isMissing]);
  useEffect(() => {
    if (!isMissing || wasOffered || QUIET.test(pathname) || modalStore.get() !== null) return;
    wasOffered = true;
    openModal('age-check', {});
  }, [isMissing, pathname]);
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (query.get('av') !== '1') return;
    query.delete('av');
    wasOffered = true;
    openModal('age-check', {});
    void navigate({ pathname, search: query.size > 0 ? `?${query}` : '' }, { replace: true });
  }, [pathname, search, navigate]);
}
