import { Dialog } from '@klieg/ui';
import { AgeCheckFlow } from './age-check-flow.tsx';
import './age-check.css';

/**
 * The dialog of age checks: standard, with a card, pending (AGE-VERIFICATION-002, AGE-VERIFICATION-003,
 * AGE-VERIFICATION-004).
 */
export default function AgeCheckModal({ onClose }: { readonly onClose: () => void }) {
  return (
    <AgeCheckFlow
      onLeave={onClose}
      // Rooms and streams that were refused are requested again.
      onGoOn={() => location.reload()}
      shell={({ title, body, foot }) => (
        <Dialog title={title} onClose={onClose} foot={foot}>
          {body}
        </Dialog>
      )}
    />
  );
}
