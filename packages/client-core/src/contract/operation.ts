/** The properties of an operation that a call needs. Generated from the contract. */
export interface OperationDefinition {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** Sends the members of the input that are not path parameters as a JSON body. Default: false. */
  body?: boolean;
  /** Sends an `Idempotency-Key`. Default: false. */
  keyed?: boolean;
}
