import { adds, breaks, changesText, type Row, row } from './row.ts';

const messages = ['request', 'response', 'webhook'] as const;
/** The locations of the changes. */
export const places = [...messages, 'parameter', 'header', 'security'] as const;
/** The kinds of change. */
export const kinds = [
  'presence',
  'requiredness',
  'type',
  'enum',
  'range',
  'format',
  'status',
  'media type',
] as const;

/**
 * One row for each place and kind. The edits receive `{ operation, webhook, document }`: an
 * operation and a webhook with inline schemas that only this row edits, and their document.
 */
export const crossProduct: Row[] = [
  ...body('request', ({ operation }) => operation.requestBody.content, 'sent'),
  row('request', 'status', 'a request has no status', 'a request has no status'),
  mediaType('request', ({ operation }) => operation.requestBody.content),
  ...body('response', ({ operation }) => operation.responses[200].content, 'received'),
  row(
    'response',
    'status',
    breaks('a documented status is removed', ({ operation }) => delete operation.responses[404]),
    adds('a new error status', ({ operation }) => {
      operation.responses[409] = { description: 'Conflict.' };
    }),
  ),
  mediaType('response', ({ operation }) => operation.responses[200].content),
  ...body('webhook', ({ webhook }) => webhook.requestBody.content, 'received'),
  row(
    'webhook',
    'status',
    breaks(
      'a receiver response is no longer supported',
      ({ webhook }) => delete webhook.responses[410],
    ),
    adds('a new receiver response is supported', ({ webhook }) => {
      webhook.responses[429] = { description: 'Slower.' };
    }),
  ),
  mediaType('webhook', ({ webhook }) => webhook.requestBody.content),
  row(
    'parameter',
    'presence',
    breaks('a parameter is removed', ({ operation }) => operation.parameters.splice(1, 1)),
    adds('a new optional parameter', ({ operation }) =>
      operation.parameters.push({ name: 'fresh', in: 'query', schema: { type: 'boolean' } }),
    ),
  ),
  row(
    'parameter',
    'requiredness',
    breaks('an optional parameter becomes required', ({ operation }) => {
      operation.parameters[1].required = true;
    }),
    adds('a required parameter becomes optional', ({ operation }) => {
      operation.parameters[0].required = false;
    }),
  ),
  ...schemaKinds('parameter', ({ operation }) => operation.parameters[1], 'sent'),
  row('parameter', 'status', 'a parameter has no status', 'a parameter has no status'),
  row('parameter', 'media type', 'parameters are plain values', 'parameters are plain values'),
  row(
    'header',
    'presence',
    breaks(
      'a response header is removed',
      ({ operation }) => delete operation.responses[200].headers.Trace,
    ),
    adds('a new response header', ({ operation }) => {
      operation.responses[200].headers.More = { schema: { type: 'string' } };
    }),
  ),
  row(
    'header',
    'requiredness',
    breaks('a header is no longer always sent', ({ operation }) => {
      operation.responses[200].headers.Trace.required = false;
    }),
    adds(
      'a header is always sent',
      ({ operation }) => {
        operation.responses[200].headers.Trace.required = true;
      },
      ({ operation }) => {
        operation.responses[200].headers.Trace.required = false;
      },
    ),
  ),
  ...schemaKinds('header', ({ operation }) => operation.responses[200].headers.Trace, 'received'),
  row('header', 'status', 'a header has no status', 'a header has no status'),
  row('header', 'media type', 'a header has no media type', 'a header has no media type'),
  row(
    'security',
    'presence',
    breaks(
      'a token becomes required',
      ({ operation }) => {
        operation.security = [{ bearer: [] }];
      },
      ({ operation }) => {
        operation.security = [];
      },
    ),
    adds('a token is no longer required', ({ operation }) => {
      operation.security = [];
    }),
  ),
  row(
    'security',
    'requiredness',
    breaks('an additional permission is required', ({ operation }) =>
      operation.security[0].bearer.push('rows:admin'),
    ),
    adds('a permission is no longer required', ({ operation }) =>
      operation.security[0].bearer.pop(),
    ),
  ),
  row(
    'security',
    'enum',
    breaks(
      'one of several security schemes is removed',
      ({ operation }) => operation.security.pop(),
      ({ operation }) => operation.security.push({ other: [] }),
    ),
    adds('an additional security scheme', ({ operation }) =>
      operation.security.push({ other: [] }),
    ),
  ),
  row(
    'security',
    'type',
    breaks('a different type of credential', ({ document }) => {
      document.components.securitySchemes.bearer = {
        type: 'apiKey',
        in: 'header',
        name: 'Api-Key',
      };
    }),
    changesText('the description of the credential changes', ({ document }) => {
      document.components.securitySchemes.bearer.description = 'New words.';
    }),
  ),
  row(
    'security',
    'format',
    breaks('a different token format', ({ document }) => {
      document.components.securitySchemes.bearer.bearerFormat = 'JWT';
    }),
    adds('a new security scheme that no operation requires', ({ document }) => {
      document.components.securitySchemes.spare = { type: 'http', scheme: 'basic' };
    }),
  ),
  row(
    'security',
    'range',
    'a security requirement has no range',
    'a security requirement has no range',
  ),
  row(
    'security',
    'status',
    '401 and 403 are response statuses',
    '401 and 403 are response statuses',
  ),
  row(
    'security',
    'media type',
    'a security requirement has no media type',
    'a security requirement has no media type',
  ),
];

type Parts = Parameters<ReturnType<typeof breaks>['after']>[0];
type Find = (parts: Parts) => Parts;
type Flow = 'sent' | 'received';

/** Rows for presence and requiredness of a property, and for its schema. */
function body(place: string, content: Find, flow: Flow): Row[] {
  const schema: Find = (parts) => content(parts)['application/json'].schema;
  const lessRequired = (parts: Parts) => schema(parts).required.pop();
  const moreRequired = (parts: Parts) => schema(parts).required.push('optional');
  return [
    row(
      place,
      'presence',
      breaks(
        flow === 'sent' ? 'a property is no longer accepted' : 'a property is removed',
        (parts) => delete schema(parts).properties.optional,
      ),
      adds('a new optional property', (parts) => {
        schema(parts).properties.fresh = { type: 'string' };
      }),
    ),
    row(
      place,
      'requiredness',
      flow === 'sent'
        ? breaks('an optional property becomes required', moreRequired)
        : breaks('a property is no longer always present', lessRequired),
      flow === 'sent'
        ? adds('a required property becomes optional', lessRequired)
        : adds('a property is always present', moreRequired),
    ),
    ...schemaKinds(
      place,
      (parts) => ({ schema: schema(parts).properties.value }),
      flow,
      (parts) => schema(parts).properties,
    ),
  ];
}

function schemaKinds(place: string, container: Find, flow: Flow, siblings?: Find): Row[] {
  const put = (value: unknown) => (parts: Parts) => {
    if (siblings === undefined) container(parts).schema = value;
    else siblings(parts).value = value;
  };
  const sent = flow === 'sent';
  const wide = { type: ['string', 'null'] };
  const narrow = { type: 'string' };
  const few = { type: 'string', enum: ['a', 'b'] };
  const many = { type: 'string', enum: ['a', 'b', 'c'] };
  const open = ({ enum: values, ...rest }: typeof few) => ({
    ...rest,
    'x-extensible-enum': values,
  });
  const short = { type: 'string', maxLength: 20 };
  const long = { type: 'string', maxLength: 40 };
  const formed = { type: 'string', format: 'uuid' };
  return [
    row(
      place,
      'type',
      sent
        ? breaks('null is no longer accepted', put(narrow), put(wide))
        : breaks('the value can be null', put(wide), put(narrow)),
      sent
        ? adds('null is accepted', put(wide), put(narrow))
        : adds('the value is never null', put(narrow), put(wide)),
    ),
    row(
      place,
      'enum',
      sent
        ? breaks('a value is no longer accepted', put(few), put(many))
        : breaks('a fixed enum has a new value', put(many), put(few)),
      sent
        ? adds('a new value is accepted', put(many), put(few))
        : adds('an extensible enum has a new value', put(open(many)), put(open(few))),
    ),
    row(
      place,
      'range',
      sent
        ? breaks('a shorter maximum length', put(short), put(long))
        : breaks('a longer maximum length', put(long), put(short)),
      sent
        ? adds('a longer maximum length', put(long), put(short))
        : adds('a shorter maximum length', put(short), put(long)),
    ),
    row(
      place,
      'format',
      sent
        ? breaks('a format is required', put(formed), put(narrow))
        : breaks('a format is no longer guaranteed', put(narrow), put(formed)),
      sent
        ? adds('a format is no longer required', put(narrow), put(formed))
        : adds('a format is guaranteed', put(formed), put(narrow)),
    ),
  ];
}

function mediaType(place: string, content: Find): Row {
  return row(
    place,
    'media type',
    breaks('a different media type replaces JSON', (parts) => {
      const media = content(parts);
      media['text/csv'] = media['application/json'];
      delete media['application/json'];
    }),
    adds('a new media type in addition to JSON', (parts) => {
      content(parts)['text/csv'] = { schema: { type: 'string' } };
    }),
  );
}
