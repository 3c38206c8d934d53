import type { Contract, Operation } from '@delivery-api/specs/contract';
import { routeOf } from '../routes.ts';

/** Returns the URL of an operation in the published reference. */
export const referenceAddress = ({ name, docsBase }: Contract, operation: Operation): string =>
  `${docsBase}/${name}/${routeOf(operation)}`;
