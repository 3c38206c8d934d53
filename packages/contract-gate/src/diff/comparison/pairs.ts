import type { Contract, Parameter, Response } from '@delivery-api/specs/contract';
import { below } from '../../documents/pointer.ts';
import type { Direction } from './change.ts';
import { matched, operationKey, operationPointer, parameterKey, webhookPointer } from './match.ts';
import type { Pair, Pairs, Use } from './pair.ts';
import { SchemaPairs } from './schema-pairs.ts';

/** Matches the elements of two versions of a contract. */
export function pairElements(base: Contract, revision: Contract): Pairs {
  const schemas = new SchemaPairs(base, revision);
  const pairs: Pairs = {
    operations: [],
    webhooks: [],
    responses: [],
    headers: [],
    parameters: [],
    schemas: [],
  };
  for (const [before, after] of matched(base.operations, revision.operations, operationKey)) {
    const pair = {
      basePointer: operationPointer(before),
      pointer: operationPointer(after),
      base: before,
      revision: after,
    };
    pairs.operations.push(pair);
    pairMessages(pairs, schemas, pair, (direction, flow) => ({ owner: after.id, direction, flow }));
  }
  for (const [before, after] of matched(base.webhooks, revision.webhooks, ({ name }) => name)) {
    const pointers = {
      basePointer: webhookPointer(before.name),
      pointer: webhookPointer(after.name),
    };
    pairs.webhooks.push({ ...pointers, base: before, revision: after });
    const asMessages = ({ headers, responses }: typeof before): Messages => ({
      parameters: headers,
      responses,
    });
    pairMessages(
      pairs,
      schemas,
      { ...pointers, base: asMessages(before), revision: asMessages(after) },
      // The service sends a webhook to the client, so the client sends the response.
      (_, flow) => ({
        owner: after.name,
        direction: 'webhook',
        flow: flow === 'sent' ? 'received' : 'sent',
      }),
    );
  }
  pairs.schemas = schemas.all();
  return pairs;
}

/** The messages of an operation or a webhook. */
interface Messages {
  parameters: Parameter[];
  responses: Response[];
}

type UseOf = (direction: Direction, flow: Use['flow']) => Use;

function pairMessages(
  pairs: Pairs,
  schemas: SchemaPairs,
  { basePointer, pointer, base, revision }: Pair<Messages>,
  use: UseOf,
): void {
  const { owner } = use('request', 'sent');
  for (const [before, after] of matched(base.parameters, revision.parameters, parameterKey)) {
    const pair = {
      basePointer: below(basePointer, 'parameters', base.parameters.indexOf(before)),
      pointer: below(pointer, 'parameters', revision.parameters.indexOf(after)),
      base: before,
      revision: after,
    };
    pairs.parameters.push({ ...pair, owner });
    schemas.addAt(pair, ['schema'], before.schema, after.schema, use('parameter', 'sent'));
  }
  schemas.addContent(
    { basePointer: below(basePointer, 'requestBody'), pointer: below(pointer, 'requestBody') },
    use('request', 'sent'),
  );
  const byStatus = ({ status }: Response) => String(status);
  for (const [before, after] of matched(base.responses, revision.responses, byStatus)) {
    const response = {
      basePointer: below(basePointer, 'responses', before.status),
      pointer: below(pointer, 'responses', after.status),
    };
    pairs.responses.push({ ...response, base: before, revision: after, owner });
    schemas.addContent(response, use('response', 'received'));
    const byName = ({ name }: { name: string }) => name.toLowerCase();
    for (const [one, other] of matched(before.headers, after.headers, byName)) {
      const pair = {
        basePointer: below(response.basePointer, 'headers', one.name),
        pointer: below(response.pointer, 'headers', other.name),
        base: one,
        revision: other,
      };
      pairs.headers.push({ ...pair, owner });
      schemas.addAt(pair, ['schema'], one.schema, other.schema, use('header', 'received'));
    }
  }
}
