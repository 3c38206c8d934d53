/** The properties of an operation that a call needs. Generated from the contract. */
export interface OperationDefinition {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** Members of the input that are path parameters. */
  inPath: readonly string[];
  /** Sends the other members of the input as a JSON body. */
  body: boolean;
  /** Sends an `Idempotency-Key`. */
  keyed: boolean;
}
