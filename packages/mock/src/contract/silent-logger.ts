import type { PrismHttpComponents } from '@stoplight/prism-http';

type Logger = PrismHttpComponents['logger'];

const nothing = (): void => {};

/**
 * Prism tells its logger every step of a negotiation. Our log has one line for a request, so this
 * one keeps silent.
 */
export const silentLogger = {
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  success: nothing,
  child: () => silentLogger,
} as unknown as Logger;
