/** An operation, as far as calling it goes. Generated from the contract. */
export interface OperationDefinition {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** Members of the input that go into the path. */
  inPath: readonly string[];
  /** Whether the other members of the input are sent as a JSON body. */
  body: boolean;
  /** Whether the operation takes an `Idempotency-Key`. */
  keyed: boolean;
}
