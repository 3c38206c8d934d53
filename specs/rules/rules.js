import { bodyNamesApart } from './body-names-apart.js';
import { componentNames } from './component-names.js';
import { conditionalReads } from './conditional-reads.js';
import { conditionsSimple } from './conditions-simple.js';
import { decisionsResolve } from './decisions-resolve.js';
import { dialectLine } from './dialect-line.js';
import { digitPatterns } from './digit-patterns.js';
import { enumComponents } from './enum-components.js';
import { enumTables } from './enum-tables.js';
import { enumValues } from './enum-values.js';
import { errorCatalogue } from './error-catalogue.js';
import { eventPrivacy } from './event-privacy.js';
import { examplesPresent } from './examples-present.js';
import { extensibleEnums } from './extensible-enums.js';
import { extensionsValid } from './extensions-valid.js';
import { givenOnly } from './given-only.js';
import { limitsStated } from './limits-stated.js';
import { operationNames } from './operation-names.js';
import { parametersComplete } from './parameters-complete.js';
import { permissionsNamed } from './permissions-named.js';
import { problemBodies } from './problem-bodies.js';
import { problemCodes } from './problem-codes.js';
import { problemExamples } from './problem-examples.js';
import { propertiesComplete } from './properties-complete.js';
import { propertyNames } from './property-names.js';
import { requestsApart } from './requests-apart.js';
import { requestsClosed } from './requests-closed.js';
import { requiredIsDefined } from './required-is-defined.js';
import { responseHeaders } from './response-headers.js';
import { responseLimits } from './response-limits.js';
import { responseRanges } from './response-ranges.js';
import { responsesOpen } from './responses-open.js';
import { scenariosMatch } from './scenarios-match.js';
import { spelling } from './spelling.js';
import { stateMachine } from './state-machine.js';
import { unionsDiscriminated } from './unions-discriminated.js';
import { webhookComplete } from './webhook-complete.js';

/**
 * Our rules by name. @type {Record<string,
 * import('@redocly/openapi-core').Oas3Rule>}
 */
export const rules = {
  'body-names-apart': bodyNamesApart,
  'component-names': componentNames,
  'conditional-reads': conditionalReads,
  'conditions-simple': conditionsSimple,
  'decisions-resolve': decisionsResolve,
  'dialect-line': dialectLine,
  'digit-patterns': digitPatterns,
  'enum-components': enumComponents,
  'enum-tables': enumTables,
  'enum-values': enumValues,
  'error-catalogue': errorCatalogue,
  'event-privacy': eventPrivacy,
  'examples-present': examplesPresent,
  'extensible-enums': extensibleEnums,
  'extensions-valid': extensionsValid,
  'given-only': givenOnly,
  'limits-stated': limitsStated,
  'operation-names': operationNames,
  'parameters-complete': parametersComplete,
  'permissions-named': permissionsNamed,
  'problem-bodies': problemBodies,
  'problem-codes': problemCodes,
  'problem-examples': problemExamples,
  'properties-complete': propertiesComplete,
  'property-names': propertyNames,
  'requests-apart': requestsApart,
  'requests-closed': requestsClosed,
  'required-is-defined': requiredIsDefined,
  'response-headers': responseHeaders,
  'response-limits': responseLimits,
  'response-ranges': responseRanges,
  'responses-open': responsesOpen,
  'scenarios-match': scenariosMatch,
  spelling,
  'state-machine': stateMachine,
  'unions-discriminated': unionsDiscriminated,
  'webhook-complete': webhookComplete,
};
