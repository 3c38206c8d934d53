import type { Contract, Operation } from '@delivery-api/specs/contract';
import { bytes, ratesOf } from '../../facts.ts';
import { routeOf } from '../../routes.ts';
import { code, codes, table } from '../directive/markdown-table.ts';

export const operationLink = (
  { name }: Contract,
  operation: Pick<Operation, 'id' | 'tag'>,
): string => `[${operation.id}](${name}/${routeOf(operation)})`;

/** Lists the permissions of each operation. */
export const permissions = (contract: Contract): string =>
  table(
    ['Operation', 'Permission', 'Request'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      codes(operation.permissions),
      code(`${operation.method.toUpperCase()} ${operation.path}`),
    ]),
  );

/** Lists the rate limit, maximum body size and timeout of each operation. */
export const limits = (contract: Contract): string =>
  table(
    ['Operation', 'Rate limit', 'Maximum body size', 'Timeout'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      ratesOf(operation.limits),
      operation.limits.max_body_bytes === undefined ? '–' : bytes(operation.limits.max_body_bytes),
      `${operation.limits.timeout_seconds} s`,
    ]),
  );

const keyLabels: Record<Operation['idempotency'], string> = {
  required: 'required',
  optional: 'optional',
  none: '–',
};

/** Lists which operations support `Idempotency-Key` and `If-None-Match`. */
export const idempotency = (contract: Contract): string =>
  table(
    ['Operation', 'Type', '`Idempotency-Key`', '`If-None-Match`'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      operation.method === 'get' ? 'read' : 'write',
      keyLabels[operation.idempotency],
      operation.conditional ? 'returns 304' : '–',
    ]),
  );

/** Lists operations with their summary. */
export const operations = (contract: Contract): string =>
  table(
    ['Operation', 'Description', 'Request'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      operation.summary,
      code(`${operation.method.toUpperCase()} ${operation.path}`),
    ]),
  );
