import { useLingui } from '@lingui/react/macro';

/** What documents are called, by kind. */
export function useDocumentWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    id_front: t`Document, front`,
    id_back: t`Document, back`,
    passport: t`Passport`,
    selfie_with_id: t`Person with the document`,
    address_proof: t`Proof of address`,
    tax_form: t`Tax form`,
    card_photo: t`Card`,
  };
}
