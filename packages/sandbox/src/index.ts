export { advanceClock } from './advance-clock.ts';
export { behaviorFactories } from './behaviors.ts';
export { toDeliveryRecord } from './delivery-record.ts';
export { exportState, importState, isExportFile, readExportFile } from './export-file.ts';
export type { CommandHandler } from './handle-command.ts';
export type { ChangeFeed } from './kernel/change-feed.ts';
export { systemClock } from './kernel/clock.ts';
export type { Command } from './kernel/command.ts';
export { deliveryStates, webhookFaults } from './kernel/delivery.ts';
export { DropConnection } from './kernel/drop-connection.ts';
export type { EventFault, OperationFault } from './kernel/fault-injection.ts';
export { fillPath } from './kernel/fill-path.ts';
export { isInstant } from './kernel/instant.ts';
export type {
  LastmileBehavior,
  MarketplaceBehavior,
  SandboxResponse,
} from './kernel/interface-behavior.ts';
export { ProblemError, type ProblemItem } from './kernel/problem-error.ts';
export { createRequestIds } from './kernel/request-id.ts';
export { suggest } from './kernel/suggest.ts';
export {
  defaultWorkspace,
  identityOf,
  isWorkspaceName,
  parseToken,
} from './kernel/tokens.ts';
export { truncate } from './kernel/truncate.ts';
export { migrateState, stateVersion } from './migrations.ts';
export { isRequestLog, RequestLog, toRecord } from './request-log.ts';
export type { StoredState } from './runtime.ts';
export { Sandbox, type SandboxChanges, type SandboxSnapshot } from './sandbox.ts';
export type { StoreConditions } from './types.ts';
export { errorSummary, joinLocation, withLocation } from './validation/error-summary.ts';
export { splitEntityErrors, toEntityError } from './validation/menu-entities.ts';
export { locationOf, toProblemItems } from './validation/problem-items.ts';
export { schemaMessage } from './validation/schema-message.ts';
export { schemasAt } from './validation/schemas-at.ts';
export { type UnionBranch, unionBranch } from './validation/union-branch.ts';
export { isSecret, signedHeaders } from './webhooks/sign.ts';
export { verifyWebhook } from './webhooks/verify.ts';
export type { WebhookResult, WebhookSender } from './webhooks/webhook-sender.ts';
