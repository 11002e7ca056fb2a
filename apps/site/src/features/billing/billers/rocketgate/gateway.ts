import { askBiller, type BillerAnswer } from '../port/ask-biller.ts';
import { type Fields, tagsOf, textOfTag } from '../port/post-fields.ts';

/** The gateway's answer to one call. */
export interface GatewayAnswer {
  readonly bytes: Buffer;
  /** 0: done. 1 and 2: declined. 3: its fault. 4: ours. */
  readonly responseCode: string;
  readonly get: (name: string) => string | undefined;
}

export type AskGateway = (fields: Fields) => Promise<GatewayAnswer | undefined>;

const readAnswer = (answer: BillerAnswer | undefined): GatewayAnswer | undefined => {
  const xml = answer?.isOk ? answer.bytes.toString('utf8') : '';
  const responseCode = textOfTag(xml, 'responseCode');
  if (!answer || responseCode === undefined) return undefined;
  return { bytes: answer.bytes, responseCode, get: (name) => textOfTag(xml, name) };
};

/** Calls the gateway; undefined when it could not be reached or did not answer. */
export const makeGateway =
  (options: { readonly url: string; readonly merchant: string; readonly password: string }): AskGateway =>
  async (fields) => {
    const request = {
      version: 'R1.2',
      merchantID: options.merchant,
      merchantPassword: options.password,
      ...fields,
    };
    return readAnswer(
      await askBiller(`${options.url}/gateway/servlet/ServiceDispatcherAccess`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body: `<?xml version="1.0" encoding="UTF-8"?><gatewayRequest>${tagsOf(request)}</gatewayRequest>`,
      }),
    );
  };
