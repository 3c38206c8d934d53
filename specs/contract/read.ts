import type {
  Content,
  Contract,
  Header,
  Limits,
  Method,
  Operation,
  Parameter,
  ProblemEntry,
  Response,
  Scenario,
  Schema,
  StateMachine,
  Webhook,
  WebhookDelivery,
} from './model.ts';
import { ContractError, isObject, Node, pointer } from './node.ts';

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Reads a bundled OpenAPI 3.1 document into the one model that everything else is built on.
 *
 * @param document the parsed bundle (`specs/dist/lastmile.json`), with local references only
 * @param source what to call the document in complaints; its file name, where there is one
 * @throws {ContractError} naming the place, when the document is not a contract of ours
 */
export function readContract(document: unknown, source = 'document'): Contract {
  if (!isObject(document))
    throw new ContractError(`${source}: expected an OpenAPI document. Is it the bundle?`);
  const root = new Node(document, source, document, '#');
  if (!/^3\.1\./.test(String(root.at('openapi').value))) root.at('openapi').fail('OpenAPI 3.1');
  const deref = (node: Schema): Schema => {
    let schema = node;
    while (typeof schema.$ref === 'string') {
      const target = pointer(document, schema.$ref);
      if (!isObject(target)) throw new ContractError(`${source}${schema.$ref}: expected a schema.`);
      schema = target;
    }
    return schema;
  };
  return {
    name: root.at('x-interface').oneOf('lastmile', 'marketplace'),
    title: root.at('info').at('title').string(),
    version: root.at('info').at('version').string(),
    description: text(root.at('info').at('description')),
    docsBase: root.at('x-docs-base').string(),
    tags: root
      .at('tags')
      .items()
      .map((tag) => ({ name: tag.at('name').string(), description: text(tag.at('description')) })),
    operations: root
      .at('paths')
      .entries()
      .flatMap(([path, item]) =>
        methods
          .filter((method) => item.at(method).exists)
          .map((method) => operation(path, method, item.at(method))),
      ),
    webhooks: root
      .at('webhooks')
      .entries()
      .map(([name, item]) => webhook(name, item.at('post'))),
    schemas: new Map(
      Object.entries(root.at('components').at('schemas').object()) as [string, Schema][],
    ),
    problems: new Map(
      root
        .at('components')
        .at('x-error-catalogue')
        .entries()
        .flatMap(([, group]) =>
          group.entries().map(([code, entry]) => [code, problem(code, entry)] as const),
        ),
    ),
    machines: root
      .at('components')
      .at('schemas')
      .entries()
      .filter(([, schema]) => schema.at('x-state-machine').exists)
      .map(([name, schema]) => machine(name, schema.at('x-state-machine'))),
    scenarios: root.at('x-scenarios').exists ? root.at('x-scenarios').items().map(scenario) : [],
    document,
    deref,
  };
}

const text = (node: Node): string => (node.exists ? node.string().trim() : '');

function operation(path: string, method: Method, node: Node): Operation {
  const parameters = node.at('parameters').exists
    ? node.at('parameters').items().map(parameter)
    : [];
  const key = parameters.find(
    (one) => one.in === 'header' && one.name.toLowerCase() === 'idempotency-key',
  );
  const responses = node
    .at('responses')
    .entries()
    .map(([status, response]) => readResponse(status, response));
  const success = responses.find(({ status }) => status >= 200 && status < 300);
  return {
    id: node.at('operationId').string(),
    method,
    path,
    tag: node.at('tags').items()[0]?.string() ?? node.at('tags').fail('a tag'),
    summary: text(node.at('summary')),
    description: text(node.at('description')),
    permissions: node
      .at('security')
      .items()
      .flatMap((scheme) => scheme.entries().flatMap(([, roles]) => roles.strings())),
    parameters,
    request: node.at('requestBody').exists ? content(node.at('requestBody')) : undefined,
    responses,
    success: success ?? node.at('responses').fail('a response with a 2xx status'),
    limits: limits(node.at('x-limits')),
    idempotency: key === undefined ? 'none' : key.required ? 'required' : 'optional',
    conditional: responses.some(({ status }) => status === 304),
    deprecated: node.at('deprecated').value === true,
  };
}

function webhook(name: string, node: Node): Webhook {
  return {
    name,
    id: node.at('operationId').string(),
    tag: node.at('tags').items()[0]?.string() ?? node.at('tags').fail('a tag'),
    summary: text(node.at('summary')),
    description: text(node.at('description')),
    headers: node.at('parameters').items().map(parameter),
    content: content(node.at('requestBody')) ?? node.at('requestBody').fail('a body'),
    responses: node
      .at('responses')
      .entries()
      .map(([status, response]) => readResponse(status, response)),
    delivery: delivery(node.at('x-webhook-delivery')),
  };
}

function parameter(node: Node): Parameter {
  return {
    name: node.at('name').string(),
    in: node.at('in').oneOf('path', 'query', 'header'),
    ...headerParts(node),
  };
}

const headerParts = (node: Node): Omit<Header, 'name'> => ({
  required: node.at('required').value === true,
  description: text(node.at('description')),
  schema: node.at('schema').object(),
  example: node.at('example').value,
});

function readResponse(status: string, node: Node): Response {
  if (!/^\d{3}$/.test(status)) node.fail('a status of three digits');
  return {
    status: Number(status),
    description: text(node.at('description')),
    headers: node
      .at('headers')
      .entries()
      .map(([name, header]) => ({ name, ...headerParts(header) })),
    content: content(node),
    codes: node.at('x-problem-codes').strings(),
  };
}

function content(node: Node): Content | undefined {
  const [first] = node.at('content').entries();
  if (first === undefined) return undefined;
  const [mediaType, media] = first;
  const declared = media.object().schema;
  const written: Schema = isObject(declared) ? declared : media.at('schema').fail('a schema');
  const ref =
    typeof written.$ref === 'string'
      ? /^#\/components\/schemas\/([^/]+)$/.exec(written.$ref)
      : null;
  return {
    mediaType,
    schema: written,
    schemaName: ref?.[1],
    examples: media
      .at('examples')
      .entries()
      .map(([name, example]) => ({
        name,
        summary: text(example.at('summary')),
        value: example.at('value').value ?? example.at('value').fail('a value'),
      })),
  };
}

function limits(node: Node): Limits {
  const body = node.at('max_body_bytes');
  return {
    rate: {
      requests: node.at('rate').at('requests').number(),
      per_seconds: node.at('rate').at('per_seconds').number(),
    },
    ...(body.exists && { max_body_bytes: body.number() }),
    timeout_seconds: node.at('timeout_seconds').number(),
  };
}

function delivery(node: Node): WebhookDelivery {
  const vector = node.at('test_vector');
  return {
    timeout_seconds: node.at('timeout_seconds').number(),
    delays_seconds: node
      .at('delays_seconds')
      .items()
      .map((delay) => delay.number()),
    until: node.at('until').oneOf('exhausted', 'accept_by'),
    test_vector: {
      secret: vector.at('secret').string(),
      id: vector.at('id').string(),
      timestamp: vector.at('timestamp').string(),
      body: vector.at('body').string(),
      signature: vector.at('signature').string(),
    },
  };
}

function problem(code: string, node: Node): ProblemEntry {
  return {
    code,
    status: node.at('status').number(),
    title: node.at('title').string(),
    cause: node.at('cause').string(),
    action: node.at('action').string(),
    retryable: node.at('retryable').boolean(),
    extensions: node.at('extensions').strings(),
    scope: node.at('scope').exists ? node.at('scope').oneOf('server', 'operation') : 'operation',
  };
}

function machine(schemaName: string, node: Node): StateMachine {
  return {
    schemaName,
    field: node.at('field').string(),
    initial: node.at('initial').strings(),
    states: new Map(
      node
        .at('states')
        .entries()
        .map(([name, state]) => [
          name,
          { phase: state.at('phase').string(), terminal: state.at('terminal').value === true },
        ]),
    ),
    transitions: node
      .at('transitions')
      .items()
      .map((transition) => ({
        from: transition.at('from').string(),
        to: transition.at('to').string(),
        by: transition.at('by').strings(),
        firesEvent: transition.at('fires_event').exists
          ? transition.at('fires_event').string()
          : undefined,
        needs: transition.at('needs').strings(),
      })),
    skips: node.at('skips').oneOf('forward', 'none'),
    guaranteed: node.at('guaranteed').strings(),
  };
}

function scenario(node: Node): Scenario {
  return {
    name: node.at('name').string(),
    summary: node.at('summary').string(),
    operations: node.at('operations').strings(),
    course: node.at('course').strings(),
  };
}
