import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withTexts } from '../../shared/language/with-texts.ts';
import { readLocal, writeLocal } from '../../shared/local-store.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { openModal, useOpenModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { tellsOnce } from './postpay-rules.ts';

/** Its texts load when somebody follows the link. */
const loadTeller = withTexts(() => import('./tell-decline.ts'));

const TOLD = 'postpay-told';
const wasTold = (): boolean => readLocal(TOLD, (value) => value === true) ?? false;

/** The way back from the decline link: a toast, and the address without it. */
function useDeclineToast(): void {
  const { i18n } = useLingui();
  const location = useLocation();
  const navigate = useNavigate();
  const told = useRef('');
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const result = query.get('postpay');
    if (result === null || told.current === location.search) return;
    told.current = location.search;
    query.delete('postpay');
    void navigate({ pathname: location.pathname, search: query.toString() }, { replace: true });
    if (result === 'declined' || result === 'error')
      void loadTeller().then(({ tellDecline }) => tellDecline(result, i18n));
  }, [location.pathname, location.search, navigate, i18n]);
}

/** News of the credit line on any page, and its modal once (BILLING-059, BILLING-060). */
export function usePostpayNews(): void {
  const lobby = usePageRealtime()?.lobby;
  const me = useMe();
  const { pathname } = useLocation();
  const isFree = useOpenModal() === null;
  useDeclineToast();
  useEffect(() => {
    if (!tellsOnce(me, { pathname, wasTold: wasTold(), isFree })) return;
    writeLocal(TOLD, true);
    openModal('postpay', {});
  }, [me, pathname, isFree]);
  useEffect(
    () =>
      lobby?.on('v3.account.update', ({ part, status }) => {
        if (part !== 'postpay') return;
        void readCurrentUser().catch(() => undefined);
        if (status === 'past_due') openModal('postpay-card', {});
      }),
    [lobby],
  );
}
