import './legal-text.css';

/**
 * A text of the house as HTML. It is made on the server from files of the repository and the operator's own
 * settings; nothing that a visitor wrote is ever in it.
 */
export function LegalText({ html }: { readonly html: string }) {
  return <div className="legal-text" dangerouslySetInnerHTML={{ __html: html }} />;
}
