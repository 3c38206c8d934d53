import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { storeView } from '../views/store.ts';
import { findStore } from './find.ts';

/**
 * Handles `getStore`.
 *
 * @throws {ProblemError} `store_not_found`
 */
export const getStore = (context: MarketplaceContext, command: Command): SandboxResponse => ({
  status: 200,
  body: storeView(context, findStore(context, command)),
});
