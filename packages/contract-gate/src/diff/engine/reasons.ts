import { reason } from '../comparison/rule.ts';

const unexpected = 'Code receives values that the contract excluded.';

/** Effects on clients, by rule of the engine. */
export const engineReasons: Record<string, string> = {
  'media-type-removed': 'Clients that send or read this media type fail.',
  'operation-id-changed': 'Links and methods of generated clients contain this name.',
  'operation-removed': 'Calls to it fail with 404 or 405.',
  'parameter-became-required': reason.rejected,
  'parameter-removed': 'Requests that contain it are rejected, or the value is ignored.',
  'parameter-serialization-changed': reason.rejected,
  'path-removed': 'Calls to it fail with 404.',
  'property-removed': 'Code that sends or reads it fails.',
  'request-body-became-required': reason.rejected,
  'request-body-removed': 'Clients can no longer send its content.',
  'required-properties-added': reason.rejected,
  'required-properties-removed': reason.missing,
  'response-header-removed': reason.missing,
  'response-removed': 'Code that handles it receives another response instead.',
  'schema-combinator-changed': 'Valid values become invalid, or new values appear.',
  'schema-constraint-changed': `Valid values are rejected, or values are outside the guaranteed range.`,
  'schema-type-changed': unexpected,
  'enum-values-removed': reason.rejected,
  'security-requirement-changed': 'Tokens that were sufficient are rejected.',
  'security-scheme-changed': 'Credentials that were valid are rejected.',
  'server-removed': 'Clients that call this address fail.',
  'contract/closed-enum-grew': 'Code that branches on every value has no branch for it.',
  'contract/condition-changed': 'What is required or guaranteed in which case has changed.',
};
