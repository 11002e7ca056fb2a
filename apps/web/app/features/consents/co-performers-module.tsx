import { Checkbox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { CO_PERFORMERS_MAX } from '@klieg/contract/features/consents/limits';
import { lateApi } from '../../shared/api/late-client.ts';
import { useLoaded } from '../../shared/use-loaded.ts';

export interface CoPerformersProps {
  /** Consents of the named people. */
  readonly named: readonly string[];
  readonly onNamed: (ids: readonly string[]) => void;
}

/** Who is in the picture besides the model: only cleared people can be named. */
export function CoPerformersModule({ named, onNamed }: CoPerformersProps) {
  const { state } = useLoaded('consents', (signal) => lateApi.listConsents({ signal }));
  const items = state.kind === 'ready' ? state.value.items : [];
  const cleared = items.filter((one) => one.state === 'approved');
  const choose = (id: string, isIn: boolean) =>
    onNamed(isIn ? [...named, id] : named.filter((one) => one !== id));
  return (
    <section className="module">
      <div className="module-head">
        <span className="label grow">
          <Trans>In the picture with you</Trans>
        </span>
        <Link className="section-all small underline" to="/model-desk/consents">
          <Trans>People with you</Trans>
        </Link>
      </div>
      {cleared.length === 0 ? (
        <span className="small text-ink-2">
          <Trans>No one else is approved yet. Only you may appear.</Trans>
        </span>
      ) : (
        cleared.map(({ id, name, alias }) => (
          <Checkbox
            key={id}
            checked={named.includes(id)}
            disabled={!named.includes(id) && named.length >= CO_PERFORMERS_MAX}
            onChange={(event) => choose(id, event.target.checked)}
          >
            {alias ?? name}
          </Checkbox>
        ))
      )}
    </section>
  );
}
