import { CardsModule } from '../../features/cards/index.ts';
import { MembershipModule } from '../../features/memberships/index.ts';
import { PostpayModule } from '../../features/post-pay/index.ts';
import { ReUpModule } from '../../features/re-up/index.ts';
import { useMember } from '../../shared/me/me-store.ts';

/** Automatic ways to pay for tokens: later, when they run out, cards, and memberships. */
export default function CreditRack() {
  const current = useMember();
  if (!current || current.user.type === 'model') return null;
  return (
    <div className="rack account-credit">
      <PostpayModule />
      <ReUpModule />
      <CardsModule />
      <MembershipModule />
    </div>
  );
}
