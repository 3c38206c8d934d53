const refused = 'Requests that were right until now are refused.';
const missed = 'Code that reads it finds nothing.';
const unexpected = 'Code meets values that it was promised not to meet.';

/** Why the rules of the engine rate as they do, in words for those who are affected. */
export const reasons: Record<string, string> = {
  'media-type-removed': 'Whoever sends or reads this media type no longer can.',
  'operation-id-changed': 'Links, and methods of generated clients, go by this name.',
  'operation-removed': 'Calls to it fail with 404 or 405.',
  'parameter-became-required': refused,
  'parameter-removed': 'Requests that carry it are refused, or lose what it said.',
  'parameter-serialization-changed': refused,
  'path-removed': 'Calls to it fail with 404.',
  'property-removed': 'Code that sends or reads it no longer can.',
  'request-body-became-required': refused,
  'request-body-removed': 'What was said in it cannot be said any more.',
  'required-properties-added': refused,
  'required-properties-removed': missed,
  'response-header-removed': missed,
  'response-removed': 'Code that handles it never gets it, and gets something else instead.',
  'schema-combinator-changed':
    'Values that were right are wrong, or values appear that were not there.',
  'schema-constraint-changed':
    'Values that were right are refused, or values come that are outside what was promised.',
  'schema-type-changed': unexpected,
  'enum-values-removed': refused,
  'security-requirement-changed': 'Tokens that were enough until now are not.',
  'security-scheme-changed': 'Credentials that were right until now are refused.',
  'server-removed': 'Clients that call this address no longer can.',
  'contract/closed-enum-grew': 'Code that branches on every value has no branch for it.',
  'contract/extensible-enum-grew':
    'The enum is marked extensible: readers have to expect values that they do not know.',
  'contract/condition-changed': 'What is promised, or asked for, in which case has changed.',
};
