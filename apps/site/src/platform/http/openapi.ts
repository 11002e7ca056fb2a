import { type Call, type ErrorCode, errorSpecs } from '@klieg/contract';
import { statusOfKind } from '@klieg/kernel';
import { z } from 'zod';
import { codesOf } from './codes-of.ts';

type Json = Record<string, unknown>;

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
  return schema;
};

const parametersOf = (call: Call): Json[] =>
  (['params', 'query'] as const).flatMap((part) => {
    const schema = call[part];
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema: property,
    }));
  });

const errorResponses = (call: Call): Json => {
  const byStatus = new Map<number, string[]>();
  for (const code of codesOf(call)) {
    const status = statusOfKind[errorSpecs[code as ErrorCode].kind];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
};

const policyText = (call: Call): string =>
  [
    `Who: ${call.who}${(call.conditions ?? []).map((condition) => ` +${condition}`).join('')}.`,
    `Rate class: ${call.rate}.`,
    ...(call.spends ? ['Spends: needs the header Idempotency-Key (a UUIDv7).'] : []),
    ...(call.ids.length > 0 ? [`Requirements: ${call.ids.join(', ')}.`] : []),
  ].join(' ');

const operationOf = (name: string, feature: string, call: Call): Json => {
  const needsCsrf = call.route[0] !== 'GET' || call.guarded;
  const header = (field: string): Json => ({
    name: field,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  });
  return {
    operationId: name,
    tags: [feature],
    description: policyText(call),
    parameters: [
      ...parametersOf(call),
      ...(needsCsrf ? [header('X-CSRF-Token')] : []),
      ...(call.spends ? [header('Idempotency-Key')] : []),
      ...(call.bytes ? [header('Content-MD5')] : []),
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
      },
    }),
    ...(call.bytes && {
      requestBody: {
        required: true,
        content: {
          'application/octet-stream': {
            schema: { type: 'string', format: 'binary', maxLength: call.bytes.bytesMax },
          },
        },
      },
    }),
    ...(call.form && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: {
                file: { type: 'string', format: 'binary', maxLength: call.form.fileBytesMax },
                ...(call.form.fields && (schemaOf(call.form.fields, 'input')['properties'] as Json)),
              },
            },
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(call.response, 'output') } },
      },
      ...errorResponses(call),
    },
  };
};

const errorSchema: Json = {
  type: 'object',
  required: ['status', 'code', 'error', 'message', 'params', 'request_id'],
  properties: {
    status: { const: 0 },
    code: { type: 'string', enum: Object.keys(errorSpecs) },
    errorType: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
    params: { type: 'object' },
    request_id: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, reason: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** The OpenAPI 3.1 document of the given calls. */
export function describeApi(
  callsByFeature: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, calls] of Object.entries(callsByFeature))
    for (const [name, call] of Object.entries(calls)) {
      const method = call.route[0];
      // The format knows no parameter with slashes: the rest of an address is written as one.
      const path = call.route[1].replace('*}', '}');
      paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name, feature, call) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Klieg',
      version,
      description: 'Every call of the site. Answers are JSON; errors have one shape.',
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: { schemas: { Error: errorSchema } },
  };
}
