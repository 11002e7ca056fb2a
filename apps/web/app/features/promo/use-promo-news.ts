import { formatAmount } from '@klieg/i18n';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withTexts } from '../../shared/language/with-texts.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal, useOpenModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { usePromoWheel } from './use-promo-wheel.ts';
import { useTokenForm } from './use-token-form.ts';

/** Its words come with the first spin. */
const loadTeller = withTexts(() => import('./tell-vault.ts'));

/** On the home page, that the vault has a spin (PROMO-025). */
function useVaultToast(): void {
  const { i18n } = useLingui();
  const realtime = usePageRealtime();
  const { pathname } = useLocation();
  const own = useMember()?.user.vault_wheel.spins ?? 0;
  const [told, setTold] = useState<number>();
  useEffect(() => realtime?.lobby.on('v3.vault_wheel_count', ({ spins }) => setTold(spins)), [realtime]);
  const isFree = useOpenModal() === null;
  const isShown = useRef(false);
  const spins = told ?? own;
  useEffect(() => {
    if (spins === 0) isShown.current = false;
    if (pathname !== '/' || spins === 0 || isShown.current || !isFree) return;
    isShown.current = true;
    void loadTeller().then(({ tellVault }) => tellVault(i18n));
  }, [i18n, isFree, pathname, spins]);
}

/** Tokens that wait for a confirmed address: a toast that stays. */
function useHeldToast(): void {
  const { t, i18n } = useLingui();
  const held = useMember()?.user.free_tokens_on_hold ?? 0;
  // A toast would lie over the cross of a dialog.
  const isFree = useOpenModal() === null;
  const shown = useRef(0);
  useEffect(() => {
    if (!isFree || held <= shown.current) return;
    shown.current = held;
    const amount = formatAmount(held, i18n.locale);
    showToast({
      title: t`${amount} free tokens on hold`,
      content: t`Confirm your email to get them. Press here to resend the email.`,
      appearance: 'warning',
      autoDismiss: false,
      showClose: true,
      onClick: () => openModal('confirm-email', {}),
    });
  }, [held, i18n, isFree, t]);
}

/** A code in the address is offered to members, and taken out of the address (PROMO-009). */
function useCodeOfAddress(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isMember = useMember() !== undefined;
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const code = query.get('promo_code');
    if (!isMember || code === null) return;
    query.delete('promo_code');
    void navigate(
      { pathname: location.pathname, search: query.size > 0 ? `?${query}` : '' },
      { replace: true },
    );
    openModal('promo-code', { code });
  }, [isMember, location.pathname, location.search, navigate]);
}

/** Free tokens on every page of a member: wheels, held gifts, a code in the address. */
export function usePromoNews(): void {
  usePromoWheel();
  useVaultToast();
  useHeldToast();
  useCodeOfAddress();
  useTokenForm();
}
