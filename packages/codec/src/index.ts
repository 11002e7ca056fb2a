export { type Codec, type Decoded, hashOfTemplates, makeCodec } from './codec.ts';
export { frozenTemplates, type Template } from './templates.ts';
