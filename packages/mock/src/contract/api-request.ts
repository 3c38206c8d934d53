import type { IncomingHttpHeaders } from 'node:http';
import type { Command, ProblemItem } from '@delivery-api/sandbox';

/** The documented response that a request selects with `Prefer`. */
export interface ExampleChoice {
  status: number;
  /** Name of the example; `undefined` for the first example of the status. */
  example: string | undefined;
}

/** A request to an operation of an interface. */
export interface ApiRequest extends Command {
  readonly headers: IncomingHttpHeaders;
  readonly choice: ExampleChoice | undefined;
  /** The error in the `Prefer` header, which Prism does not validate. */
  readonly preferError: ProblemItem | undefined;
}
