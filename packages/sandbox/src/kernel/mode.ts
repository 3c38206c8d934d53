import type { Contract, Json, Operation } from '@delivery-api/specs/contract';
import type { Command } from './command.ts';

/** An answer that a mode makes itself. */
export interface OwnAnswer {
  status: number;
  body: Json;
  /** Those beyond what every answer carries. */
  headers?: Record<string, string>;
}

/**
 * What a mode adds to the judgement that all have in common. Both functions may throw a `ProblemError`.
 */
export interface ModeBehaviour {
  /** Whether answers are held against the contract too, before they go out. */
  readonly checksAnswers: boolean;
  /**
   * Whether it judges the entities of a menu itself, form and sense in one report (contract:
   * `menu_invalid`).
   */
  readonly judgesEntities?: boolean;
  /**
   * Judges token, tenant, permission and rate, before a byte of the body is read.
   *
   * @returns headers that the answer gets where the contract has them there
   */
  authorize(request: {
    contract: Contract;
    operation: Operation;
    token: string;
    parameters: ReadonlyMap<string, string | undefined>;
  }): Record<string, string>;
  /** Answers a valid request; `undefined` leaves it to the contract's examples. */
  answer(call: Command): Promise<OwnAnswer | undefined>;
}
