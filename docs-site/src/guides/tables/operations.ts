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
    ['Operation', 'Needs', 'Request'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      codes(operation.permissions),
      code(`${operation.method.toUpperCase()} ${operation.path}`),
    ]),
  );

/** Lists the rate, size and time limits of each operation. */
export const limits = (contract: Contract): string =>
  table(
    ['Operation', 'Requests', 'Largest body', 'Answer within'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      ratesOf(operation.limits),
      operation.limits.max_body_bytes === undefined ? '–' : bytes(operation.limits.max_body_bytes),
      `${operation.limits.timeout_seconds} s`,
    ]),
  );

const keyWords: Record<Operation['idempotency'], string> = {
  required: 'required',
  optional: 'optional',
  none: '–',
};

/** Lists which operations support `Idempotency-Key` and `If-None-Match`. */
export const idempotency = (contract: Contract): string =>
  table(
    ['Operation', 'Request', '`Idempotency-Key`', '`If-None-Match`'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      operation.method === 'get' ? 'reads' : 'writes',
      keyWords[operation.idempotency],
      operation.conditional ? 'answers 304' : '–',
    ]),
  );

/** Lists operations with their summary. */
export const operations = (contract: Contract): string =>
  table(
    ['Operation', 'What it does', 'Request'],
    contract.operations.map((operation) => [
      operationLink(contract, operation),
      operation.summary,
      code(`${operation.method.toUpperCase()} ${operation.path}`),
    ]),
  );
