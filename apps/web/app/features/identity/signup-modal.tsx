import { Button, Dialog, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { JoinReason } from '../../shared/modal/modal-map.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { JOIN_TITLES } from './join-title.ts';
import { RegisterForm } from './register-form.tsx';
import { reloadPage } from './reload-page.ts';

/** What a promo code of the address may look like. */
const CODE = /^[\w-]{3,32}$/u;

/** The promo code that somebody came with; it stays in the address until a member is asked to redeem it. */
function usePromoCode(): string | undefined {
  const code = new URLSearchParams(useLocation().search).get('promo_code');
  return code !== null && CODE.test(code) ? code : undefined;
}

const PHONE = '(max-width: 720px), (max-height: 500px)';

/** Whether it opens over the swipe feed of a phone, whose picture continues and must not be covered. */
function useIsOverFeed(): boolean {
  const [isOver] = useState(
    () => document.querySelector('.feed-stage') !== null && (globalThis.matchMedia?.(PHONE).matches ?? false),
  );
  return isOver;
}

export interface SignupModalProps {
  readonly reason?: JoinReason;
  readonly onClose: () => void;
}

/** Joining over the page; afterwards one is back where one was. With a promo code in the address it says what for. */
export default function SignupModal({ reason, onClose }: SignupModalProps) {
  const { t } = useLingui();
  const code = usePromoCode();
  const isOverFeed = useIsOverFeed();
  return (
    <Dialog
      title={
        reason ? (
          t(JOIN_TITLES[reason])
        ) : code ? (
          <Trans>Join free with your code</Trans>
        ) : (
          <Trans>Join free</Trans>
        )
      }
      onClose={onClose}
      beside={isOverFeed}
      foot={
        <>
          <span className="grow text-ink-2">
            <Trans>Already a member?</Trans>
          </span>
          <Button kind="line" onClick={() => openModal('login', reason ? { reason } : {})}>
            <Trans>Log in</Trans>
          </Button>
        </>
      }
    >
      {code && (
        <Notice tone="ok" title={<Trans>Your code {code} is kept</Trans>}>
          <Trans>You redeem it right after joining.</Trans>
        </Notice>
      )}
      <p className="text-ink-2">
        <Trans>It takes half a minute and brings you back to this page.</Trans>
      </p>
      <RegisterForm onDone={reloadPage} />
    </Dialog>
  );
}
