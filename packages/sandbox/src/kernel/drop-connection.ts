/** Thrown when a fault or a scenario closes the connection without a response. */
export class DropConnection extends Error {
  override name = 'DropConnection';
}
