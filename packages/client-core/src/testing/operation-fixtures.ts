/** Examples of one operation. */
export interface OperationFixtures<Requests, Responses> {
  /** Example requests by name. */
  readonly requests: Requests;
  /** Example responses by status and name. */
  readonly responses: Responses;
  /** @deprecated Use `responses`. */
  readonly answers: Responses;
}

/** Returns the examples of one operation. `answers` is the deprecated name of `responses`. */
export const operationFixtures = <Requests, Responses>(
  requests: Requests,
  responses: Responses,
): OperationFixtures<Requests, Responses> => ({ requests, responses, answers: responses });
