import { isObject, resolvePointer } from './json.ts';
import type {
  Content,
  Contract,
  Header,
  Json,
  JsonObject,
  Limits,
  Method,
  Operation,
  Parameter,
  ProblemEntry,
  Rate,
  Response,
  Scenario,
  Schema,
  StateMachine,
  Transition,
  Webhook,
  WebhookDelivery,
} from './model.ts';
import { ContractError, Node } from './node.ts';

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Reads a bundled OpenAPI 3.1 document into the model that all other packages use.
 *
 * @param document parsed bundle (`specs/dist/lastmile.json`) with local references only
 * @param source name of the document in error messages, usually its file name
 * @throws {ContractError} if the document is not a valid contract; the message names the location
 */
export function readContract(document: unknown, source = 'document'): Contract {
  if (!isObject(document))
    throw new ContractError(`${source}: expected an OpenAPI document. Pass the bundled contract.`);
  const root = new Node(document, source, document, '#');
  if (!/^3\.1\./.test(String(root.at('openapi').value))) root.at('openapi').fail('OpenAPI 3.1');
  const schemas = root.at('components', 'schemas');
  const operations = root
    .at('paths')
    .entries()
    .flatMap(([path, item]) =>
      methods
        .filter((method) => item.at(method).exists)
        .map((method) => readOperation(path, method, item.at(method))),
    );
  const contract: Contract = {
    name: root.at('x-interface').oneOf('lastmile', 'marketplace'),
    title: root.at('info', 'title').string(),
    version: root.at('info', 'version').string(),
    description: root.at('info', 'description').text(),
    docsBase: root.at('x-docs-base').string(),
    tags: listOf(root.at('tags'), (tag) => ({
      name: tag.at('name').string(),
      description: tag.at('description').text(),
    })),
    operations,
    tenantParameter: tenantParameterOf(operations),
    webhooks: root
      .at('webhooks')
      .entries()
      .map(([name, item]) => readWebhook(name, item.at('post'))),
    schemas: new Map(Object.entries(schemas.object()) as [string, Schema][]),
    problems: new Map(
      root
        .at('components', 'x-error-catalogue')
        .entries()
        .flatMap(([, group]) => group.entries())
        .map(([code, entry]) => [code, readProblem(code, entry)]),
    ),
    machines: schemas
      .entries()
      .filter(([, schema]) => schema.at('x-state-machine').exists)
      .map(([name, schema]) => readMachine(name, schema.at('x-state-machine'))),
    scenarios: listOf(root.at('x-scenarios'), readScenario),
    document,
    deref: (schema) => deref(schema, document, source),
  };
  root.checkReferences();
  return contract;
}

function deref(start: Schema, document: JsonObject, source: string): Schema {
  let schema = start;
  while (typeof schema.$ref === 'string') {
    const target: Json | undefined = resolvePointer(document, schema.$ref);
    if (!isObject(target)) throw new ContractError(`${source}${schema.$ref}: expected a schema.`);
    schema = target;
  }
  return schema;
}

function tenantParameterOf(operations: readonly Operation[]): Parameter | undefined {
  const [segment, ...others] = new Set(operations.map(({ path }) => path.split('/')[1]));
  const name = /^\{(.+)\}$/.exec(segment ?? '')?.[1];
  return others.length > 0
    ? undefined
    : operations[0]?.parameters.find((parameter) => parameter.name === name);
}

/** Reads an array that may be absent. */
const listOf = <T>(list: Node, read: (item: Node) => T): T[] =>
  list.exists ? list.items().map((item) => read(item)) : [];

/** Reads the members that operations and webhooks have in common. */
const readDescription = (node: Node) => ({
  id: node.at('operationId').string(),
  tag: node.at('tags').items()[0]?.string() ?? node.at('tags').fail('a tag'),
  summary: node.at('summary').text(),
  description: node.at('description').text(),
  responses: node
    .at('responses')
    .entries()
    .map(([status, response]) => readResponse(status, response)),
});

function readOperation(path: string, method: Method, node: Node): Operation {
  const parameters = listOf(node.at('parameters'), readParameter);
  const key = parameters.find(
    (parameter) => parameter.in === 'header' && parameter.name.toLowerCase() === 'idempotency-key',
  );
  const description = readDescription(node);
  const { responses } = description;
  return {
    ...description,
    method,
    path,
    permissions: node
      .at('security')
      .items()
      .flatMap((scheme) => scheme.entries().flatMap(([, permissions]) => permissions.strings())),
    parameters,
    request: node.at('requestBody').exists ? readContent(node.at('requestBody')) : undefined,
    success:
      responses.find(({ status }) => status >= 200 && status < 300) ??
      node.at('responses').fail('a response with a 2xx status'),
    limits: readLimits(node.at('x-limits')),
    idempotency: key === undefined ? 'none' : key.required ? 'required' : 'optional',
    conditional: responses.some(({ status }) => status === 304),
  };
}

function readWebhook(name: string, node: Node): Webhook {
  return {
    ...readDescription(node),
    name,
    headers: node.at('parameters').items().map(readParameter),
    content: readContent(node.at('requestBody')) ?? node.at('requestBody').fail('a body'),
    delivery: readDelivery(node.at('x-webhook-delivery')),
  };
}

const readParameter = (node: Node): Parameter => ({
  ...readHeader(node.at('name').string(), node),
  in: node.at('in').oneOf('path', 'query', 'header'),
});

const readHeader = (name: string, node: Node): Header => ({
  name,
  required: node.at('required').value === true,
  description: node.at('description').text(),
  schema: node.at('schema').object(),
  example: node.at('example').value,
});

function readResponse(status: string, node: Node): Response {
  if (!/^\d{3}$/.test(status)) node.fail('a three-digit status code');
  return {
    status: Number(status),
    description: node.at('description').text(),
    headers: node
      .at('headers')
      .entries()
      .map(([name, header]) => readHeader(name, header)),
    content: readContent(node),
    codes: node.at('x-problem-codes').strings(),
  };
}

function readContent(node: Node): Content | undefined {
  const [first] = node.at('content').entries();
  if (first === undefined) return undefined;
  const [mediaType, media] = first;
  // `media.at('schema')` would return the target of a reference instead of the reference.
  const declared = media.object().schema;
  const schema: Schema = isObject(declared) ? declared : media.at('schema').fail('a schema');
  return {
    mediaType,
    schema,
    schemaName: /^#\/components\/schemas\/([^/]+)$/.exec(String(schema.$ref))?.[1],
    examples: media
      .at('examples')
      .entries()
      .map(([name, example]) => ({
        name,
        summary: example.at('summary').text(),
        value: example.at('value').value ?? example.at('value').fail('a value'),
      })),
  };
}

const readRate = (node: Node): Rate => ({
  requests: node.at('requests').number(),
  per_seconds: node.at('per_seconds').number(),
  // Contracts before 1.0.0-rc.3 do not have `per`. Their rates apply to the partner or integration.
  per: node.at('per').exists ? node.at('per').oneOf('partner', 'integration', 'store') : 'partner',
});

function readLimits(node: Node): Limits {
  const maxBodyBytes = node.at('max_body_bytes');
  const byType = node.at('rate_by_type');
  return {
    rate: readRate(node.at('rate')),
    ...(byType.exists && {
      rate_by_type: Object.fromEntries(
        byType.entries().map(([type, rate]) => [type, readRate(rate)]),
      ),
    }),
    ...(maxBodyBytes.exists && { max_body_bytes: maxBodyBytes.number() }),
    timeout_seconds: node.at('timeout_seconds').number(),
  };
}

function readDelivery(node: Node): WebhookDelivery {
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

function readProblem(code: string, node: Node): ProblemEntry {
  const scope = node.at('scope');
  return {
    code,
    status: node.at('status').number(),
    title: node.at('title').string(),
    cause: node.at('cause').string(),
    action: node.at('action').string(),
    retryable: node.at('retryable').boolean(),
    extensions: node.at('extensions').strings(),
    optionalExtensions: node.at('optional_extensions').strings(),
    scope: scope.exists ? scope.oneOf('server', 'operation') : 'operation',
  };
}

function readMachine(schemaName: string, node: Node): StateMachine {
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
    transitions: node.at('transitions').items().map(readTransition),
    skips: node.at('skips').oneOf('forward', 'none'),
    guaranteed: node.at('guaranteed').strings(),
  };
}

function readTransition(node: Node): Transition {
  const event = node.at('fires_event');
  return {
    from: node.at('from').string(),
    to: node.at('to').string(),
    by: node.at('by').strings(),
    firesEvent: event.exists ? event.string() : undefined,
    needs: node.at('needs').strings(),
  };
}

/** Reads a scenario. Contracts before 1.0.0-rc.4 have `course` instead of `steps`. */
const readScenario = (node: Node): Scenario => ({
  name: node.at('name').string(),
  summary: node.at('summary').string(),
  operations: node.at('operations').strings(),
  steps: node.at(node.at('steps').exists ? 'steps' : 'course').strings(),
});
