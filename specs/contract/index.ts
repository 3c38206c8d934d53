export { enumValuesOf, isExtensibleEnum, ownDescription } from './enums.ts';
export { isObject, pointerTokens, resolvePointer, toPointer } from './json.ts';
export { loadContract } from './load.ts';
export type * from './model.ts';
export { ContractError } from './node.ts';
export { readContract } from './read.ts';
export { omitRepeatedNames } from './strict-conditions.ts';
