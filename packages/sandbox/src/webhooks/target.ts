/** A receiver of events. */
export interface Target {
  url: string;
  /** The secrets that sign events; several during a rotation. */
  secrets: string[];
  /** Real time after which the target is removed without a heartbeat. */
  expiresAfterSeconds?: number;
}
