import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { IHttpResponse } from '@stoplight/prism-http';
import type { Call } from '../call.ts';

/** What a mode adds to the judgement that all have in common. Both functions may throw a `Refusal`. */
export interface ModeBehaviour {
  /** Whether answers are held against the contract too, before they go out. */
  readonly checksAnswers: boolean;
  /** Judges token, tenant, permission and rate, before a byte of the body is read. */
  authorize(request: {
    contract: Contract;
    operation: Operation;
    token: string;
    parameters: ReadonlyMap<string, string | undefined>;
  }): void;
  /** Answers a valid request; `undefined` leaves it to the contract's examples. */
  answer(call: Call): Promise<IHttpResponse | undefined>;
}
