import type { Rule } from '../comparison/rule.ts';
import { blockers } from './blockers.ts';
import { componentNames } from './component-names.ts';
import { conditions } from './conditions.ts';
import { defaults } from './defaults.ts';
import { deprecation } from './deprecation.ts';
import { documentSettings } from './document-settings.ts';
import { documentation } from './documentation.ts';
import { enums } from './enums.ts';
import { limits } from './limits.ts';
import { oauthFlows } from './oauth-flows.ts';
import { problemCodes } from './problem-codes.ts';
import { problems } from './problems.ts';
import { publicNames } from './public-names.ts';
import { requiredness } from './requiredness.ts';
import { responseHeaders } from './response-headers.ts';
import { scenarios } from './scenarios.ts';
import { schemaKeywords } from './schema-keywords.ts';
import { servers } from './servers.ts';
import { stateMachine } from './state-machine/index.ts';
import { unknownExtensions } from './unknown-extensions.ts';
import { webhookDelivery } from './webhook-delivery.ts';
import { webhooks } from './webhooks.ts';

/** Rules for changes that `redocly diff` cannot rate, or that the gate rates differently. */
export const rules: readonly Rule[] = [
  enums,
  requiredness,
  schemaKeywords,
  conditions,
  defaults,
  deprecation,
  componentNames,
  responseHeaders,
  webhooks,
  publicNames,
  servers,
  oauthFlows,
  documentSettings,
  stateMachine,
  problems,
  problemCodes,
  limits,
  webhookDelivery,
  scenarios,
  blockers,
  documentation,
  unknownExtensions,
];
