import { Toaster } from '@klieg/ui/toaster';
import { useLingui } from '@lingui/react/macro';
import 'sonner/dist/styles.css';

/** Where toasts appear; loaded after the page is interactive. */
export default function ToastHost() {
  const { t } = useLingui();
  return <Toaster label={t`Notices`} />;
}
