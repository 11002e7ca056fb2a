import { Button, Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';

type Companies = Answer<'getBillingCompanies'>;

const readCompanies = (signal: AbortSignal) => lateApi.getBillingCompanies({ signal });
const readLiveHelp = (signal: AbortSignal) => lateApi.getLiveHelp({ signal });

/** "Discreetly billed by": the companies that may charge, each with its own page. */
function BilledBy({ companies }: Pick<Companies, 'companies'>) {
  return companies.map(({ name, url }, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <a className="text-link" href={url} target="_blank" rel="noreferrer">
        {name}
      </a>
    </span>
  ));
}

/** What a person should know before paying: who bills, what the statement shows, and where help is. */
export function PurchaseFoot() {
  const { state: billedBy } = useLoaded('companies', readCompanies);
  const { state: help } = useLoaded('help', readLiveHelp);
  const billing = billedBy.kind === 'ready' ? billedBy.value : undefined;
  const isHelpShown = help.kind === 'ready' && help.value.show;
  return (
    <div className="purchase-foot small text-ink-2">
      <span className="max-tablet:hidden">
        <Icon name="lock-key" size={16} />
        <Trans>Card data stays with the biller</Trans>
      </span>
      {billing?.descriptor && (
        <span>
          <Icon name="receipt" size={16} />
          <Trans>Shows as {billing.descriptor} on your statement</Trans>
        </span>
      )}
      {billing && billing.companies.length > 0 && (
        <p>
          <Trans>
            Discreetly billed by <BilledBy companies={billing.companies} />
          </Trans>
        </p>
      )}
      {isHelpShown && (
        <Button kind="text" size="small" onClick={() => openModal('contact-support', {})}>
          <Trans>Help with a payment</Trans>
        </Button>
      )}
    </div>
  );
}
