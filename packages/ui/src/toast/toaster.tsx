import { useEffect } from 'react';
import { toast, Toaster as Sonner } from 'sonner';
import { connectToaster, TOAST_MS, type ToastSpec } from './show-toast.ts';
import { ToastCard } from './toast-card.tsx';

function present(spec: ToastSpec): void {
  toast.custom((id) => <ToastCard spec={spec} close={() => toast.dismiss(id)} />, {
    duration: spec.autoDismiss === false ? Number.POSITIVE_INFINITY : TOAST_MS,
    onDismiss: () => spec.onClose?.(),
    onAutoClose: () => spec.onClose?.(),
  });
}

/** Where toasts appear; one in a page, mounted after the page has become interactive. */
export function Toaster({ label }: { readonly label: string }) {
  useEffect(() => connectToaster(present, () => toast.dismiss()), []);
  return (
    <Sonner
      className="toast-region"
      position="top-right"
      offset={{ top: 68, right: 16 }}
      mobileOffset={{ top: 64, left: 8, right: 8 }}
      visibleToasts={4}
      expand
      containerAriaLabel={label}
      toastOptions={{ unstyled: true }}
    />
  );
}
