import { adds, breaks, type Row, rewords } from './row.ts';

/** The places of a call in which something can change. */
export const places = [
  'request',
  'response',
  'webhook',
  'parameter',
  'header',
  'security',
] as const;
/** The ways in which it can. */
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
 * Every place with every kind. The edits get an operation and a webhook that are the row's own: `{
 * operation, webhook }`, with inline schemas that
 * all have the properties below.
 */
export const crossProduct: Row[] = [
  ...body('request', ({ operation }) => operation.requestBody.content, 'sent'),
  {
    place: 'request',
    kind: 'status',
    breaking: 'a request has no status',
    harmless: 'a request has no status',
  },
  mediaType('request', ({ operation }) => operation.requestBody.content),
  ...body('response', ({ operation }) => operation.responses[200].content, 'received'),
  {
    place: 'response',
    kind: 'status',
    breaking: breaks(
      'a documented status is gone',
      ({ operation }) => delete operation.responses[404],
    ),
    harmless: adds('another error status is documented', ({ operation }) => {
      operation.responses[409] = { description: 'Conflict.' };
    }),
  },
  mediaType('response', ({ operation }) => operation.responses[200].content),
  ...body('webhook', ({ webhook }) => webhook.requestBody.content, 'received'),
  {
    place: 'webhook',
    kind: 'status',
    breaking: breaks(
      'an answer of the receiver is no longer understood',
      ({ webhook }) => delete webhook.responses[410],
    ),
    harmless: adds('another answer of the receiver is understood', ({ webhook }) => {
      webhook.responses[429] = { description: 'Slower.' };
    }),
  },
  mediaType('webhook', ({ webhook }) => webhook.requestBody.content),
  {
    place: 'parameter',
    kind: 'presence',
    breaking: breaks('a parameter is gone', ({ operation }) => operation.parameters.splice(1, 1)),
    harmless: adds('a new optional parameter', ({ operation }) =>
      operation.parameters.push({ name: 'fresh', in: 'query', schema: { type: 'boolean' } }),
    ),
  },
  {
    place: 'parameter',
    kind: 'requiredness',
    breaking: breaks('an optional parameter is required', ({ operation }) => {
      operation.parameters[1].required = true;
    }),
    harmless: adds('a required parameter is optional', ({ operation }) => {
      operation.parameters[0].required = false;
    }),
  },
  ...schemaKinds('parameter', ({ operation }) => operation.parameters[1], 'sent'),
  {
    place: 'parameter',
    kind: 'status',
    breaking: 'a parameter has no status',
    harmless: 'a parameter has no status',
  },
  {
    place: 'parameter',
    kind: 'media type',
    breaking: 'ours are plain values',
    harmless: 'ours are plain values',
  },
  {
    place: 'header',
    kind: 'presence',
    breaking: breaks(
      'a response header is gone',
      ({ operation }) => delete operation.responses[200].headers.Tell,
    ),
    harmless: adds('a new response header', ({ operation }) => {
      operation.responses[200].headers.More = { schema: { type: 'string' } };
    }),
  },
  {
    place: 'header',
    kind: 'requiredness',
    breaking: breaks('a header is not always sent', ({ operation }) => {
      operation.responses[200].headers.Tell.required = false;
    }),
    harmless: adds(
      'a header is always sent',
      ({ operation }) => {
        operation.responses[200].headers.Tell.required = true;
      },
      ({ operation }) => {
        operation.responses[200].headers.Tell.required = false;
      },
    ),
  },
  ...schemaKinds('header', ({ operation }) => operation.responses[200].headers.Tell, 'received'),
  {
    place: 'header',
    kind: 'status',
    breaking: 'a header has no status',
    harmless: 'a header has no status',
  },
  {
    place: 'header',
    kind: 'media type',
    breaking: 'a header has no media type',
    harmless: 'a header has no media type',
  },
  {
    place: 'security',
    kind: 'presence',
    breaking: breaks(
      'a token is needed where none was',
      ({ operation }) => {
        operation.security = [{ bearer: [] }];
      },
      ({ operation }) => {
        operation.security = [];
      },
    ),
    harmless: adds('no token is needed any more', ({ operation }) => {
      operation.security = [];
    }),
  },
  {
    place: 'security',
    kind: 'requiredness',
    breaking: breaks('one permission more is needed', ({ operation }) =>
      operation.security[0].bearer.push('rows:admin'),
    ),
    harmless: adds('one permission less is needed', ({ operation }) =>
      operation.security[0].bearer.pop(),
    ),
  },
  {
    place: 'security',
    kind: 'enum',
    breaking: breaks(
      'one of several ways to sign in is gone',
      ({ operation }) => operation.security.pop(),
      ({ operation }) => operation.security.push({ other: [] }),
    ),
    harmless: adds('another way to sign in', ({ operation }) =>
      operation.security.push({ other: [] }),
    ),
  },
  {
    place: 'security',
    kind: 'type',
    breaking: breaks('another kind of credential', ({ document }) => {
      document.components.securitySchemes.bearer = {
        type: 'apiKey',
        in: 'header',
        name: 'Api-Key',
      };
    }),
    harmless: rewords('the credential is described anew', ({ document }) => {
      document.components.securitySchemes.bearer.description = 'New words.';
    }),
  },
  {
    place: 'security',
    kind: 'format',
    breaking: breaks('another form of token', ({ document }) => {
      document.components.securitySchemes.bearer.bearerFormat = 'JWT';
    }),
    harmless: adds('a scheme more that nothing asks for', ({ document }) => {
      document.components.securitySchemes.spare = { type: 'http', scheme: 'basic' };
    }),
  },
  {
    place: 'security',
    kind: 'range',
    breaking: 'a requirement has no range',
    harmless: 'a requirement has no range',
  },
  {
    place: 'security',
    kind: 'status',
    breaking: '401 and 403 are statuses of the response',
    harmless: '401 and 403 are statuses of the response',
  },
  {
    place: 'security',
    kind: 'media type',
    breaking: 'a requirement has no media type',
    harmless: 'a requirement has no media type',
  },
];

type Parts = Parameters<ReturnType<typeof breaks>['after']>[0];
type Find = (parts: Parts) => Parts;
type Flow = 'sent' | 'received';

/** Presence and requiredness of a property, and all that a schema says about its value. */
function body(place: string, content: Find, flow: Flow): Row[] {
  const schema: Find = (parts) => content(parts)['application/json'].schema;
  const lessRequired = (parts: Parts) => schema(parts).required.pop();
  const moreRequired = (parts: Parts) => schema(parts).required.push('optional');
  return [
    {
      place,
      kind: 'presence',
      breaking: breaks(
        flow === 'sent' ? 'a property is not taken any more' : 'a property is gone',
        (parts) => delete schema(parts).properties.optional,
      ),
      harmless: adds('a new optional property', (parts) => {
        schema(parts).properties.fresh = { type: 'string' };
      }),
    },
    {
      place,
      kind: 'requiredness',
      breaking:
        flow === 'sent'
          ? breaks('an optional property is required', moreRequired)
          : breaks('a property is not always there', lessRequired),
      harmless:
        flow === 'sent'
          ? adds('a required property is optional', lessRequired)
          : adds('a property is always there', moreRequired),
    },
    ...schemaKinds(
      place,
      (parts) => ({ schema: schema(parts).properties.value }),
      flow,
      (parts) => schema(parts).properties,
    ),
  ];
}

function schemaKinds(place: string, holder: Find, flow: Flow, siblings?: Find): Row[] {
  const put = (value: unknown) => (parts: Parts) => {
    if (siblings === undefined) holder(parts).schema = value;
    else siblings(parts).value = value;
  };
  const sent = flow === 'sent';
  const wide = { type: ['string', 'null'] };
  const narrow = { type: 'string' };
  const few = { type: 'string', enum: ['a', 'b'] };
  const many = { type: 'string', enum: ['a', 'b', 'c'] };
  const open = (schema: object) => ({ ...schema, 'x-extensible-enum': true });
  const short = { type: 'string', maxLength: 20 };
  const long = { type: 'string', maxLength: 40 };
  const formed = { type: 'string', format: 'uuid' };
  return [
    {
      place,
      kind: 'type',
      breaking: sent
        ? breaks('null is not taken any more', put(narrow), put(wide))
        : breaks('it can be null', put(wide), put(narrow)),
      harmless: sent
        ? adds('null is taken, too', put(wide), put(narrow))
        : adds('it is never null', put(narrow), put(wide)),
    },
    {
      place,
      kind: 'enum',
      breaking: sent
        ? breaks('a value is not taken any more', put(few), put(many))
        : breaks('a closed enum has a value more', put(many), put(few)),
      harmless: sent
        ? adds('another value is taken', put(many), put(few))
        : adds('an extensible enum has a value more', put(open(many)), put(open(few))),
    },
    {
      place,
      kind: 'range',
      breaking: sent
        ? breaks('less length is taken', put(short), put(long))
        : breaks('it can be longer', put(long), put(short)),
      harmless: sent
        ? adds('more length is taken', put(long), put(short))
        : adds('it is never as long as before', put(short), put(long)),
    },
    {
      place,
      kind: 'format',
      breaking: sent
        ? breaks('a form is asked for', put(formed), put(narrow))
        : breaks('a form is no longer kept', put(narrow), put(formed)),
      harmless: sent
        ? adds('no form is asked for any more', put(narrow), put(formed))
        : adds('a form is kept', put(formed), put(narrow)),
    },
  ];
}

function mediaType(place: string, content: Find): Row {
  return {
    place,
    kind: 'media type',
    breaking: breaks('JSON gives way to another media type', (parts) => {
      const media = content(parts);
      media['text/csv'] = media['application/json'];
      delete media['application/json'];
    }),
    harmless: adds('another media type beside JSON', (parts) => {
      content(parts)['text/csv'] = { schema: { type: 'string' } };
    }),
  };
}
