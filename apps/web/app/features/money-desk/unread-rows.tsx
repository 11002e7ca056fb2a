import { Trans } from '@lingui/react/macro';
import { deskApi } from './desk-api.ts';
import { DeskSection } from './desk-section.tsx';
import { useDesk } from './use-desk.ts';

/** Unreadable rows of a settlement file, unchanged. */
export function UnreadRows({ file }: { readonly file: string }) {
  const desk = useDesk(file, (signal) => deskApi.listUnreadRows({ params: { id: file }, signal }));
  return (
    <DeskSection desk={desk}>
      {({ items }) =>
        items.length === 0 ? null : (
          <section className="module">
            <h2>
              <Trans>Rows that could not be read</Trans>
            </h2>
            <p className="text-ink-2">
              <Trans>None of them are booked. Check each in the file and with the biller.</Trans>
            </p>
            <ul className="grid gap-1">
              {items.map(({ number, text }) => (
                <li key={number} className="flex gap-3">
                  <span className="figure text-ink-3">{number}</span>
                  <code className="min-w-0 break-all">{text}</code>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </DeskSection>
  );
}
