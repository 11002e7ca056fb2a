import { buttonClass } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { deskApi } from '../money-desk/index.ts';
import { useDocumentWords } from './document-words.ts';
import './profile.css';

type OpenedVault = Awaited<ReturnType<typeof deskApi.openVault>>;

/** Pictures are shown, anything else is only saved. */
export function Papers({ documents }: Pick<OpenedVault, 'documents'>) {
  const words = useDocumentWords();
  return (
    <div className="case-papers">
      {documents.map(({ id, kind, url, is_picture: isPicture, expires_on: endsOn }) => {
        const title = words[kind] ?? kind;
        return (
          <figure key={id}>
            {isPicture ? (
              <img src={url} alt={title} />
            ) : (
              <a className={buttonClass({ kind: 'line' })} href={url} download>
                <Trans>Save the PDF</Trans>
              </a>
            )}
            <figcaption className="small">
              {title}
              {endsOn !== null && (
                <span className="block text-ink-2">
                  <Trans>Valid until {endsOn}</Trans>
                </span>
              )}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}
