import { useLingui } from '@lingui/react/macro';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import type { IconName } from '../icons/icon-name.ts';
import type { ToastAppearance, ToastSpec } from './show-toast.ts';

const icons: Record<ToastAppearance, IconName> = {
  success: 'check-circle-fill',
  error: 'x-circle-fill',
  info: 'info-fill',
  warning: 'warning-fill',
};

export interface ToastCardProps {
  readonly spec: ToastSpec;
  /** Closes this toast. */
  readonly close: () => void;
}

/** Icon, title, one sentence, close; a press anywhere closes it. */
export function ToastCard({ spec, close }: ToastCardProps) {
  const { t } = useLingui();
  const appearance = spec.appearance ?? 'info';
  const press = () => {
    spec.onClick?.();
    close();
  };
  return (
    <div className={`toast toast-${appearance}`} role={appearance === 'error' ? 'alert' : 'status'}>
      <Icon name={spec.customIcon ?? icons[appearance]} />
      <button type="button" className="toast-words" onClick={press}>
        {spec.title && <b>{spec.title}</b>}
        <span>{spec.content}</span>
      </button>
      {spec.showClose !== false && <IconButton icon="x" label={t`Dismiss`} small onClick={close} />}
    </div>
  );
}
