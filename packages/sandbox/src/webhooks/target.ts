/** A receiver of events. */
export interface Target {
  url: string;
  /** The secrets that sign events; several during a rotation. */
  secrets: string[];
  /** Time without a heartbeat after which the target is removed, in real seconds. */
  expiresAfterSeconds?: number;
}
