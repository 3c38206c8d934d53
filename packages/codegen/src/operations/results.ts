import type { Operation, Response } from '@delivery-api/specs/contract';

/** Returns the type name of a response body; `'undefined'` if it is absent or not a component. */
export const bodyTypeOf = ({ content }: Response): string => content?.schemaName ?? 'undefined';

/** Returns the responses with a 2xx status. */
export const successResponses = ({ responses }: Operation): Response[] =>
  responses.filter(({ status }) => status >= 200 && status < 300);

/** Returns the types of the 2xx bodies, without duplicates. */
export const resultTypes = (operation: Operation): string[] => [
  ...new Set(successResponses(operation).map(bodyTypeOf)),
];
