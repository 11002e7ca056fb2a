import type { Answer } from '../../shared/api/answers.ts';

export type LegalDocument = Answer<'getLegalDocument'>;

/** Why a document cannot be shown or was not signed. */
export type SignFailure = 'NOT_FOUND' | 'SIGN_FAILED' | 'unreachable';

/** A document on its page (machines page, S3004). */
export type SignState =
  | { readonly kind: 'loading' }
  /** It can be signed, or has expired; `failure` is of the last try. */
  | { readonly kind: 'loaded'; readonly document: LegalDocument; readonly failure?: SignFailure }
  | { readonly kind: 'signing'; readonly document: LegalDocument }
  | {
      readonly kind: 'signed';
      readonly document: LegalDocument;
      readonly at: string;
      readonly pdfUrl: string;
    }
  | { readonly kind: 'error'; readonly failure: SignFailure };

export type SignStep =
  | { readonly type: 'load' }
  /** `failure`: the error that caused the reload. */
  | { readonly type: 'loaded'; readonly document: LegalDocument; readonly failure?: SignFailure }
  | { readonly type: 'refused'; readonly failure: SignFailure }
  | { readonly type: 'sign' }
  | { readonly type: 'signed'; readonly at: string; readonly pdfUrl: string };

/** What follows from a step; a step that does not fit the state changes nothing. */
export function reduceSign(state: SignState, step: SignStep): SignState {
  switch (step.type) {
    case 'load':
      return { kind: 'loading' };
    case 'loaded': {
      const { document, failure } = step;
      if (document.status === 'signed' && document.signed_at !== null && document.pdf_url !== null)
        return { kind: 'signed', document, at: document.signed_at, pdfUrl: document.pdf_url };
      return { kind: 'loaded', document, ...(failure && { failure }) };
    }
    case 'refused':
      if (state.kind === 'signing')
        return { kind: 'loaded', document: state.document, failure: step.failure };
      return state.kind === 'loading' ? { kind: 'error', failure: step.failure } : state;
    case 'sign':
      return state.kind === 'loaded' && !state.document.expired
        ? { kind: 'signing', document: state.document }
        : state;
    case 'signed':
      return state.kind === 'signing'
        ? { kind: 'signed', document: state.document, at: step.at, pdfUrl: step.pdfUrl }
        : state;
  }
}
