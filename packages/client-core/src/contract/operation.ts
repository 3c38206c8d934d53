/** The properties of an operation that a call needs. Generated from the contract. */
export interface OperationDefinition {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /**
   * Whether the request has a JSON body with the properties that are not path parameters. Default:
   * false.
   */
  body?: boolean;
  /** Whether the request has an `Idempotency-Key`. Default: false. */
  keyed?: boolean;
}
