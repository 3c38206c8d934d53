import type { Operation } from '@delivery-api/specs/contract';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpNameValue } from '@stoplight/prism-http';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import type { IHttpOperation } from '@stoplight/types';

interface Found {
  _tag: string;
  left?: readonly IPrismDiagnostic[];
}

/**
 * What Prism finds wrong with a request, without answering it. Names of headers are in lower case.
 */
export function requestFaults(
  { method }: Operation,
  resource: IHttpOperation,
  path: string,
  headers: IHttpNameValue,
  body: unknown,
): readonly IPrismDiagnostic[] {
  const found: Found = validateInput({
    resource,
    element: { method, url: { path, query: {} }, headers, body },
  });
  return found.left ?? [];
}

/**
 * What Prism finds wrong with an answer of a documented status and media type. Names of headers are
 * in lower case.
 */
export function answerFaults(
  resource: IHttpOperation,
  statusCode: number,
  headers: IHttpNameValue,
  body: unknown,
): readonly IPrismDiagnostic[] {
  const found: Found = validateOutput({ resource, element: { statusCode, headers, body } });
  return found.left ?? [];
}
