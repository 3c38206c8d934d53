import type { CommandHandler } from '@delivery-api/sandbox';
import type { Mode } from './mode.ts';

/** Creates the mode `sandbox`: responses come from state, unless `Prefer` asks for an example. */
export const sandboxMode = (handler: CommandHandler): Mode => ({
  validatesResponses: true,
  reportsEntityErrors: true,
  authorize: (request) => handler.authorize(request),
  respond: async (request) => (request.choice === undefined ? handler.handle(request) : undefined),
});
