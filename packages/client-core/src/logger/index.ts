import type { Observer } from '../options/client-options.js';
import type { AttemptReport, DeprecationReport } from '../options/reports.js';

/** Minimum severity of the messages to log. `off` disables the log. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'off';

/** A logger such as `console`, pino, winston or bunyan. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Options of {@link createLogger}. */
export interface LoggerOptions {
  /** Receives the messages. Default: `console`. */
  logger?: Logger | undefined;
  /**
   * Minimum severity of the messages to log. Default: the `DELIVERY_API_LOG` environment variable,
   * or `warn`.
   *
   * - `debug`: valid success responses, and 304 responses
   * - `info`: attempts that the client retries
   * - `warn`: other 4xx responses that `checkResponse` does not reject, and deprecations
   * - `error`: other failed attempts
   */
  logLevel?: LogLevel | undefined;
}

const levels = ['debug', 'info', 'warn', 'error', 'off'] as const;

/**
 * Creates the `logger` option of a client. Messages contain operations, statuses, codes, durations
 * and request IDs. They never contain tokens, request headers, paths with IDs, or bodies.
 *
 * @throws {TypeError} if the level is unknown
 */
export function createLogger({
  logger = console,
  logLevel = (environmentLevel() ?? 'warn') as LogLevel,
}: LoggerOptions = {}): Observer {
  const least = levels.indexOf(logLevel);
  if (least < 0)
    throw new TypeError(`logLevel must be one of ${levels.join(', ')}; got ${logLevel}.`);
  const log = (level: Exclude<LogLevel, 'off'>, message: string): void => {
    if (levels.indexOf(level) >= least) logger[level](`delivery-api: ${message}`);
  };
  return {
    onAttempt: (report) => log(levelOf(report), attemptMessage(report)),
    onDeprecation: (notice) => log('warn', deprecationMessage(notice)),
  };
}

const environmentLevel = (): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env
    ?.DELIVERY_API_LOG || undefined;

function levelOf({ status = 0, error, retryInMs }: AttemptReport): Exclude<LogLevel, 'off'> {
  if (retryInMs !== undefined) return 'info';
  if (error || status >= 500) return 'error';
  return status >= 400 ? 'warn' : 'debug';
}

function attemptMessage(report: AttemptReport): string {
  const { operation, attempt, status, code, error, durationMs, requestId, retryInMs } = report;
  const outcome = [status, code ?? error?.name].filter((part) => part !== undefined).join(' ');
  const request = requestId === undefined ? '' : `, request ${requestId}`;
  const retry = retryInMs === undefined ? '' : `; retry in ${Math.round(retryInMs)} ms`;
  return `${operation} attempt ${attempt}: ${outcome} after ${Math.round(durationMs)} ms${request}${retry}`;
}

function deprecationMessage({ operation, sunsetAt, link }: DeprecationReport): string {
  const end = sunsetAt ? `; it can be removed after ${sunsetAt.toISOString()}` : '';
  return `${operation} is deprecated${end}${link ? `; see ${link}` : ''}`;
}
